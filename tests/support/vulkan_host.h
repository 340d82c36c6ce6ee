#pragma once

#include "probenorm/probenorm_vulkan.h"

#include <functional>
#include <string>
#include <vector>

namespace pn::testing {

struct HostOptions
{
    bool floatControls = true; // enable VK_KHR_shader_float_controls where the device has it
};

// What an engine has: an instance, a device and a queue of its own, the first device the machine shows. Any message of
// the validation layer, synchronization included, fails the test when the host goes.
class VulkanHost
{
public:
    explicit VulkanHost(const HostOptions& options = {});
    ~VulkanHost();
    VulkanHost(const VulkanHost&) = delete;
    VulkanHost& operator=(const VulkanHost&) = delete;

    // Whether the machine has a device; where PN_REQUIRE_GPU is set, that it has none is a failure.
    static bool isPossible();

    VkInstance instance() const { return m_instance; }
    VkPhysicalDevice physicalDevice() const { return m_physicalDevice; }
    VkDevice device() const { return m_device; }
    VkQueue queue() const { return m_queue; }
    std::uint32_t queueFamily() const { return m_queueFamily; }

    PnVulkanDevice desc() const;

    VkCommandBuffer begin(); // a command buffer of its own, recording; lives as long as the host
    void end(VkCommandBuffer commands);
    void submitAndWait(VkCommandBuffer commands);
    void run(const std::function<void(VkCommandBuffer)>& record); // all of it

    VkFormatFeatureFlags features(VkFormat format) const; // of images with optimal tiling
    std::string deviceName() const;
    std::uint32_t memoryType(std::uint32_t allowed, VkMemoryPropertyFlags wanted) const;

private:
    void createInstance();
    void createMessenger();
    void choosePhysicalDevice();
    void createDevice(const HostOptions& options);

    static VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                    VkDebugUtilsMessageTypeFlagsEXT types,
                                                    const VkDebugUtilsMessengerCallbackDataEXT* data, void* host);

    VkInstance m_instance = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
    VkPhysicalDevice m_physicalDevice = VK_NULL_HANDLE;
    VkDevice m_device = VK_NULL_HANDLE;
    VkQueue m_queue = VK_NULL_HANDLE;
    std::uint32_t m_queueFamily = 0;
    bool m_validates = true, m_hasFloatControls = false;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    VkFence m_fence = VK_NULL_HANDLE;
    std::vector<std::string> m_messages;
};

// Throws std::runtime_error, which fails the test, when a call of the host's own fails.
void checkVulkan(VkResult result, const char* call);

} // namespace pn::testing

#define PN_HOST_VK(call) ::pn::testing::checkVulkan((call), #call)
