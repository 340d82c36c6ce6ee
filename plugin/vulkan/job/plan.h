// The order of the work of a job. Probes are packed into steps; the texels of a step are copied and processed
// together. Pure arithmetic, without buffers. On our own queue each step is a submission; a host's command buffer
// takes all steps.
#pragma once

#include "vulkan/passes/chunks.h"

#include "core/backend.h"

#include <functional>

namespace pn::vulkan {

// A cubemap with its mips, or an equirectangular map, and the work to do on it. Equal probes go through the passes
// side by side.
struct PlanProbe
{
    Shape shape; // of the first mip
    PnFormat format = PN_FORMAT_UNDEFINED;
    std::uint32_t mipCount = 1; // mips to normalize; 1 if nothing is normalized
    std::uint32_t madeMips = 0; // so many of the last mips are made on the device
    bool isNormalized = false;
    bool isLightGiven = false;                        // then the first mip is not projected
    const shared::DenominatorParams* lobes = nullptr; // lobeCount of them; only if isNormalized
    std::uint32_t lobeCount = 0;

    bool operator==(const PlanProbe&) const = default;

    bool isProjected() const { return !isLightGiven; }
    Shape mipShape(std::uint32_t mip) const
    {
        return mip == 0 ? shape : Shape::cubemap(std::max(1u, shape.width >> mip));
    }
    std::uint32_t givenMips() const { return mipCount - madeMips; }
    std::uint64_t inputBytes() const;  // of the given mips
    std::uint64_t resultBytes() const; // of all mips; 0 if nothing is normalized

private:
    std::uint64_t texelsOf(std::uint32_t mips) const; // of the first mips
};

PlanProbe makePlanProbe(const ProbeTask& task);

// Whether the device can make the probe's mips: a face of the mip that they are made from, with all its rows, goes into
// a step of so many bytes.
bool canMakeMips(const PlanProbe& probe, std::uint64_t stepBytes);

struct PlanLimits
{
    std::uint64_t stepBytes = 0; // limit for the texels that a step reads, and for those that it writes
    VkPhysicalDeviceLimits device{};
    std::uint32_t bands = 3;
    std::function<bool(const Shape&)> finishesInOnePass; // see projectChunks
};

// The texels of one dispatch of the projection, of the normalization, or of both.
struct StepChunk
{
    std::uint32_t group = 0; // index in the step
    std::uint32_t mip = 0;
    Shape shape;                                 // of that mip
    PnFormat format = PN_FORMAT_UNDEFINED;       // kMadeFormat if it is made
    PnFormat targetFormat = PN_FORMAT_UNDEFINED; // of the results
    Chunk chunk;
    bool isProjected = false, isNormalized = false;
    bool isMade = false;                        // of the chunk before it, which has the same faces of the mip before
    std::uint64_t texels = 0, texelBytes = 0;   // range in the step's texels, or in its made texels
    std::uint64_t results = 0, resultBytes = 0; // range in the step's results
};

// Equal probes of a step. A probe that is too large for one step is a group of its own in each of its steps.
struct StepGroup
{
    PlanProbe kind;
    std::vector<std::uint32_t> probes;  // their numbers in the job
    std::uint64_t lights = 0;           // offset of given lights in the step's texels, 27 floats per probe
    bool isFirst = true, isLast = true; // whether this is the first and the last step of the group
    bool endsProjection = true;         // whether this step completes the projection

    std::uint32_t probeCount() const { return std::uint32_t(probes.size()); }
};

struct Step
{
    std::vector<StepGroup> groups;
    std::vector<StepChunk> chunks;
    std::uint64_t texelBytes = 0, resultBytes = 0, madeBytes = 0; // bytes of memory that the step uses
    std::uint64_t inputBytes = 0;                                 // bytes of texels alone, without gaps for alignment
    std::uint32_t finishedProbes = 0;                             // probes of the job that are finished after this step

    std::uint32_t setCount() const { return 2 * std::uint32_t(chunks.size()) + std::uint32_t(groups.size()); }
};

// Where the next range of a buffer may begin. No device needs more than 256 bytes, and copies from images need whole
// texels, which may have 12 bytes.
constexpr std::uint64_t aligned(std::uint64_t bytes)
{
    constexpr std::uint64_t kAlignment = 768;
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// A given light in the layout that denominator.comp reads.
inline constexpr std::uint32_t kLightFloats = 27;

// Throws Error(PN_ERROR_UNSUPPORTED) if even the smallest chunk of a map is larger than any buffer of the device.
std::vector<Step> makeSteps(std::span<const PlanProbe> probes, const PlanLimits& limits);

} // namespace pn::vulkan
