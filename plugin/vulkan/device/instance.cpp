#include "vulkan/device/instance.h"

#include <algorithm>
#include <cstring>

namespace pn::vulkan {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                         VkDebugUtilsMessageTypeFlagsEXT,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* log)
{
    const bool isError = severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    (*static_cast<const Log*>(log))(isError ? PN_LOG_ERROR : PN_LOG_WARNING, data->pMessage);
    return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messengerInfo(const Log& log)
{
    auto info = vkStruct<VkDebugUtilsMessengerCreateInfoEXT>();
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    info.pfnUserCallback = onMessage;
    info.pUserData = const_cast<Log*>(&log);
    return info;
}

std::vector<VkExtensionProperties> deviceExtensions(const InstanceFunctions& fn, VkPhysicalDevice device)
{
    std::uint32_t count = 0;
    PN_VK(fn.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr));
    std::vector<VkExtensionProperties> extensions(count);
    PN_VK(fn.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data()));
    return extensions;
}

bool contains(const std::vector<VkExtensionProperties>& extensions, const char* name)
{
    return std::any_of(extensions.begin(), extensions.end(),
                       [name](const VkExtensionProperties& e) { return std::strcmp(e.extensionName, name) == 0; });
}

} // namespace

bool PhysicalDevice::hasShuffle() const
{
    constexpr VkSubgroupFeatureFlags kNeeded = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
    return (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
           (subgroup.supportedOperations & kNeeded) == kNeeded && subgroup.subgroupSize > 1;
}

Instance::Instance(bool validation, Log log) : m_log(std::move(log))
{
    m_loader.emplace();
    create(validation);
    keepDriversLoaded();
    m_functions.vkDestroyInstance = reinterpret_cast<PFN_vkDestroyInstance>(
        m_loader->getInstanceProcAddr()(m_handle, "vkDestroyInstance")); // first: a driver may lack another function
    try
    {
        m_functions = loadInstanceFunctions(m_loader->getInstanceProcAddr(), m_handle);
        if (validation)
            createMessenger();
    }
    catch (...)
    {
        if (m_functions.vkDestroyInstance != nullptr)
            m_functions.vkDestroyInstance(m_handle, nullptr);
        throw;
    }
}

Instance::Instance(PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkInstance host)
    : m_handle(host), m_functions(loadInstanceFunctions(getInstanceProcAddr, host))
{
}

Instance::~Instance()
{
    if (!m_loader)
        return;
    if (m_messenger != VK_NULL_HANDLE)
    {
        const auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
            m_loader->getInstanceProcAddr()(m_handle, "vkDestroyDebugUtilsMessengerEXT"));
        destroy(m_handle, m_messenger, nullptr);
    }
    m_functions.vkDestroyInstance(m_handle, nullptr);
}

void Instance::create(bool validation)
{
    auto application = vkStruct<VkApplicationInfo>();
    application.pEngineName = "ProbeNorm";
    application.apiVersion = VK_API_VERSION_1_1;

    constexpr VkValidationFeatureEnableEXT kSynchronization =
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    auto features = vkStruct<VkValidationFeaturesEXT>();
    features.enabledValidationFeatureCount = 1;
    features.pEnabledValidationFeatures = &kSynchronization;

    constexpr const char* kExtensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                           VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
    auto info = vkStruct<VkInstanceCreateInfo>();
    info.pApplicationInfo = &application;
    if (validation)
    {
        info.pNext = &features;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &kValidationLayer;
        info.enabledExtensionCount = 2;
        info.ppEnabledExtensionNames = kExtensions;
    }
    const auto createInstance =
        reinterpret_cast<PFN_vkCreateInstance>(m_loader->getInstanceProcAddr()(VK_NULL_HANDLE, "vkCreateInstance"));
    if (createInstance == nullptr)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the Vulkan loader lacks vkCreateInstance");
    const VkResult result = createInstance(&info, nullptr, &m_handle);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "there is no Vulkan device: this machine has no driver");
    if (result == VK_ERROR_INITIALIZATION_FAILED) // Wine's loader returns this when there is no display
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE,
                    "there is no Vulkan device: the Vulkan loader or a driver cannot start");
    if (result == VK_ERROR_LAYER_NOT_PRESENT)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "Vulkan's validation layer is not installed");
    check(result, "vkCreateInstance(");
}

void Instance::createMessenger()
{
    const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
        m_loader->getInstanceProcAddr()(m_handle, "vkCreateDebugUtilsMessengerEXT"));
    if (create == nullptr)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the validation layer lacks vkCreateDebugUtilsMessengerEXT");
    const auto info = messengerInfo(m_log);
    check(create(m_handle, &info, nullptr, &m_messenger), "vkCreateDebugUtilsMessengerEXT(");
}

std::vector<PhysicalDevice> Instance::physicalDevices() const
{
    std::uint32_t count = 0;
    PN_VK(m_functions.vkEnumeratePhysicalDevices(m_handle, &count, nullptr));
    std::vector<VkPhysicalDevice> handles(count);
    PN_VK(m_functions.vkEnumeratePhysicalDevices(m_handle, &count, handles.data()));
    handles.resize(count);
    std::vector<PhysicalDevice> devices;
    devices.reserve(count);
    for (const VkPhysicalDevice handle : handles)
    {
        const PhysicalDevice& device = devices.emplace_back(describe(handle));
        if (device.problem && m_log)
            m_log(PN_LOG_WARNING,
                  (std::string(device.properties.deviceName) + " is not used: " + device.problem->what()).c_str());
    }
    return devices;
}

// A device that fails to answer is described as unsupported; the other devices stay usable.
std::vector<VkExtensionProperties> Instance::extensionsOf(PhysicalDevice& device) const
try
{
    return deviceExtensions(m_functions, device.handle);
}
catch (const Error& e)
{
    device.problem = e;
    return {};
}

PhysicalDevice Instance::describe(VkPhysicalDevice handle) const
{
    PhysicalDevice device;
    device.handle = handle;
    const auto extensions = extensionsOf(device);

    auto floatControls = vkStruct<VkPhysicalDeviceFloatControlsProperties>();
    auto driver = vkStruct<VkPhysicalDeviceDriverProperties>();
    device.subgroup = vkStruct<VkPhysicalDeviceSubgroupProperties>();
    void** next = &device.subgroup.pNext;
    const bool hasFloatControls = contains(extensions, VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
    if (hasFloatControls)
    {
        *next = &floatControls;
        next = &floatControls.pNext;
    }
    if (contains(extensions, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME))
        *next = &driver;

    auto properties = vkStruct<VkPhysicalDeviceProperties2>();
    properties.pNext = &device.subgroup;
    m_functions.vkGetPhysicalDeviceProperties2(handle, &properties);
    device.properties = properties.properties;
    device.subgroup.pNext = nullptr; // it pointed to a local variable
    device.driver = std::string(driver.driverName) + (driver.driverInfo[0] != '\0' ? " " : "") + driver.driverInfo;
    device.roundsToNearest = hasFloatControls && floatControls.shaderRoundingModeRTEFloat32 == VK_TRUE;
    device.isSupported = !device.problem && device.properties.apiVersion >= VK_API_VERSION_1_1;
    return device;
}

} // namespace pn::vulkan
