#include "vulkan/job/host_device.h"

#include "core/error.h"
#include "core/parallel.h"

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kChunkBytes = 64u << 20; // a cubemap of 1024 x 1024 half floats

std::unique_ptr<Device> makeDevice(const std::shared_ptr<Instance>& instance, const PnVulkanDevice& host)
{
    PhysicalDevice physical = instance->describe(host.physicalDevice);
    physical.roundsToNearest = physical.roundsToNearest && (host.flags & PN_VULKAN_FLOAT_CONTROLS) != 0;
    return std::make_unique<Device>(instance, physical, HostDeviceHandles{host.device, host.queueFamilyIndex});
}

[[noreturn]] void refuse()
{
    throw Error(PN_ERROR_UNSUPPORTED,
                "the context is on a host device, to which ProbeNorm does not submit; use pnCreateVulkanJob");
}

} // namespace

// No test can run before the first recording, so denormal half floats take the integer path.
HostDevice::HostDevice(const PnVulkanDevice& host, const HostDeviceOptions& options, Log log)
    : m_instance(std::make_shared<Instance>(host.getInstanceProcAddr, host.instance)),
      m_device(makeDevice(m_instance, host)), m_log(std::move(log)),
      m_chunkBytes(options.chunkBytes != 0 ? options.chunkBytes : kChunkBytes),
      m_threadCount(resolveThreadCount(options.threadCount)), m_tables(options.tables),
      m_projectKernels(*m_device, options.subgroups, false), m_normalizeKernels(*m_device, false),
      m_imageKernels(*m_device), m_prefilterKernels(*m_device)
{
}

VkFormatProperties HostDevice::formatProperties(VkFormat format) const
{
    VkFormatProperties properties{};
    m_instance->fn().vkGetPhysicalDeviceFormatProperties(m_device->physical().handle, format, &properties);
    return properties;
}

std::uint32_t HostDevice::subgroupSize() const
{
    return m_projectKernels.usesSubgroups() ? m_device->physical().subgroup.subgroupSize : 0;
}

void HostDevice::setTestResult(const TestKey& key, bool passed)
{
    if (m_tests.result(key))
        return;
    m_tests.setResult(key, passed);
    if (!passed && m_log)
        m_log(PN_LOG_WARNING, (name() + " does not give the CPU backend's bits").c_str());
}

BackendTimes HostDeviceBackend::project(std::span<const ProbeView>, const ProjectSettings&, std::span<ProbeResult>,
                                        Monitor&)
{
    refuse();
}

BackendTimes HostDeviceBackend::normalize(std::span<const ProbeTask>, const ProjectSettings&,
                                          std::span<NormalizeResult>, Monitor&)
{
    refuse();
}

BackendTimes HostDeviceBackend::prefilter(std::span<const PrefilterTask>, const TexelPolicy&, Monitor&)
{
    refuse();
}

void HostDeviceBackend::encodeBc6h(const Bc6hTask&)
{
    refuse();
}

} // namespace pn::vulkan
