#pragma once

#include "vulkan/device/functions.h"

#include "core/error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pn::vulkan {

using Log = std::function<void(PnLogLevel level, const char* message)>;

// What ProbeNorm reads of a physical device before it uses it.
struct PhysicalDevice
{
    VkPhysicalDevice handle = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties{};
    VkPhysicalDeviceSubgroupProperties subgroup{};
    std::string driver;           // name and version, if the driver reports them
    bool roundsToNearest = false; // supports rounding to nearest even by float controls
    bool isSupported = false;
    std::optional<Error> problem; // why the device is not supported, if a query failed

    bool hasShuffle() const;
};

// A Vulkan instance, ours or a host's, and its physical devices.
class Instance
{
public:
    // With validation, the Khronos layer checks every call, synchronization included, and reports through log.
    Instance(bool validation, Log log);
    // A host's instance, of Vulkan 1.1 or later. It is never destroyed.
    Instance(PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkInstance host);
    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    VkInstance handle() const { return m_handle; }
    const InstanceFunctions& fn() const { return m_functions; }
    std::vector<PhysicalDevice> physicalDevices() const;
    PhysicalDevice describe(VkPhysicalDevice handle) const;

private:
    void create(bool validation);
    void createMessenger();
    std::vector<VkExtensionProperties> extensionsOf(PhysicalDevice& device) const;

    std::optional<Loader> m_loader; // empty if the instance belongs to a host
    Log m_log;
    VkInstance m_handle = VK_NULL_HANDLE;
    InstanceFunctions m_functions;
    VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
};

} // namespace pn::vulkan
