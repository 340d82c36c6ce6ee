#include "vulkan/lent_device.h"

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

// What halves the device takes for exact cannot be tried before the first recording: denormals go the integer way.
LentDevice::LentDevice(const PnVulkanDevice& lent, const LentOptions& options, Log log)
    : m_instance(std::make_shared<Instance>(lent.getInstanceProcAddr, lent.instance)),
      m_device(makeDevice(m_instance, lent)), m_log(std::move(log)),
      m_chunkBytes(options.chunkBytes != 0 ? options.chunkBytes : kChunkBytes),
      m_projectKernels(*m_device, options.subgroups, false), m_divideKernels(*m_device, false),
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

std::optional<bool> LentDevice::verdict(const TestKey& key) const
{
    const auto found = m_verdicts.find(key);
    return found != m_verdicts.end() ? std::optional(found->second) : std::nullopt;
}

void LentDevice::note(const TestKey& key, bool passed)
{
    m_verdicts.emplace(key, passed);
    if (!passed && m_log)
        m_log(PN_LOG_WARNING, (name() + " does not give the CPU backend's bits").c_str());
}

bool LentDevice::isReproducible() const
{
    return !m_verdicts.empty() &&
           std::all_of(m_verdicts.begin(), m_verdicts.end(), [](const auto& entry) { return entry.second; });
}

BackendTimes LentBackend::project(std::span<const ProbeView>, const ProjectSettings&, std::span<ProbeResult>, Monitor&)
{
    refuse();
}

BackendTimes LentBackend::normalize(const NormalizeJob&, NormalizeResult&, Monitor&)
{
    refuse();
}

} // namespace pn::vulkan
