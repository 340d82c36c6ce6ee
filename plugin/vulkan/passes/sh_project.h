// The projection on a device: the host's half of sh_project.comp, sh_combine.comp and sh_finalize.comp.
#pragma once

#include "core/kernel/sh_finalize.h"
#include "vulkan/device/commands.h"
#include "vulkan/passes/chunks.h"
#include "vulkan/passes/sh_project_kernels.h"
#include "vulkan/passes/tables.h"

#include "shared/sh_combine.h"
#include "shared/sh_finalize.h"
#include "shared/sh_project.h"

namespace pn::vulkan {

// Buffers and passes from the texels of one shape and format to coefficients, for up to so many probes at a time.
// Record a clear, tables and chunks in any order, and a finish. The functions below put barriers between the passes of
// several projections.
class ShProject
{
public:
    ShProject(Device& device, ShProjectKernels& kernels, const Shape& shape, PnFormat format,
              const ProjectSettings& settings, std::uint32_t mostProbes);

    std::uint32_t mostProbes() const { return m_mostProbes; }
    std::uint64_t bytes() const; // of device memory
    bool finishesInOnePass() const { return m_variant.finishesInOnePass(); }
    bool keepsAllRows() const { return m_tableRows == m_shape.rows(); } // else the tables hold a chunk's rows at a time

    // Makes the pipelines that recording asks for, where it is no time for that.
    void makePipelines();

    // The tables that a chunk's dispatch reads; the buffer must live until the copy has run.
    std::unique_ptr<Buffer> makeTables(const Chunk& chunk) const;
    void recordTables(VkCommandBuffer commands, const Buffer& made) const { m_tables.recordCopy(commands, made); }

    void recordClear(VkCommandBuffer commands);
    Bindings bindings(const BufferRange& texels) const; // of a chunk's descriptor set
    void recordChunk(VkCommandBuffer commands, const Chunk& chunk, VkDescriptorSet set);

    // The finish is so many passes one after the other, and none if finishesInOnePass().
    std::uint32_t finishCount() const;
    void recordFinish(VkCommandBuffer commands, std::uint32_t pass, std::uint32_t probeCount);

    // Coefficients, [probe][index][channel], once the finish has run.
    const Buffer& coefficients() const { return m_coefficients; }
    std::uint32_t floatsPerProbe() const { return 3 * momentCount(m_settings.bands); }

    // The results of so many probes in the host's memory.
    std::uint64_t reportBytes(std::uint32_t probeCount) const;
    void recordReport(VkCommandBuffer commands, const Buffer& report, std::uint64_t offset, std::uint32_t probeCount);
    ProbeResult readReport(const std::byte* report, std::uint32_t probeCount, std::uint32_t index) const;

private:
    std::uint64_t partialBytes() const;
    std::uint32_t combineCount() const;
    std::uint32_t partialsAfter(std::uint32_t combines) const;
    shared::ShProjectParams params(const Chunk& chunk) const;
    void updateSets();
    shared::ShFinalizeParams finalizeParams(std::uint32_t probeCount) const;
    void recordCombine(VkCommandBuffer commands, std::uint32_t pass, std::uint32_t probeCount);
    void recordFinalize(VkCommandBuffer commands, std::uint32_t probeCount);

    Device& m_device;
    ShProjectKernels& m_kernels;
    Shape m_shape;
    PnFormat m_format;
    ProjectSettings m_settings;
    ShProjectVariant m_variant;
    std::uint32_t m_mostProbes;
    FinalizePlan m_plan;
    std::uint32_t m_tableRows; // of weight and cosine that the tables hold at a time
    Tables m_tables;
    Buffer m_partials, m_combined, m_counts, m_coefficients;
    DescriptorSets m_sets; // combining forth and back, and the finish
};

// Projections run side by side. This is one, with its number of probes.
struct ProjectedProbes
{
    ShProject* projection = nullptr;
    std::uint32_t count = 0;
};

void recordClears(Device& device, VkCommandBuffer commands, std::span<const ProjectedProbes> probes);
void recordFinishes(Device& device, VkCommandBuffer commands, std::span<const ProjectedProbes> probes);

} // namespace pn::vulkan
