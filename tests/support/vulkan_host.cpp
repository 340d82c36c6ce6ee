#include "vulkan_host.h"

#include "vulkan/device/structs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace pn::testing {
namespace {

template <typename Function>
Function load(VkInstance instance, const char* name)
{
    return reinterpret_cast<Function>(vkGetInstanceProcAddr(instance, name));
}

bool hasExtension(VkPhysicalDevice device, const char* name)
{
    std::uint32_t count = 0;
    PN_HOST_VK(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr));
    std::vector<VkExtensionProperties> extensions(count);
    PN_HOST_VK(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data()));
    return std::any_of(extensions.begin(), extensions.end(),
                       [name](const VkExtensionProperties& e) { return std::strcmp(e.extensionName, name) == 0; });
}

} // namespace

void checkVulkan(VkResult result, const char* call)
{
    if (result < 0)
        throw std::runtime_error(std::string(call) + " gave " + std::to_string(result));
}

// PN_NO_VALIDATION is for machines without the layer; the software drivers' tests never set it.
VulkanHost::VulkanHost(const HostOptions& options) : m_validates(std::getenv("PN_NO_VALIDATION") == nullptr)
{
    createInstance();
    if (m_validates)
        createMessenger();
    choosePhysicalDevice();
    createDevice(options);
}

VulkanHost::~VulkanHost()
{
    vkDeviceWaitIdle(m_device);
    vkDestroyFence(m_device, m_fence, nullptr);
    vkDestroyCommandPool(m_device, m_pool, nullptr);
    vkDestroyDevice(m_device, nullptr);
    if (m_validates)
        load<PFN_vkDestroyDebugUtilsMessengerEXT>(m_instance, "vkDestroyDebugUtilsMessengerEXT")(m_instance,
                                                                                                 m_messenger, nullptr);
    vkDestroyInstance(m_instance, nullptr);
    EXPECT_TRUE(m_messages.empty()) << m_messages.size() << " messages, the first: " << m_messages.front();
}

bool VulkanHost::isPossible()
{
    std::uint32_t count = 0;
    EXPECT_EQ(pnEnumerateDevices(0, nullptr, &count), PN_SUCCESS) << pnGetLastErrorMessage();
    if (count == 0 && std::getenv("PN_REQUIRE_GPU") != nullptr)
        ADD_FAILURE() << "PN_REQUIRE_GPU is set, but there is no Vulkan device";
    return count != 0;
}

void VulkanHost::createInstance()
{
    auto application = vulkan::vkStruct<VkApplicationInfo>();
    application.apiVersion = VK_API_VERSION_1_1;

    constexpr VkValidationFeatureEnableEXT kSynchronization =
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    auto features = vulkan::vkStruct<VkValidationFeaturesEXT>();
    features.enabledValidationFeatureCount = 1;
    features.pEnabledValidationFeatures = &kSynchronization;

    constexpr const char* kLayer = "VK_LAYER_KHRONOS_validation";
    constexpr const char* kExtensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                           VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
    auto info = vulkan::vkStruct<VkInstanceCreateInfo>();
    info.pApplicationInfo = &application;
    if (m_validates)
    {
        info.pNext = &features;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &kLayer;
        info.enabledExtensionCount = 2;
        info.ppEnabledExtensionNames = kExtensions;
    }
    PN_HOST_VK(vkCreateInstance(&info, nullptr, &m_instance));
}

void VulkanHost::createMessenger()
{
    auto info = vulkan::vkStruct<VkDebugUtilsMessengerCreateInfoEXT>();
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    info.pfnUserCallback = &VulkanHost::onMessage;
    info.pUserData = this;
    const auto create = load<PFN_vkCreateDebugUtilsMessengerEXT>(m_instance, "vkCreateDebugUtilsMessengerEXT");
    PN_HOST_VK(create(m_instance, &info, nullptr, &m_messenger));
}

VkBool32 VulkanHost::onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                               const VkDebugUtilsMessengerCallbackDataEXT* data, void* host)
{
    static_cast<VulkanHost*>(host)->m_messages.emplace_back(data->pMessage);
    return VK_FALSE;
}

void VulkanHost::choosePhysicalDevice()
{
    std::uint32_t count = 1;
    checkVulkan(vkEnumeratePhysicalDevices(m_instance, &count, &m_physicalDevice), "vkEnumeratePhysicalDevices");
    if (count == 0)
        throw std::runtime_error("there is no Vulkan device");
    std::uint32_t familyCount = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(m_physicalDevice, &familyCount, nullptr);
    std::vector<VkQueueFamilyProperties> families(familyCount);
    vkGetPhysicalDeviceQueueFamilyProperties(m_physicalDevice, &familyCount, families.data());
    while (m_queueFamily < familyCount && (families[m_queueFamily].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
        ++m_queueFamily;
    if (m_queueFamily == familyCount)
        throw std::runtime_error("the device has no queue that computes");
}

void VulkanHost::createDevice(const HostOptions& options)
{
    constexpr const char* kFloatControls = VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME;
    m_hasFloatControls = options.floatControls && hasExtension(m_physicalDevice, kFloatControls);

    // What an engine would enable anyway, so that compressed images can be tested.
    VkPhysicalDeviceFeatures available{}, features{};
    vkGetPhysicalDeviceFeatures(m_physicalDevice, &available);
    features.textureCompressionBC = available.textureCompressionBC;

    constexpr float kPriority = 1.0f;
    auto queue = vulkan::vkStruct<VkDeviceQueueCreateInfo>();
    queue.queueFamilyIndex = m_queueFamily;
    queue.queueCount = 1;
    queue.pQueuePriorities = &kPriority;
    auto info = vulkan::vkStruct<VkDeviceCreateInfo>();
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = m_hasFloatControls ? 1 : 0;
    info.ppEnabledExtensionNames = &kFloatControls;
    info.pEnabledFeatures = &features;
    PN_HOST_VK(vkCreateDevice(m_physicalDevice, &info, nullptr, &m_device));
    vkGetDeviceQueue(m_device, m_queueFamily, 0, &m_queue);

    auto pool = vulkan::vkStruct<VkCommandPoolCreateInfo>();
    pool.queueFamilyIndex = m_queueFamily;
    PN_HOST_VK(vkCreateCommandPool(m_device, &pool, nullptr, &m_pool));
    auto fence = vulkan::vkStruct<VkFenceCreateInfo>();
    PN_HOST_VK(vkCreateFence(m_device, &fence, nullptr, &m_fence));
}

PnVulkanDevice VulkanHost::desc() const
{
    PnVulkanDevice desc{};
    desc.structSize = sizeof(desc);
    desc.queueFamilyIndex = m_queueFamily;
    desc.instance = m_instance;
    desc.physicalDevice = m_physicalDevice;
    desc.device = m_device;
    desc.getInstanceProcAddr = &vkGetInstanceProcAddr;
    desc.apiVersion = VK_API_VERSION_1_1;
    desc.flags = m_hasFloatControls ? std::uint32_t{PN_VULKAN_FLOAT_CONTROLS} : 0;
    return desc;
}

VkCommandBuffer VulkanHost::begin()
{
    auto info = vulkan::vkStruct<VkCommandBufferAllocateInfo>();
    info.commandPool = m_pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    PN_HOST_VK(vkAllocateCommandBuffers(m_device, &info, &commands));
    auto begin = vulkan::vkStruct<VkCommandBufferBeginInfo>();
    PN_HOST_VK(vkBeginCommandBuffer(commands, &begin));
    return commands;
}

void VulkanHost::end(VkCommandBuffer commands)
{
    PN_HOST_VK(vkEndCommandBuffer(commands));
}

void VulkanHost::submitAndWait(VkCommandBuffer commands)
{
    auto info = vulkan::vkStruct<VkSubmitInfo>();
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    PN_HOST_VK(vkQueueSubmit(m_queue, 1, &info, m_fence));
    constexpr std::uint64_t kNanoseconds = 300'000'000'000;
    if (vkWaitForFences(m_device, 1, &m_fence, VK_TRUE, kNanoseconds) != VK_SUCCESS)
        throw std::runtime_error("the device did not finish");
    PN_HOST_VK(vkResetFences(m_device, 1, &m_fence));
}

void VulkanHost::run(const std::function<void(VkCommandBuffer)>& record)
{
    const VkCommandBuffer commands = begin();
    record(commands);
    end(commands);
    submitAndWait(commands);
    vkFreeCommandBuffers(m_device, m_pool, 1, &commands);
}

VkFormatFeatureFlags VulkanHost::features(VkFormat format) const
{
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(m_physicalDevice, format, &properties);
    return properties.optimalTilingFeatures;
}

std::string VulkanHost::deviceName() const
{
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(m_physicalDevice, &properties);
    return properties.deviceName;
}

std::uint32_t VulkanHost::memoryType(std::uint32_t allowed, VkMemoryPropertyFlags wanted) const
{
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(m_physicalDevice, &memory);
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
        if ((allowed >> i & 1u) != 0 && (memory.memoryTypes[i].propertyFlags & wanted) == wanted)
            return i;
    throw std::runtime_error("the device has no memory of that type");
}

} // namespace pn::testing
