#pragma once

#include "support/host_image.h"

#include <array>
#include <deque>
#include <memory>

namespace pn::testing {

// What a script of the engine holds native pointers to, and where the engine believes it is.
struct EngineTexture
{
    EngineTexture(VulkanHost& host, const HostImageDesc& desc) : image(host, desc) {}

    HostImage image;
    HostImageState state{VK_IMAGE_LAYOUT_UNDEFINED, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0};
};

struct EngineBuffer
{
    EngineBuffer(VulkanHost& host, VkDeviceSize size) : buffer(host, size) {}

    HostBuffer buffer;
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT;
    VkAccessFlags access = 0;
};

// The rendering half of the stand-in: frames in flight on a real device, and barriers from where each object was last.
// Everything but the constructor belongs to the render thread.
class EngineDevice
{
public:
    EngineDevice();
    ~EngineDevice(); // waits for the device
    EngineDevice(const EngineDevice&) = delete;
    EngineDevice& operator=(const EngineDevice&) = delete;

    VulkanHost& host() { return m_host; }

    // The loader's, which counts calls of vkAllocateMemory and vkFreeMemory; and the allocations that live.
    static PFN_vkVoidFunction VKAPI_CALL getInstanceProcAddr(VkInstance instance, const char* name);
    static int liveAllocations();

    void beginFrame();
    void endFrame();
    bool isInFrame() const { return m_isInFrame; }
    std::uint64_t frame() const { return m_frame; }
    std::uint64_t safeFrame() const { return m_safeFrame; }

    VkCommandBuffer commands() const { return m_commands; }
    void rotateCommands(); // goes on in another command buffer, as an engine may at any resource access
    void flush();          // submits what was recorded so far

    void beginRenderPass();
    void endRenderPass();
    bool isInRenderPass() const { return m_isInRenderPass; }
    VkRenderPass renderPass() const { return m_isInRenderPass ? m_renderPass : VK_NULL_HANDLE; }
    VkFramebuffer framebuffer() const { return m_isInRenderPass ? m_framebuffer : VK_NULL_HANDLE; }

    EngineTexture& makeTexture(const HostImageDesc& desc);
    EngineBuffer& makeBuffer(VkDeviceSize size);
    EngineTexture* findTexture(const void* native);
    EngineBuffer* findBuffer(const void* native);

    void use(EngineTexture& texture, const HostImageState& state);
    void use(EngineBuffer& buffer, VkPipelineStageFlags stage, VkAccessFlags access);
    void write(EngineTexture& texture, std::uint32_t mip, std::span<const std::byte> texels);
    // What the texture holds at this point of the frame; to be read once the frame is safe.
    std::shared_ptr<HostBuffer> read(EngineTexture& texture, std::uint32_t mip, std::size_t bytes);

private:
    static constexpr std::size_t kFramesInFlight = 3;

    struct Slot
    {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkFence fence = VK_NULL_HANDLE;
        std::uint64_t frame = 0;                           // that it is busy with; 0: none
        std::vector<VkCommandBuffer> recorded;             // and not submitted
        std::vector<std::shared_ptr<HostBuffer>> lifetime; // of what the frame's commands use
    };

    void createRenderPass();
    Slot& slot() { return m_slots[m_frame % kFramesInFlight]; }
    void beginCommands();
    void endCommands();
    void submit(VkFence fence);
    static VkBufferImageCopy region(const EngineTexture& texture, std::uint32_t mip);

    VulkanHost m_host;
    VkRenderPass m_renderPass = VK_NULL_HANDLE;
    VkFramebuffer m_framebuffer = VK_NULL_HANDLE;
    std::array<Slot, kFramesInFlight> m_slots;
    std::deque<EngineTexture> m_textures;
    std::deque<EngineBuffer> m_buffers;
    VkCommandBuffer m_commands = VK_NULL_HANDLE;
    std::uint64_t m_frame = 0;
    std::uint64_t m_safeFrame = 0;
    bool m_isInFrame = false;
    bool m_isInRenderPass = false;
};

} // namespace pn::testing
