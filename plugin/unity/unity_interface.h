#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <cstdint>

#ifdef _WIN32
#define PN_UNITY_CALL __stdcall
#define PN_UNITY_EXPORT __declspec(dllexport)
#else
#define PN_UNITY_CALL
#define PN_UNITY_EXPORT __attribute__((visibility("default")))
#endif

// The binary interface between Unity and a native plugin, in our own declarations. The names are ours. Order, sizes
// and numbers are the engine's, and the assertions below check them. A function that the plugin never calls is an
// UnusedFunction, which keeps its place.
namespace pn::unity {

static_assert(sizeof(void*) == 8, "the offsets below, and job numbers that travel as pointers, are those of 64 bits");

using UnusedFunction = void (*)();

struct Guid
{
    std::uint64_t high;
    std::uint64_t low;
};

struct UnityInterfaces
{
    UnusedFunction getInterface; // takes its GUID by value, which is fragile; the split form is used
    UnusedFunction registerInterface;
    void*(PN_UNITY_CALL* getInterfaceSplit)(unsigned long long guidHigh, unsigned long long guidLow);
    UnusedFunction registerInterfaceSplit;
};

// ---- IUnityGraphics

inline constexpr Guid kGraphicsGuid{0x7CBA0A9CA4DDB544, 0x8C5AD4926EB17B11};

using Renderer = std::int32_t; // UnityGfxRenderer
inline constexpr Renderer kRendererNull = 4;
inline constexpr Renderer kRendererVulkan = 21;

using DeviceEvent = std::int32_t; // UnityGfxDeviceEventType
inline constexpr DeviceEvent kDeviceInitialize = 0;
inline constexpr DeviceEvent kDeviceShutdown = 1;

using DeviceEventCallback = void(PN_UNITY_CALL*)(DeviceEvent event);
using RenderCallback = void(PN_UNITY_CALL*)(int eventId, void* data);

struct UnityGraphics
{
    Renderer(PN_UNITY_CALL* getRenderer)();
    void(PN_UNITY_CALL* registerDeviceEventCallback)(DeviceEventCallback callback);
    void(PN_UNITY_CALL* unregisterDeviceEventCallback)(DeviceEventCallback callback);
    int(PN_UNITY_CALL* reserveEventIdRange)(int count);
};

// ---- IUnityLog

inline constexpr Guid kLogGuid{0x9E7507FA5B444D5D, 0x92FB979515EA83FC};

using LogType = std::int32_t;
inline constexpr LogType kLogTypeError = 0;
inline constexpr LogType kLogTypeWarning = 2;

struct UnityLog
{
    void(PN_UNITY_CALL* log)(LogType type, const char* message, const char* file, int line);
};

// ---- IUnityGraphicsVulkan

inline constexpr Guid kVulkanGuid{0x95355348D4EF4E11, 0x9789313DFCFFCC87};
inline constexpr Guid kVulkanV2Guid{0x329334C09DCA4787, 0xB347DD92A0097FFC};

struct VulkanInstance
{
    VkPipelineCache pipelineCache;
    VkInstance instance;
    VkPhysicalDevice physicalDevice;
    VkDevice device;
    VkQueue graphicsQueue;
    PFN_vkGetInstanceProcAddr getInstanceProcAddr;
    std::uint32_t queueFamilyIndex;
    void* reserved[8];
};

struct VulkanMemory
{
    VkDeviceMemory memory;
    VkDeviceSize offset;
    VkDeviceSize size;
    void* mapped;
    VkMemoryPropertyFlags flags;
    std::uint32_t typeIndex;
    void* reserved[4];
};

struct VulkanImage
{
    VulkanMemory memory;
    VkImage image;
    VkImageLayout layout;
    VkImageAspectFlags aspect;
    VkImageUsageFlags usage;
    VkFormat format;
    VkExtent3D extent; // of mip 0
    VkImageTiling tiling;
    VkImageType type;
    VkSampleCountFlagBits samples;
    std::int32_t layers;
    std::int32_t mipCount;
    void* reserved[4];
};

struct VulkanBuffer
{
    VulkanMemory memory;
    VkBuffer buffer;
    std::size_t sizeInBytes;
    VkBufferUsageFlags usage;
    void* reserved[4];
};

struct RecordingState
{
    VkCommandBuffer commandBuffer;
    VkCommandBufferLevel level;
    VkRenderPass renderPass;
    VkFramebuffer framebuffer;
    std::int32_t subPassIndex; // -1 outside of a render pass
    unsigned long long currentFrameNumber;
    unsigned long long safeFrameNumber; // the device is done with this frame and all before
    void* reserved[4];
};

using AccessMode = std::int32_t;                // UnityVulkanResourceAccessMode
inline constexpr AccessMode kAccessObserve = 0; // attributes only: neither barrier nor layout change
inline constexpr AccessMode kAccessBarrier = 1;

using QueueAccess = std::int32_t; // UnityVulkanGraphicsQueueAccess
inline constexpr QueueAccess kQueueDontCare = 0;

using RenderPassCondition = std::int32_t; // UnityVulkanEventRenderPassPreCondition
inline constexpr RenderPassCondition kRenderPassDontCare = 0;
inline constexpr RenderPassCondition kRenderPassEnsureOutside = 2;

inline constexpr std::uint32_t kEventEnsurePreviousFrameSubmission = 1;
inline constexpr std::uint32_t kEventModifiesCommandBufferState = 8;

struct EventConfig
{
    RenderPassCondition renderPass;
    QueueAccess queue;
    std::uint32_t flags;
};

// The 13 functions of IUnityGraphicsVulkan, with which IUnityGraphicsVulkanV2 begins as well.
struct UnityVulkan
{
    UnusedFunction interceptInitialization;
    UnusedFunction interceptVulkanApi;
    void(PN_UNITY_CALL* configureEvent)(int eventId, const EventConfig* config);
    VulkanInstance(PN_UNITY_CALL* instance)();
    bool(PN_UNITY_CALL* commandRecordingState)(RecordingState* outState, QueueAccess queue);
    bool(PN_UNITY_CALL* accessTexture)(void* texture, const VkImageSubresource* part, VkImageLayout layout,
                                       VkPipelineStageFlags stage, VkAccessFlags access, AccessMode mode,
                                       VulkanImage* outImage);
    UnusedFunction accessRenderBufferTexture;
    UnusedFunction accessRenderBufferResolveTexture;
    bool(PN_UNITY_CALL* accessBuffer)(void* buffer, VkPipelineStageFlags stage, VkAccessFlags access, AccessMode mode,
                                      VulkanBuffer* outBuffer);
    void(PN_UNITY_CALL* ensureOutsideRenderPass)();
    UnusedFunction ensureInsideRenderPass;
    void(PN_UNITY_CALL* accessQueue)(RenderCallback callback, int eventId, void* data, bool flush);
    UnusedFunction configureSwapchain;
};

struct UnityVulkanV2
{
    UnityVulkan v1;
    UnusedFunction accessTextureById;
    UnusedFunction addInterceptInitialization;
    UnusedFunction removeInterceptInitialization;
};

// ---- What the compiler must have made of it

static_assert(sizeof(UnityInterfaces) == 4 * sizeof(void*));
static_assert(offsetof(UnityInterfaces, getInterfaceSplit) == 16);
static_assert(sizeof(UnityGraphics) == 4 * sizeof(void*));
static_assert(offsetof(UnityGraphics, reserveEventIdRange) == 24);
static_assert(sizeof(UnityLog) == sizeof(void*));

static_assert(sizeof(VulkanInstance) == 120);
static_assert(offsetof(VulkanInstance, graphicsQueue) == 32);
static_assert(offsetof(VulkanInstance, getInstanceProcAddr) == 40);
static_assert(offsetof(VulkanInstance, queueFamilyIndex) == 48);
static_assert(offsetof(VulkanInstance, reserved) == 56);

static_assert(sizeof(VulkanMemory) == 72);
static_assert(offsetof(VulkanMemory, mapped) == 24);
static_assert(offsetof(VulkanMemory, flags) == 32);
static_assert(offsetof(VulkanMemory, reserved) == 40);

static_assert(sizeof(VulkanImage) == 160);
static_assert(offsetof(VulkanImage, image) == 72);
static_assert(offsetof(VulkanImage, layout) == 80);
static_assert(offsetof(VulkanImage, aspect) == 84);
static_assert(offsetof(VulkanImage, usage) == 88);
static_assert(offsetof(VulkanImage, format) == 92);
static_assert(offsetof(VulkanImage, extent) == 96);
static_assert(offsetof(VulkanImage, tiling) == 108);
static_assert(offsetof(VulkanImage, type) == 112);
static_assert(offsetof(VulkanImage, samples) == 116);
static_assert(offsetof(VulkanImage, layers) == 120);
static_assert(offsetof(VulkanImage, mipCount) == 124);
static_assert(offsetof(VulkanImage, reserved) == 128);

static_assert(sizeof(VulkanBuffer) == 128);
static_assert(offsetof(VulkanBuffer, buffer) == 72);
static_assert(offsetof(VulkanBuffer, sizeInBytes) == 80);
static_assert(offsetof(VulkanBuffer, usage) == 88);
static_assert(offsetof(VulkanBuffer, reserved) == 96);

static_assert(sizeof(RecordingState) == 88);
static_assert(offsetof(RecordingState, level) == 8);
static_assert(offsetof(RecordingState, renderPass) == 16);
static_assert(offsetof(RecordingState, framebuffer) == 24);
static_assert(offsetof(RecordingState, subPassIndex) == 32);
static_assert(offsetof(RecordingState, currentFrameNumber) == 40);
static_assert(offsetof(RecordingState, safeFrameNumber) == 48);
static_assert(offsetof(RecordingState, reserved) == 56);

static_assert(sizeof(EventConfig) == 12);
static_assert(sizeof(UnityVulkan) == 13 * sizeof(void*));
static_assert(offsetof(UnityVulkan, instance) == 3 * sizeof(void*));
static_assert(offsetof(UnityVulkan, accessTexture) == 5 * sizeof(void*));
static_assert(offsetof(UnityVulkan, accessBuffer) == 8 * sizeof(void*));
static_assert(offsetof(UnityVulkan, accessQueue) == 11 * sizeof(void*));
static_assert(sizeof(UnityVulkanV2) == 16 * sizeof(void*));

} // namespace pn::unity
