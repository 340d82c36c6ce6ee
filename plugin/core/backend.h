#pragma once

#include "core/kernel/format.h"
#include "core/kernel/geometry.h"
#include "core/kernel/normalize.h"
#include "core/prefilter/prefilter_table.h"

#include <array>
#include <optional>
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

// The work on one cubemap or map: its projection, or its normalization by its own light.
struct ProbeTask
{
    std::span<const ProbeView> mips = {};        // of one format; only the first is used if nothing is normalized
    std::span<const CubemapTarget> targets = {}; // one per mip; empty: nothing is normalized
    std::size_t madeMips = 0;    // so many of the last mips have no texels and are made from the mip before
    const PnSh* light = nullptr; // the light to normalize by; null: the projection of the first mip
    std::span<const shared::DenominatorParams> lobes = {}; // one per mip, or one for all; they define the denominators

    bool isNormalized() const { return !targets.empty(); }
    bool isRgb() const { return lobes.front().isRgb != 0; }
    std::size_t lobeOf(std::size_t mip) const { return lobes.size() > 1 ? mip : 0; }
};

struct NormalizeResult
{
    ProbeResult projection;                 // the given light, if there was one
    std::vector<std::uint32_t> deringSteps; // of each lobe
};

// The prefiltering of one cubemap.
struct PrefilterTask
{
    ProbeView source;
    std::span<const PrefilterMip> mips;
    std::span<const CubemapTarget> targets; // one per mip
};

// The compression of one picture to BC6H.
struct Bc6hTask
{
    ProbeView picture;
    std::uint32_t effort = 0; // shared::kBc6hLow, ...
    bool isSigned = false;
    std::byte* blocks = nullptr; // of the whole picture, row after row

    std::uint32_t columns() const { return (picture.shape.width + 3) / 4; }
    std::uint32_t rows() const { return (picture.shape.height + 3) / 4; } // of blocks
};

// How the caller follows a call. All functions are called on the calling thread.
class Monitor
{
public:
    virtual ~Monitor() = default;

    // The first completed probes have their results. Throws Error(PN_ERROR_CANCELLED) if the caller wants to stop, and
    // any other error that should end the call.
    virtual void finished(std::uint32_t completed) = 0;

    // Whether the caller wants to stop. Backends ask between chunks of work.
    virtual bool cancelled() const = 0;
};

struct BackendTimes
{
    std::uint64_t uploadedBytes = 0;
    std::uint64_t gpuNanoseconds = 0; // 0 if a part of it could not be measured

    // A part of the device's work, or none where its time is unknown.
    void addGpuTime(std::optional<std::uint64_t> nanoseconds)
    {
        m_isMeasured = m_isMeasured && nanoseconds.has_value();
        gpuNanoseconds = m_isMeasured ? gpuNanoseconds + *nanoseconds : 0;
    }

    void add(const BackendTimes& times)
    {
        uploadedBytes += times.uploadedBytes;
        addGpuTime(times.m_isMeasured ? std::optional(times.gpuNanoseconds) : std::nullopt);
    }

private:
    bool m_isMeasured = true;
};

class Backend
{
public:
    virtual ~Backend() = default;

    // Projects probes in order; results[i] is complete once monitor.finished(i + 1) or more was called.
    virtual BackendTimes project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                                 std::span<ProbeResult> results, Monitor& monitor) = 0;

    // Projects cubemaps where their light is not given, and normalizes their mips; in order, as project() does. The
    // settings' policy is that of the texels to normalize, too.
    virtual BackendTimes normalize(std::span<const ProbeTask> tasks, const ProjectSettings& settings,
                                   std::span<NormalizeResult> results, Monitor& monitor) = 0;

    // Makes the mips of cubemaps, in order, as project() does. Tasks that follow each other go together where they are
    // alike.
    virtual BackendTimes prefilter(std::span<const PrefilterTask> tasks, const TexelPolicy& policy,
                                   Monitor& monitor) = 0;

    virtual void encodeBc6h(const Bc6hTask& task) = 0;

    // Whether it compresses such a picture.
    virtual bool canEncodeBc6h(const Bc6hTask& task) const = 0;

    // Whether it prefilters such a cubemap.
    virtual bool canPrefilter(const PrefilterTask& task) const = 0;

    // Whether it makes the mips of such a task; true if none are to be made.
    virtual bool canMakeMips(const ProbeTask& task) const = 0;

    // Whether the kernels for such a task give the bits of the CPU backend: runs their self-tests once.
    virtual bool passesSelfTest(const ProbeTask& task, const ProjectSettings& settings) = 0;

    virtual bool passesSelfTest(const PrefilterTask& task, const TexelPolicy& policy) = 0;

    virtual bool passesSelfTest(const Bc6hTask& task) = 0;

    // Whether every kernel that ran so far gave the bits of the CPU backend in its self-test.
    virtual bool isReproducible() = 0;

    virtual std::string name() const = 0;
    virtual std::uint32_t subgroupSize() const { return 0; }
};

} // namespace pn
