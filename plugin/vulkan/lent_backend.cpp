#include "vulkan/lent_backend.h"

#include "core/error.h"

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kChunkBytes = 64u << 20; // a 1024 cubemap of halves

std::unique_ptr<Device> makeDevice(const std::shared_ptr<Instance>& instance, const PnVulkanDevice& lent)
{
    PhysicalDevice physical = instance->describe(lent.physicalDevice);
    physical.roundsToNearest = physical.roundsToNearest && (lent.flags & PN_VULKAN_FLOAT_CONTROLS) != 0;
    return std::make_unique<Device>(instance, physical, LentHandles{lent.device, lent.queueFamilyIndex});
}

[[noreturn]] void refuse()
{
    throw Error(PN_ERROR_UNSUPPORTED,
                "the context is on a lent device, which is not submitted to; use pnCreateVulkanJob");
}

} // namespace

// No test can run before the first recording, so denormal half floats take the integer path.
LentDevice::LentDevice(const PnVulkanDevice& lent, const LentOptions& options, Log log)
    : m_instance(std::make_shared<Instance>(lent.getInstanceProcAddr, lent.instance)),
      m_device(makeDevice(m_instance, lent)), m_log(std::move(log)),
      m_chunkBytes(options.chunkBytes != 0 ? options.chunkBytes : kChunkBytes),
      m_projectKernels(*m_device, options.subgroups, false), m_normalizeKernels(*m_device, false),
      m_fetchKernels(*m_device)
{
}

VkFormatProperties LentDevice::formatProperties(VkFormat format) const
{
    VkFormatProperties properties{};
    m_instance->fn().vkGetPhysicalDeviceFormatProperties(m_device->physical().handle, format, &properties);
    return properties;
}

std::uint32_t LentDevice::subgroupSize() const
{
    return m_projectKernels.usesSubgroups() ? m_device->physical().subgroup.subgroupSize : 0;
}

void LentDevice::setTestResult(const TestKey& key, bool passed)
{
    if (m_tests.result(key))
        return;
    m_tests.setResult(key, passed);
    if (!passed && m_log)
        m_log(PN_LOG_WARNING, (name() + " does not give the CPU backend's bits").c_str());
}

BackendTimes LentBackend::project(std::span<const ProbeView>, const ProjectSettings&, std::span<ProbeResult>, Monitor&)
{
    refuse();
}

BackendTimes LentBackend::normalize(std::span<const ProbeTask>, const ProjectSettings&, std::span<NormalizeResult>,
                                    Monitor&)
{
    refuse();
}

} // namespace pn::vulkan
