#include "lab/bench/bus.h"

#include "lab/bench/device_setup.h"

#include "core/error.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace pn::vulkan {

template <>
inline constexpr VkStructureType kStructureType<VkExternalMemoryBufferCreateInfo> =
    VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO;
template <>
inline constexpr VkStructureType kStructureType<VkImportMemoryHostPointerInfoEXT> =
    VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT;
template <>
inline constexpr VkStructureType kStructureType<VkMemoryHostPointerPropertiesEXT> =
    VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT;
template <>
inline constexpr VkStructureType kStructureType<VkPhysicalDeviceExternalMemoryHostPropertiesEXT> =
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT;

} // namespace pn::vulkan

namespace pn::bench {

using namespace pn::vulkan;

namespace {

constexpr std::chrono::milliseconds kTimeout{120'000};
constexpr std::uint64_t kBlockBytes = 512u << 20; // larger than the caches of most processors
constexpr std::uint64_t kSoftwareBlockBytes = 16u << 20;
constexpr auto kHostMemory = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;

std::uint64_t blockBytes(const PhysicalDevice& physical)
{
    return isSoftware(physical) ? kSoftwareBlockBytes : kBlockBytes;
}

bool hasExtension(const Instance& instance, VkPhysicalDevice device, const char* name)
{
    std::uint32_t count = 0;
    instance.fn().vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> all(count);
    instance.fn().vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data());
    return std::any_of(all.begin(), all.end(),
                       [name](const auto& extension) { return std::strcmp(extension.extensionName, name) == 0; });
}

} // namespace

// What a device says of imports before it is made.
struct Bus::ImportSupport
{
    ImportSupport(const Instance& instance, const PhysicalDevice& physical)
    {
        if (!hasExtension(instance, physical.handle, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME))
        {
            problem = "the driver lacks " VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME;
            return;
        }
        extras.extensions = {VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME};
        auto host = vkStruct<VkPhysicalDeviceExternalMemoryHostPropertiesEXT>();
        auto properties = vkStruct<VkPhysicalDeviceProperties2>();
        properties.pNext = &host;
        instance.fn().vkGetPhysicalDeviceProperties2(physical.handle, &properties);
        alignment = host.minImportedHostPointerAlignment;
    }

    DeviceExtras extras;
    std::uint64_t alignment = 1;
    std::string problem;
};

// A buffer over the caller's own pages, which stay pinned as long as it lives.
class Bus::ImportedPages
{
public:
    ImportedPages(const Device& device, const Instance& instance, std::span<std::byte> pages) : m_device(device)
    {
        try
        {
            create(pages.size());
            import(instance, pages);
            PN_VK(device.fn().vkBindBufferMemory(device.handle(), m_buffer, m_memory, 0));
        }
        catch (...)
        {
            destroy();
            throw;
        }
    }
    ~ImportedPages() { destroy(); }
    ImportedPages(const ImportedPages&) = delete;
    ImportedPages& operator=(const ImportedPages&) = delete;

    VkBuffer handle() const { return m_buffer; }

private:
    void create(VkDeviceSize bytes)
    {
        auto external = vkStruct<VkExternalMemoryBufferCreateInfo>();
        external.handleTypes = kHostMemory;
        auto info = vkStruct<VkBufferCreateInfo>();
        info.pNext = &external;
        info.size = bytes;
        info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
        PN_VK_CREATE(m_buffer, m_device.fn().vkCreateBuffer, m_device.handle(), &info, nullptr);
    }

    void import(const Instance& instance, std::span<std::byte> pages)
    {
        auto host = vkStruct<VkImportMemoryHostPointerInfoEXT>();
        host.handleType = kHostMemory;
        host.pHostPointer = pages.data();
        auto info = vkStruct<VkMemoryAllocateInfo>();
        info.pNext = &host;
        info.allocationSize = pages.size();
        info.memoryTypeIndex = memoryType(instance, pages.data());
        PN_VK_CREATE(m_memory, m_device.fn().vkAllocateMemory, m_device.handle(), &info, nullptr);
    }

    std::uint32_t memoryType(const Instance& instance, const void* pointer) const
    {
        const auto query = reinterpret_cast<PFN_vkGetMemoryHostPointerPropertiesEXT>(
            instance.fn().vkGetDeviceProcAddr(m_device.handle(), "vkGetMemoryHostPointerPropertiesEXT"));
        auto properties = vkStruct<VkMemoryHostPointerPropertiesEXT>();
        PN_VK(query(m_device.handle(), kHostMemory, pointer, &properties));
        VkMemoryRequirements requirements;
        m_device.fn().vkGetBufferMemoryRequirements(m_device.handle(), m_buffer, &requirements);
        const std::uint32_t types = properties.memoryTypeBits & requirements.memoryTypeBits;
        if (types == 0)
            throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the device takes none of the host's memory types for a buffer");
        return std::uint32_t(std::countr_zero(types));
    }

    void destroy() noexcept
    {
        if (m_device.isAbandoned())
            return;
        m_device.fn().vkDestroyBuffer(m_device.handle(), m_buffer, nullptr);
        m_device.fn().vkFreeMemory(m_device.handle(), m_memory, nullptr);
    }

    const Device& m_device;
    VkBuffer m_buffer = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
};

Bus::Bus(std::shared_ptr<Instance> instance, const PhysicalDevice& physical, const ImportSupport& support)
    : m_instance(std::move(instance)), m_importProblem(support.problem), m_importAlignment(support.alignment),
      m_device(m_instance, physical, support.extras), m_staging(m_device, blockBytes(physical), MemoryKind::Upload),
      m_target(m_device, blockBytes(physical), MemoryKind::Device), m_commands(m_device, queue())
{
    std::fill_n(m_staging.mapped(), m_staging.size(), std::byte{1}); // pages of its own
    m_staging.flush();
}

std::unique_ptr<Bus> Bus::open(std::uint32_t deviceIndex)
{
    auto instance = std::make_shared<Instance>(false, Log{});
    const PhysicalDevice physical = findDevice(*instance, deviceIndex);
    const ImportSupport support(*instance, physical);
    return std::unique_ptr<Bus>(new Bus(std::move(instance), physical, support));
}

void Bus::upload(std::uint64_t bytes)
{
    const VkCommandBuffer commands = m_commands.begin();
    for (std::uint64_t done = 0; done < bytes; done += m_staging.size())
    {
        const VkBufferCopy copy{0, 0, std::min(m_staging.size(), bytes - done)};
        barrier(m_device, commands, kTransferWrite, kTransferWrite);
        m_device.fn().vkCmdCopyBuffer(commands, m_staging.handle(), m_target.handle(), 1, &copy);
    }
    m_commands.submit();
    m_commands.wait(kTimeout);
}

void Bus::uploadImported(std::span<std::byte> pages, std::uint32_t thread)
{
    const ImportedPages imported(m_device, *m_instance, pages);
    Commands commands(m_device, queue());
    const VkBufferCopy copy{0, thread * importBytes(), pages.size()};
    m_device.fn().vkCmdCopyBuffer(commands.begin(), imported.handle(), m_target.handle(), 1, &copy);
    {
        const std::lock_guard lock(m_queueMutex);
        commands.submit();
    }
    commands.wait(kTimeout);
}

} // namespace pn::bench
