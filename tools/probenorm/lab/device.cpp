#include "lab/device.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace pn::lab {
namespace {

using namespace pn::vulkan;

#include "lab_kernel_table.inc" // kKernels; the build makes it from shaders/kernels.cmake

bool hasExtension(const Instance& instance, VkPhysicalDevice device, const char* name)
{
    std::uint32_t count = 0;
    PN_VK(instance.fn().vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr));
    std::vector<VkExtensionProperties> extensions(count);
    PN_VK(instance.fn().vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data()));
    return std::any_of(extensions.begin(), extensions.end(),
                       [name](const VkExtensionProperties& e) { return std::strcmp(e.extensionName, name) == 0; });
}

} // namespace

// The structs of a query for features, and again of the request for those that were found.
struct LabDevice::FeatureChain
{
    VkPhysicalDeviceVulkanMemoryModelFeatures memoryModel{};
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floatAtomics{};
    DeviceExtras extras;

    FeatureChain(const Instance& instance, VkPhysicalDevice device)
    {
        memoryModel.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES;
        floatAtomics.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT;
        add(instance, device, VK_KHR_VULKAN_MEMORY_MODEL_EXTENSION_NAME, memoryModel);
        add(instance, device, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME, floatAtomics);
        VkPhysicalDeviceFeatures2 query{};
        query.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
        query.pNext = const_cast<void*>(extras.features);
        instance.fn().vkGetPhysicalDeviceFeatures2(device, &query);
    }
    FeatureChain(const FeatureChain&) = delete;
    FeatureChain& operator=(const FeatureChain&) = delete;

    Features found() const
    {
        return {floatAtomics.shaderBufferFloat32AtomicAdd == VK_TRUE,
                memoryModel.vulkanMemoryModel == VK_TRUE && memoryModel.vulkanMemoryModelDeviceScope == VK_TRUE};
    }

private:
    template <typename Struct>
    void add(const Instance& instance, VkPhysicalDevice device, const char* extension, Struct& features)
    {
        if (!hasExtension(instance, device, extension))
            return;
        features.pNext = const_cast<void*>(extras.features);
        extras.features = &features;
        extras.extensions.push_back(extension);
    }
};

namespace {

VkSubgroupFeatureFlags neededOperations(Subgroups subgroups)
{
    switch (subgroups)
    {
    case Subgroups::None: return 0;
    case Subgroups::Basic: return VK_SUBGROUP_FEATURE_BASIC_BIT;
    case Subgroups::ShuffleRelative: return VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;
    case Subgroups::Arithmetic: return VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;
    default: return VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
    }
}

const char* operationName(Subgroups subgroups)
{
    switch (subgroups)
    {
    case Subgroups::ShuffleRelative: return "subgroup shuffle-relative operations";
    case Subgroups::Arithmetic: return "subgroup arithmetic";
    case Subgroups::Shuffle: return "subgroup shuffles";
    default: return "subgroups in compute shaders";
    }
}

} // namespace

std::span<const Kernel> labKernels()
{
    return kKernels;
}

const Kernel& labKernel(std::string_view name)
{
    const auto found =
        std::find_if(std::begin(kKernels), std::end(kKernels), [name](const Kernel& k) { return k.name == name; });
    assert(found != std::end(kKernels));
    return *found;
}

LabDevice::LabDevice(const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical)
    : LabDevice(instance, physical, FeatureChain(*instance, physical.handle))
{
}

LabDevice::LabDevice(std::shared_ptr<Instance> instance, const PhysicalDevice& physical, const FeatureChain& chain)
    : m_features(chain.found()), m_device(std::move(instance), physical, chain.extras), m_layout(m_device)
{
}

std::uint32_t LabDevice::maxGroupSize() const
{
    return std::min(m_device.limits().maxComputeWorkGroupInvocations, m_device.limits().maxComputeWorkGroupSize[0]);
}

std::string LabDevice::whyUnsupported(const Rung& rung, std::uint32_t groupSize) const
{
    const VkPhysicalDeviceSubgroupProperties& subgroup = m_device.physical().subgroup;
    if (groupSize > maxGroupSize())
        return "workgroups of this device have at most " + std::to_string(maxGroupSize()) + " lanes";
    if (rung.subgroups != Subgroups::None && (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0)
        return std::string("the device has no ") + operationName(Subgroups::Basic);
    const VkSubgroupFeatureFlags needed = neededOperations(rung.subgroups);
    if ((subgroup.supportedOperations & needed) != needed)
        return std::string("the device has no ") + operationName(rung.subgroups);
    if (rung.subgroups != Subgroups::None && subgroup.subgroupSize < shared::kLabLeastSubgroup)
        return "subgroups of this device have fewer than " + std::to_string(shared::kLabLeastSubgroup) + " lanes";
    if (rung.ending == Ending::LastGroup && !m_features.memoryModel)
        return "the device lacks vulkanMemoryModel with device scope";
    return "";
}

const Kernel& LabDevice::kernel(const Rung& rung, Operator op) const
{
    const bool addsAtomically = rung.ending == Ending::Atomic && op == Operator::SumFloat && m_features.floatAtomicAdd;
    return labKernel(addsAtomically ? "atomic_float" : rung.name);
}

} // namespace pn::lab
