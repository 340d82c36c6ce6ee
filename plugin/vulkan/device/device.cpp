#include "vulkan/device/device.h"

#include "core/error.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <vector>

namespace pn::vulkan {
namespace {

constexpr VkDeviceSize kSmall = 64u << 10; // a block of at most this size may serve any smaller request

constexpr VkDeviceSize kIdleBytes = 256u << 20; // what normalizing a cubemap in chunks of 64 MiB uses

// An instance that is leaked on purpose, because its device was abandoned.
struct KeptInstance
{
    std::shared_ptr<Instance> instance;
    KeptInstance* next = nullptr;
};

std::atomic<KeptInstance*> keptInstances; // leak checkers find the instances through it; it has no destructor

// Leaks the instance, and with it the loader, on purpose: a driver thread may still be running its code.
void keep(std::shared_ptr<Instance> instance) noexcept
{
    auto* kept = new (std::nothrow) KeptInstance{std::move(instance), keptInstances.load()};
    while (kept != nullptr && !keptInstances.compare_exchange_weak(kept->next, kept))
        ;
}

} // namespace

std::optional<MemoryBlock> MemoryPool::take(std::uint32_t type, VkDeviceSize size) noexcept
{
    const VkDeviceSize most = std::max(2 * size, kSmall);
    for (std::size_t i = m_count; i-- > 0;) // the block that was given last fits most often
    {
        const MemoryBlock block = m_blocks[i];
        if (block.type != type || block.size < size || block.size > most)
            continue;
        m_blocks[i] = m_blocks[--m_count];
        m_bytes -= block.size;
        return block;
    }
    return std::nullopt;
}

std::optional<MemoryBlock> MemoryPool::takeAny() noexcept
{
    if (m_count == 0)
        return std::nullopt;
    const MemoryBlock block = m_blocks[--m_count];
    m_bytes -= block.size;
    return block;
}

bool MemoryPool::give(const MemoryBlock& block) noexcept
{
    if (m_count == m_blocks.size() || m_bytes + block.size > m_mostBytes)
        return false;
    m_blocks[m_count++] = block;
    m_bytes += block.size;
    return true;
}

Device::Device(std::shared_ptr<Instance> instance, const PhysicalDevice& physical, const DeviceExtras& extras)
    : m_instance(std::move(instance)), m_physical(physical), m_memoryPool(kIdleBytes)
{
    requireSupport();
    m_instance->fn().vkGetPhysicalDeviceMemoryProperties(physical.handle, &m_memory);
    chooseQueues();

    constexpr std::array kPriorities{1.0f, 1.0f};
    std::vector<VkDeviceQueueCreateInfo> queues;
    const auto addQueues = [&](std::uint32_t family, std::uint32_t count) {
        auto queue = vkStruct<VkDeviceQueueCreateInfo>();
        queue.queueFamilyIndex = family;
        queue.queueCount = count;
        queue.pQueuePriorities = kPriorities.data();
        queues.push_back(queue);
    };
    addQueues(m_compute.family, 1);
    if (m_transfer)
        addQueues(m_transfer->family, m_readback ? 2 : 1);

    std::vector<const char*> extensions = extras.extensions;
    if (physical.roundsToNearest)
        extensions.push_back(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
    auto info = vkStruct<VkDeviceCreateInfo>();
    info.pNext = extras.features;
    info.queueCreateInfoCount = std::uint32_t(queues.size());
    info.pQueueCreateInfos = queues.data();
    info.enabledExtensionCount = std::uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    PN_VK_CREATE(m_handle, m_instance->fn().vkCreateDevice, physical.handle, &info, nullptr);
    m_functions.vkDestroyDevice = reinterpret_cast<PFN_vkDestroyDevice>(
        m_instance->fn().vkGetDeviceProcAddr(m_handle, "vkDestroyDevice")); // first: a driver may lack another function
    try
    {
        m_functions = loadDeviceFunctions(m_instance->fn().vkGetDeviceProcAddr, m_handle);
    }
    catch (...)
    {
        if (m_functions.vkDestroyDevice != nullptr)
            m_functions.vkDestroyDevice(m_handle, nullptr);
        throw;
    }
    m_functions.vkGetDeviceQueue(m_handle, m_compute.family, 0, &m_compute.handle);
    if (m_transfer)
        m_functions.vkGetDeviceQueue(m_handle, m_transfer->family, 0, &m_transfer->handle);
    if (m_readback)
        m_functions.vkGetDeviceQueue(m_handle, m_readback->family, 1, &m_readback->handle);
}

Device::Device(std::shared_ptr<Instance> instance, const PhysicalDevice& physical, const HostDeviceHandles& host)
    : m_instance(std::move(instance)), m_physical(physical), m_handle(host.device), m_memoryPool(0),
      m_isHostDevice(true)
{
    requireSupport();
    m_instance->fn().vkGetPhysicalDeviceMemoryProperties(physical.handle, &m_memory);
    const auto families = queueFamilies();
    if (host.queueFamily >= families.size() || (families[host.queueFamily].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
        throw Error(PN_ERROR_INVALID_ARGUMENT, "device.queueFamilyIndex must be a family that computes");
    m_compute = Queue{.family = host.queueFamily, .timestampBits = families[host.queueFamily].timestampValidBits};
    m_functions = loadDeviceFunctions(m_instance->fn().vkGetDeviceProcAddr, m_handle);
}

Device::~Device()
{
    if (m_isHostDevice)
        return;
    if (m_isAbandoned)
    {
        keep(std::move(m_instance));
        return;
    }
    freeIdleMemory();
    m_functions.vkDestroyDevice(m_handle, nullptr);
}

bool Device::freeIdleMemory() noexcept
{
    bool isAny = false;
    while (const auto block = m_memoryPool.takeAny())
    {
        m_functions.vkFreeMemory(m_handle, block->handle, nullptr);
        isAny = true;
    }
    return isAny;
}

void Device::requireSupport() const
{
    if (m_physical.problem)
        throw *m_physical.problem;
    if (!m_physical.isSupported)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE,
                    std::string(m_physical.properties.deviceName) + " lacks Vulkan 1.1, which ProbeNorm needs");
}

std::vector<VkQueueFamilyProperties> Device::queueFamilies() const
{
    std::uint32_t count = 0;
    m_instance->fn().vkGetPhysicalDeviceQueueFamilyProperties(m_physical.handle, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    m_instance->fn().vkGetPhysicalDeviceQueueFamilyProperties(m_physical.handle, &count, families.data());
    return families;
}

void Device::chooseQueues()
{
    const auto families = queueFamilies();
    std::optional<std::uint32_t> compute;
    for (std::uint32_t i = 0; i < families.size(); ++i)
    {
        const VkQueueFlags flags = families[i].queueFlags;
        if ((flags & VK_QUEUE_COMPUTE_BIT) != 0 && !compute)
            compute = i;
        const VkQueueFlags work = flags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT);
        if (work != VK_QUEUE_TRANSFER_BIT || m_transfer)
            continue;
        m_transfer = Queue{.family = i, .timestampBits = families[i].timestampValidBits};
        if (families[i].queueCount > 1)
            m_readback = m_transfer;
    }
    if (!compute)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE,
                    std::string(m_physical.properties.deviceName) + " has no compute queue");
    m_compute = Queue{.family = *compute, .timestampBits = families[*compute].timestampValidBits};
}

} // namespace pn::vulkan
