// What an engine has anyway: an instance, a device, a queue, and a cubemap in the device's memory, here by Vulkan's own
// C++ bindings. Nothing here knows ProbeNorm.
#pragma once

#define VK_NO_PROTOTYPES // the bindings open the loader at run time
#define VULKAN_HPP_NO_STRUCT_CONSTRUCTORS
#include <vulkan/vulkan_raii.hpp>

#include <cstdint>
#include <span>

class Host
{
public:
    Host(); // throws std::exception where there is no Vulkan device

    // Six faces of RGBA32F texels, one after the other. The cubemap is left as a shader reads it.
    void createCube(std::uint32_t faceSize, std::span<const float> texels);

    vk::raii::CommandBuffer begin() const;
    void submitAndWait(const vk::raii::CommandBuffer& commands) const;

    static constexpr vk::Format kCubeFormat = vk::Format::eR32G32B32A32Sfloat;
    static constexpr vk::ImageUsageFlags kCubeUsage =
        vk::ImageUsageFlagBits::eSampled | vk::ImageUsageFlagBits::eTransferSrc | vk::ImageUsageFlagBits::eTransferDst;
    static constexpr std::uint32_t kApiVersion = VK_API_VERSION_1_1;

    vk::raii::Context context;
    vk::raii::Instance instance;
    vk::raii::PhysicalDevice physicalDevice;
    std::uint32_t queueFamily;
    vk::raii::Device device;
    vk::raii::DeviceMemory cubeMemory = nullptr; // before the image, which is then destroyed first
    vk::raii::Image cube = nullptr;

private:
    vk::raii::DeviceMemory allocate(const vk::MemoryRequirements& requirements,
                                    vk::MemoryPropertyFlags properties) const;
    void uploadCube(std::uint32_t faceSize, vk::Buffer from) const;

    vk::raii::Queue m_queue;
    vk::raii::CommandPool m_pool;
};
