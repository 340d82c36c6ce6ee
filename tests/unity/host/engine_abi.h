#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

// The engine's side of its plugin interface, from the same facts as plugin/unity/unity_interface.h but in another way:
// functions by their index, structs by the offsets of their fields. What one of the two has wrong shows in the other.
namespace pn::testing::abi {

using Function = void (*)();

template <std::size_t N>
using Table = std::array<Function, N>;

template <typename Typed>
Function function(Typed* typed)
{
    return reinterpret_cast<Function>(typed);
}

template <typename Value>
void put(void* object, std::size_t offset, const Value& value)
{
    std::memcpy(static_cast<std::byte*>(object) + offset, &value, sizeof(value));
}

inline constexpr std::uint64_t kGraphicsGuid[] = {0x7CBA0A9CA4DDB544, 0x8C5AD4926EB17B11};
inline constexpr std::uint64_t kVulkanGuid[] = {0x95355348D4EF4E11, 0x9789313DFCFFCC87};
inline constexpr std::uint64_t kVulkanV2Guid[] = {0x329334C09DCA4787, 0xB347DD92A0097FFC};
inline constexpr std::uint64_t kLogGuid[] = {0x9E7507FA5B444D5D, 0x92FB979515EA83FC};

// IUnityInterfaces
inline constexpr std::size_t kGetInterfaceSplit = 2;
inline constexpr std::size_t kInterfacesCount = 4;

// IUnityGraphics
inline constexpr std::size_t kGetRenderer = 0;
inline constexpr std::size_t kRegisterDeviceEventCallback = 1;
inline constexpr std::size_t kUnregisterDeviceEventCallback = 2;
inline constexpr std::size_t kReserveEventIdRange = 3;
inline constexpr std::size_t kGraphicsCount = 4;

// IUnityGraphicsVulkan, and V2, which goes on after it
inline constexpr std::size_t kConfigureEvent = 2;
inline constexpr std::size_t kInstance = 3;
inline constexpr std::size_t kCommandRecordingState = 4;
inline constexpr std::size_t kAccessTexture = 5;
inline constexpr std::size_t kAccessBuffer = 8;
inline constexpr std::size_t kEnsureOutsideRenderPass = 9;
inline constexpr std::size_t kAccessQueue = 11;
inline constexpr std::size_t kVulkanCount = 13;
inline constexpr std::size_t kVulkanV2Count = 16;

inline constexpr int kDeviceInitialize = 0;
inline constexpr int kDeviceShutdown = 1;

inline constexpr int kRendererD3D11 = 2;
inline constexpr int kRendererNull = 4;
inline constexpr int kRendererVulkan = 21;

inline constexpr int kObserveOnly = 0;
inline constexpr int kPipelineBarrier = 1;
inline constexpr int kQueueDontCare = 0;
inline constexpr int kRenderPassEnsureOutside = 2;

// UnityVulkanInstance, returned by value
struct Instance
{
    alignas(8) std::byte bytes[120] = {};
};
inline constexpr std::size_t kInstanceInstance = 8;
inline constexpr std::size_t kInstancePhysicalDevice = 16;
inline constexpr std::size_t kInstanceDevice = 24;
inline constexpr std::size_t kInstanceQueue = 32;
inline constexpr std::size_t kInstanceGetProcAddr = 40;
inline constexpr std::size_t kInstanceQueueFamily = 48;

// UnityVulkanImage
inline constexpr std::size_t kImageBytes = 160;
inline constexpr std::size_t kImageImage = 72;
inline constexpr std::size_t kImageLayout = 80;
inline constexpr std::size_t kImageAspect = 84;
inline constexpr std::size_t kImageUsage = 88;
inline constexpr std::size_t kImageFormat = 92;
inline constexpr std::size_t kImageExtent = 96;
inline constexpr std::size_t kImageTiling = 108;
inline constexpr std::size_t kImageType = 112;
inline constexpr std::size_t kImageSamples = 116;
inline constexpr std::size_t kImageLayers = 120;
inline constexpr std::size_t kImageMipCount = 124;

// UnityVulkanBuffer
inline constexpr std::size_t kBufferBytes = 128;
inline constexpr std::size_t kBufferBuffer = 72;
inline constexpr std::size_t kBufferSize = 80;
inline constexpr std::size_t kBufferUsage = 88;

// UnityVulkanRecordingState
inline constexpr std::size_t kStateBytes = 88;
inline constexpr std::size_t kStateCommandBuffer = 0;
inline constexpr std::size_t kStateLevel = 8;
inline constexpr std::size_t kStateRenderPass = 16;
inline constexpr std::size_t kStateFramebuffer = 24;
inline constexpr std::size_t kStateSubPassIndex = 32;
inline constexpr std::size_t kStateCurrentFrame = 40;
inline constexpr std::size_t kStateSafeFrame = 48;

// UnityVulkanPluginEventConfig
struct EventConfig
{
    int renderPass = 0;
    int queueAccess = 0;
    std::uint32_t flags = 0;
};
static_assert(sizeof(EventConfig) == 12);

} // namespace pn::testing::abi
