// BC6H on a device: the host's half of bc6h_encode.comp.
#pragma once

#include "vulkan/device/compute_pipeline.h"
#include "vulkan/passes/tables.h"

#include "shared/bc6h_encode.h"

#include <map>
#include <memory>

namespace pn::vulkan {

// The encoders of all efforts, made when they are asked for, and the tables that they read.
class Bc6hKernels
{
public:
    explicit Bc6hKernels(Device& device) : m_device(device), m_layout(device) {}

    const PipelineLayout& layout() const { return m_layout; }
    const ComputePipeline& pipeline(std::uint32_t effort, bool isSigned);

    void recordTables(VkCommandBuffer commands); // before the first dispatch of a command buffer

    // texels: of RGBA16F, row after row without gaps.
    Bindings bindings(const BufferRange& texels, const BufferRange& blocks);

    void record(VkCommandBuffer commands, const ComputePipeline& pipeline, VkDescriptorSet set, std::uint32_t width,
                std::uint32_t height) const;

private:
    void makeTables();

    Device& m_device;
    PipelineLayout m_layout;
    std::map<std::pair<std::uint32_t, bool>, std::unique_ptr<ComputePipeline>> m_pipelines;
    std::unique_ptr<Tables> m_tables;
    std::unique_ptr<Buffer> m_made;
};

} // namespace pn::vulkan
