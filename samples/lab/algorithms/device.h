#pragma once

#include "lab/algorithms/ladders.h"
#include "lab/shaders/lab.h"

#include "vulkan/device/compute_pipeline.h"
#include "vulkan/device/device.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pn::lab {

// A kernel of the lab by its name in kernels.cmake.
const vulkan::Kernel& labKernel(std::string_view name);

// Specialization constants by their ids.
using Constants = std::map<std::uint32_t, std::uint32_t>;

// Optional features that rungs use.
struct Features
{
    bool floatAtomicAdd = false; // on storage buffers
};

// A device with those of the features that it has.
class LabDevice
{
public:
    LabDevice(const std::shared_ptr<vulkan::Instance>& instance, const vulkan::PhysicalDevice& physical);

    vulkan::Device& device() { return m_device; }
    const vulkan::Device& device() const { return m_device; }
    const vulkan::PipelineLayout& layout() const { return m_layout; }
    std::uint32_t maxGroupSize() const;

    // Words that a storage buffer's binding holds.
    std::uint32_t maxWords() const { return m_device.limits().maxStorageBufferRange / 4; }

    // Why this device cannot run a rung with groups of so many lanes; "" when it can.
    std::string whyUnsupported(const Rung& rung, std::uint32_t groupSize) const;

    // Made at the first call and kept.
    const vulkan::ComputePipeline& pipeline(const std::string& kernel, const Constants& constants);

    bool hasFloatAtomics() const { return m_features.floatAtomicAdd; }

private:
    std::string whySubgroupsFail(Needs needs) const;

    struct FeatureChain;
    LabDevice(std::shared_ptr<vulkan::Instance> instance, const vulkan::PhysicalDevice& physical,
              const FeatureChain& chain);

    Features m_features;
    vulkan::Device m_device;
    vulkan::PipelineLayout m_layout;
    std::map<std::pair<std::string, Constants>, std::unique_ptr<vulkan::ComputePipeline>> m_pipelines;
};

} // namespace pn::lab
