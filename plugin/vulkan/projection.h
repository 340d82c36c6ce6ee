#pragma once

#include "vulkan/commands.h"
#include "vulkan/compute_pipeline.h"

#include "core/backend.h"
#include "core/sh_finalize.h"
#include "shared/sh_project.h"

#include <map>
#include <memory>

namespace pn::vulkan {

// Lanes of a workgroup: the most that every Vulkan device has. The bits do not depend on it.
inline constexpr std::uint32_t kGroupSize = 128;

// Small cubemaps go through workgroups that hold whole probes. Partials would cost them more than their few bytes: with
// reads under way without a pause, a write delays many (docs/performance.md). At 5 bands, registers cost more.
inline constexpr std::uint32_t kMaxWholeBands = 4;
inline constexpr std::uint32_t kMaxWholeLanes = 192; // of a probe: 64 texels a side
inline constexpr std::uint32_t kMinWholeLanes = 24;  // 7 texels a side

// What fixes a projection pipeline.
struct KernelVariant
{
    std::uint32_t format = 0; // shared::kTexel...
    std::uint32_t bands = 3;
    bool clamps = false;
    bool equirect = false;
    std::uint32_t lanes = kGroupSize;
    std::uint32_t probes = 0; // that a workgroup takes whole and finishes; 0: it makes partials

    auto operator<=>(const KernelVariant&) const = default;
};

// What fixes a pipeline of the last pass.
struct FinalizeVariant
{
    std::uint32_t bands = 3;
    std::uint32_t partials = 1; // of a face
    std::uint32_t faces = 6;

    auto operator<=>(const FinalizeVariant&) const = default;
};

std::uint32_t texelKind(PnFormat format);                              // shared::kTexel...
std::uint32_t finishFloats(std::uint32_t probes, std::uint32_t bands); // of shared memory, to finish whole probes
const char* kernelSuffix(std::uint32_t texelKind);                     // of the kernels for texels of that kind

// The kernels of the projection on one device; pipelines are made when they are first asked for.
class ProjectKernels
{
public:
    // exactHalves: the device is trusted to turn denormal halves into floats exactly, which Vulkan leaves open; the
    // self-test tells whether it does.
    ProjectKernels(Device& device, bool subgroups, bool exactHalves);

    const PipelineLayout& layout() const { return m_layout; }
    bool usesSubgroups() const { return m_subgroups; }
    KernelVariant variant(const Shape& shape, PnFormat format, const ProjectSettings& settings) const;
    Shape testShape(const Shape& shape, std::uint32_t bands) const; // a small one that goes the same way
    VkPipeline project(const KernelVariant& variant);
    VkPipeline combine();
    VkPipeline finalize(const FinalizeVariant& variant);

private:
    std::uint32_t probesPerGroup(const Shape& shape, std::uint32_t bands) const;
    std::uint32_t scratchFloats(const KernelVariant& variant) const;

    Device& m_device;
    PipelineLayout m_layout;
    bool m_subgroups, m_exactHalves;
    std::map<KernelVariant, std::unique_ptr<ComputePipeline>> m_project;
    std::unique_ptr<ComputePipeline> m_combine;
    std::map<FinalizeVariant, std::unique_ptr<ComputePipeline>> m_finalize;
};

// A run of whole faces, or some segments of one face, that go through the kernel in one dispatch.
struct Chunk
{
    std::uint32_t firstItem = 0; // faces, counted through all probes
    std::uint32_t itemCount = 0;
    std::uint32_t firstSegment = 0;
    std::uint32_t segmentCount = 0; // all, unless the chunk is a part of a face
    std::uint32_t rowBegin = 0;     // of the quarter
    std::uint32_t rowEnd = 0;
    bool isPart = false;
    std::uint64_t bytes = 0; // in the texel buffer: whole faces, or the upper and the lower band of rows
};

// One shape and format, some probes: buffers and passes from texels to coefficients. Record a clear, all chunks in
// any order, and a finish; barriers between the passes are part of the recording.
class Projection
{
public:
    Projection(Device& device, ProjectKernels& kernels, const Shape& shape, PnFormat format,
               const ProjectSettings& settings, std::uint32_t probeCount);

    // Probes whose partials fit into one storage buffer of this device.
    static std::uint32_t maxProbes(const Device& device, const Shape& shape, std::uint32_t bands);

    // The texel bytes of the least part that a dispatch takes, and whether a storage buffer holds them: Vulkan promises
    // room for all but maps wider than 16384 texels.
    static std::uint64_t leastChunkBytes(const Shape& shape, PnFormat format);
    static bool fits(const VkPhysicalDeviceLimits& limits, const Shape& shape, PnFormat format);

    // Whether its partials are more than the last pass adds, so that sh_combine runs before it.
    static bool isCombined(const Shape& shape);

    std::vector<Chunk> chunks(std::uint64_t maxBytes) const; // throws Error(PN_ERROR_UNSUPPORTED) unless it fits

    // Makes the pipelines that recording asks for, where it is no time for that.
    void makePipelines();

    // Clears the counts. Geometry for the rows of a chunk must have been uploaded before it is recorded.
    void recordClear(VkCommandBuffer commands);
    bool hasGeometry(const Chunk& chunk) const;
    std::unique_ptr<Buffer> recordGeometry(VkCommandBuffer commands, const Chunk& chunk); // keep until it has run
    // The two halves of it, for what is recorded many times.
    std::unique_ptr<Buffer> makeGeometry(const Chunk& chunk);
    void recordGeometry(VkCommandBuffer commands, const Chunk& chunk, const Buffer& upload);
    void recordChunk(VkCommandBuffer commands, const Chunk& chunk, VkDescriptorSet set);
    void recordFinish(VkCommandBuffer commands);   // coefficients on the device
    void recordReadback(VkCommandBuffer commands); // and in the host's memory

    // What a chunk's descriptor set holds, given its texels.
    std::array<BufferRange, kBindingCount> bindings(const BufferRange& texels) const;

    const Buffer& coefficients() const { return m_coefficients; } // on the device, once the finish has run
    void readResults(std::span<ProbeResult> results);             // after the finish has run

private:
    std::uint32_t itemCount() const { return m_probeCount * m_shape.faceCount; }
    void setGeometryRows(const Chunk& chunk);
    bool takesWholeProbes() const { return m_variant.probes != 0; }
    std::uint64_t partialBytes() const;
    std::uint32_t partialFloats() const { return 3 * momentCount(m_settings.bands); }
    shared::ShProjectParams params(const Chunk& chunk) const;
    void recordReduce(VkCommandBuffer commands, VkPipeline pipeline, VkDescriptorSet set,
                      const shared::ShReduceParams& params);
    std::uint32_t recordCombines(VkCommandBuffer commands);

    Device& m_device;
    ProjectKernels& m_kernels;
    Shape m_shape;
    PnFormat m_format;
    ProjectSettings m_settings;
    KernelVariant m_variant;
    std::uint32_t m_probeCount;
    FinalizePlan m_plan;

    std::uint32_t m_laneColumnsLog2, m_groupLanesLog2, m_blocksPerItem;
    std::uint32_t m_geometryRows; // rows of weight and slope that the geometry buffer holds at a time
    std::uint32_t m_geometryBegin = 0, m_geometryEnd = 0;
    Buffer m_geometry, m_partials, m_combined, m_counts, m_coefficients, m_readback;
    DescriptorSets m_sets;
};

} // namespace pn::vulkan
