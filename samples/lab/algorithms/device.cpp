#include "lab/algorithms/device.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace pn::lab {
namespace {

using namespace pn::vulkan;

#include "lab_kernel_table.inc" // kKernels; the build makes it from kernels.cmake

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
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floatAtomics{};
    DeviceExtras extras;

    FeatureChain(const Instance& instance, VkPhysicalDevice device)
    {
        floatAtomics.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT;
        add(instance, device, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME, floatAtomics);
        auto query = vkStruct<VkPhysicalDeviceFeatures2>();
        query.pNext = const_cast<void*>(extras.features);
        instance.fn().vkGetPhysicalDeviceFeatures2(device, &query);
    }
    FeatureChain(const FeatureChain&) = delete;
    FeatureChain& operator=(const FeatureChain&) = delete;

    Features found() const { return {floatAtomics.shaderBufferFloat32AtomicAdd == VK_TRUE}; }

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

struct SubgroupNeed
{
    bool Needs::*need;
    VkSubgroupFeatureFlags operation;
    const char* name;
};

constexpr SubgroupNeed kSubgroupNeeds[] = {
    {&Needs::basic, VK_SUBGROUP_FEATURE_BASIC_BIT, "subgroups in compute shaders"},
    {&Needs::shuffle, VK_SUBGROUP_FEATURE_SHUFFLE_BIT, "subgroup shuffles"},
    {&Needs::shuffleRelative, VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT, "subgroup shuffle-relative operations"},
    {&Needs::ballot, VK_SUBGROUP_FEATURE_BALLOT_BIT, "subgroup ballots"},
    {&Needs::ballot, VK_SUBGROUP_FEATURE_VOTE_BIT, "subgroup votes"},
    {&Needs::arithmetic, VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, "subgroup arithmetic"},
};

} // namespace

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

std::string LabDevice::whySubgroupsFail(Needs needs) const
{
    const VkPhysicalDeviceSubgroupProperties& subgroup = m_device.physical().subgroup;
    const bool inCompute = (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
    needs.basic = needs.basic || needs.shuffle || needs.shuffleRelative || needs.ballot || needs.arithmetic;
    for (const auto& [need, operation, name] : kSubgroupNeeds)
        if (needs.*need && (!inCompute || (subgroup.supportedOperations & operation) == 0))
            return std::string("the device has no ") + name;
    if (needs.basic && subgroup.subgroupSize < shared::kLabLeastSubgroup)
        return "subgroups of this device have fewer than " + std::to_string(shared::kLabLeastSubgroup) + " lanes";
    return "";
}

std::string LabDevice::whyUnsupported(const Rung& rung, std::uint32_t groupSize) const
{
    if (groupSize > maxGroupSize())
        return "workgroups of this device have at most " + std::to_string(maxGroupSize()) + " lanes";
    return whySubgroupsFail(rung.needs);
}

const ComputePipeline& LabDevice::pipeline(const std::string& kernel, const Constants& constants)
{
    auto& pipeline = m_pipelines[{kernel, constants}];
    if (pipeline == nullptr)
    {
        std::vector<SpecConstant> pairs;
        for (const auto& [id, value] : constants)
            pairs.push_back({id, value});
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout, labKernel(kernel), pairs);
    }
    return *pipeline;
}

} // namespace pn::lab
