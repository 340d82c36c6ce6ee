#pragma once

#include "core/format.h"
#include "core/geometry.h"
#include "core/normalize.h"

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

// A cubemap in the caller's memory that is to be written.
struct CubemapTarget
{
    PnFormat format = PN_FORMAT_UNDEFINED;
    std::size_t rowPitch = 0;
    std::array<std::byte*, 6> faces{};

    FaceTarget face(std::uint32_t index) const { return {format, rowPitch, faces[index]}; }
};

struct NormalizeJob
{
    std::span<const ProbeView> mips; // of one format
    std::span<const CubemapTarget> targets;
    const PnSh* light = nullptr; // of the probe; null: the projection of the first mip
    ProjectSettings settings;    // of the projection; its policy is that of the texels to divide, too
    std::vector<shared::DenominatorParams> denominators; // of each mip, or one for all

    bool isRgb() const { return denominators.front().isRgb != 0; }
    std::size_t denominatorOf(std::size_t mip) const { return denominators.size() > 1 ? mip : 0; }
};

struct NormalizeResult
{
    ProbeResult projection;                 // the light as given, where it was
    std::vector<std::uint32_t> deringSteps; // of each denominator
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
    virtual bool passesSelfTest(const NormalizeJob& job) = 0;

    // Divides the mips of a cubemap by the probe's own light.
    virtual BackendTimes normalize(const NormalizeJob& job, NormalizeResult& result, Monitor& monitor) = 0;

    // Whether every kernel that ran so far gave the bits of the CPU backend in its self-test.
    virtual bool isReproducible() = 0;

    virtual std::string name() const = 0;
    virtual std::uint32_t subgroupSize() const { return 0; }
};

} // namespace pn
