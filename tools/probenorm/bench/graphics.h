// What shading needs beyond the library's own Vulkan layer: sampled images and uniforms, by Vulkan's C++ bindings.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/memory.h"

#define VULKAN_HPP_NO_STRUCT_CONSTRUCTORS
#include <vulkan/vulkan.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace pn::bench {

// A Vulkan object that is destroyed with its owner.
template <typename Handle>
using Owned = vk::UniqueHandle<Handle, vk::DispatchLoaderDynamic>;

// A device with all its functions, which must outlive the objects that are made with it.
struct Graphics
{
    // Throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where the queue draws nothing: only one that does may fill a depth
    // image.
    Graphics(const vulkan::Instance& instance, const vulkan::Device& device);
    Graphics(const Graphics&) = delete;
    Graphics& operator=(const Graphics&) = delete;

    // Of the first type that has the properties; where none has them all, of the first that has all but eDeviceLocal.
    Owned<vk::DeviceMemory> allocate(const vk::MemoryRequirements& needed, vk::MemoryPropertyFlags properties) const;

    vk::Device device;
    VkPhysicalDeviceMemoryProperties memory;
    vk::DispatchLoaderDynamic fn;
};

// An image with its memory and a view of all of it.
class Image
{
public:
    Image(const Graphics& graphics, const vk::ImageCreateInfo& info);

    vk::Image handle() const { return *m_image; }
    vk::ImageView view() const { return *m_view; }

    // Fills it from a buffer that holds mip after mip, each face after face, and leaves it as a shader reads it.
    void recordUpload(vk::CommandBuffer commands, vk::Buffer from, std::uint32_t texelBytes) const;

private:
    const Graphics& m_graphics;
    vk::ImageCreateInfo m_info;
    vk::ImageSubresourceRange m_range;
    Owned<vk::DeviceMemory> m_memory; // before the image, which is then destroyed first
    Owned<vk::Image> m_image;
    Owned<vk::ImageView> m_view;
};

// A buffer that shaders read as uniforms, and that the host fills once.
class UniformBuffer
{
public:
    UniformBuffer(const Graphics& graphics, std::span<const std::byte> bytes);

    vk::Buffer handle() const { return *m_buffer; }

private:
    Owned<vk::DeviceMemory> m_memory;
    Owned<vk::Buffer> m_buffer;
};

} // namespace pn::bench
