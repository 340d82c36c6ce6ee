// What a job does in which order: probes are packed into steps, and a step's texels travel and run together. Pure
// arithmetic, without buffers. A submission to our own queue is a step; a host's command buffer takes all of them.
#pragma once

#include "vulkan/passes/chunks.h"

#include "core/backend.h"

#include <functional>

namespace pn::vulkan {

// A cubemap with its mips, or an equirect map, and what is asked of it. Equal ones go through the passes side by side.
struct PlanProbe
{
    Shape shape; // of the first mip
    PnFormat format = PN_FORMAT_UNDEFINED;
    std::uint32_t mipCount = 1; // that are normalized; 1 where none is
    bool isNormalized = false;
    bool isLightGiven = false;                        // so that the first mip is not projected
    const shared::DenominatorParams* lobes = nullptr; // of isNormalized; lobeCount of them
    std::uint32_t lobeCount = 0;

    bool operator==(const PlanProbe&) const = default;

    bool isProjected() const { return !isLightGiven; }
    Shape mipShape(std::uint32_t mip) const
    {
        return mip == 0 ? shape : Shape::cubemap(std::max(1u, shape.width >> mip));
    }
    std::uint64_t inputBytes() const; // of all mips
};

PlanProbe makePlanProbe(const ProbeTask& task);

struct PlanLimits
{
    std::uint64_t stepBytes = 0; // texels read, and texels written, by a step
    VkPhysicalDeviceLimits device{};
    std::uint32_t bands = 3;
    std::function<bool(const Shape&)> finishesInOnePass; // see projectChunks
};

// Texels that pass through one dispatch of a kernel, or of both.
struct StepChunk
{
    std::uint32_t group = 0; // of the step
    std::uint32_t mip = 0;
    Shape shape; // of that mip
    PnFormat format = PN_FORMAT_UNDEFINED;
    Chunk chunk;
    bool isProjected = false, isNormalized = false;
    std::uint64_t texels = 0, texelBytes = 0;   // in the step's texels
    std::uint64_t results = 0, resultBytes = 0; // in the step's results
};

// Equal probes of a step. One that is too large for a step is a group of its own in several steps.
struct StepGroup
{
    PlanProbe kind;
    std::vector<std::uint32_t> probes;  // by number in the job
    std::uint64_t lights = 0;           // where given: in the step's texels, 27 floats for each probe
    bool isFirst = true, isLast = true; // of the group's steps
    bool endsProjection = true;         // all of its texels have been projected when this step ends

    std::uint32_t probeCount() const { return std::uint32_t(probes.size()); }
};

struct Step
{
    std::vector<StepGroup> groups;
    std::vector<StepChunk> chunks;
    std::uint64_t texelBytes = 0, resultBytes = 0; // of the memory that it goes through
    std::uint64_t inputBytes = 0;                  // texels alone, without gaps
    std::uint32_t finishedProbes = 0;              // of the job, counted from its first

    std::uint32_t setCount() const { return 2 * std::uint32_t(chunks.size()) + std::uint32_t(groups.size()); }
};

// Light as denominator.comp reads it.
inline constexpr std::uint32_t kLightFloats = 27;

// Throws Error(PN_ERROR_UNSUPPORTED) where no buffer of the device holds the least chunk of a map.
std::vector<Step> makeSteps(std::span<const PlanProbe> probes, const PlanLimits& limits);

} // namespace pn::vulkan
