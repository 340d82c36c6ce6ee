#pragma once

#include "vulkan/loader.h"

#include "probenorm/probenorm.h"

#include <functional>
#include <string>
#include <vector>

namespace pn::vulkan {

using Log = std::function<void(PnLogLevel level, const char* message)>;

// What ProbeNorm wants to know of a physical device before it uses it.
struct PhysicalDevice
{
    VkPhysicalDevice handle = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties{};
    VkPhysicalDeviceSubgroupProperties subgroup{};
    std::string driver;           // name and version, where the driver tells
    bool roundsToNearest = false; // can be made to declare it: float controls
    bool isSupported = false;

    bool hasShuffle() const;
};

// A Vulkan instance of our own and what it finds.
class Instance
{
public:
    // With validation, the Khronos layer checks every call, synchronization included, and reports through log.
    Instance(bool validation, Log log);
    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    const InstanceFunctions& fn() const { return m_functions; }
    std::vector<PhysicalDevice> physicalDevices() const;

private:
    void create(bool validation);
    void createMessenger();
    PhysicalDevice describe(VkPhysicalDevice handle) const;

    Loader m_loader;
    Log m_log;
    VkInstance m_handle = VK_NULL_HANDLE;
    InstanceFunctions m_functions;
    VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
};

} // namespace pn::vulkan
