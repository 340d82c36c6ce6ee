#pragma once

#include "core/format.h"
#include "core/geometry.h"
#include "core/sh_project.h"

#include <array>
#include <span>
#include <string>

namespace pn {

// A cubemap or an equirect map in the caller's memory, checked.
struct ProbeView
{
    Shape shape;
    PnFormat format = PN_FORMAT_UNDEFINED;
    std::size_t rowPitch = 0;
    std::array<const std::byte*, 6> faces{};

    FaceTexels face(std::uint32_t index) const { return {format, rowPitch, faces[index]}; }
    std::uint64_t bytes() const { return shape.texelCount() * formatBytes(format); }
};

struct ProjectSettings
{
    std::uint32_t bands = 3;
    TexelPolicy policy;

    bool operator==(const ProjectSettings&) const = default;
};

struct ProbeResult
{
    PnSh sh{};
    TexelCounts counts;
};

// What the caller watches a call through. All of it happens on the calling thread.
class Monitor
{
public:
    virtual ~Monitor() = default;

    // The probes up to completed have their results. Throws Error(PN_ERROR_CANCELLED) when the caller wants to stop,
    // and what else should end the call.
    virtual void finished(std::uint32_t completed) = 0;

    // Whether the caller wants to stop; asked between pieces of work.
    virtual bool cancelled() const = 0;
};

struct BackendTimes
{
    std::uint64_t uploadedBytes = 0;
    std::uint64_t gpuNanoseconds = 0;
};

class Backend
{
public:
    virtual ~Backend() = default;

    // Projects probes in order; results[i] is complete once monitor.finished(i + 1) or more was called.
    virtual BackendTimes project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                                 std::span<ProbeResult> results, Monitor& monitor) = 0;

    // Whether what projects such a probe gives the bits of the CPU backend: runs its self-test once.
    virtual bool passesSelfTest(const Shape& shape, PnFormat format, const ProjectSettings& settings) = 0;

    // Whether every kernel that ran so far gave the bits of the CPU backend in its self-test.
    virtual bool isReproducible() = 0;

    virtual std::string name() const = 0;
    virtual std::uint32_t subgroupSize() const { return 0; }
};

} // namespace pn
