// The picture that `probenorm bench shade` draws, and a pipeline for each form of a reflection.
#pragma once

#include "bench/shade/graphics.h"
#include "bench/shade/shade_scene.h"

namespace pn::bench {

class ShadePicture
{
public:
    ShadePicture(const vulkan::Instance& instance, vulkan::Device& device, std::uint32_t width, std::uint32_t height);

    struct Look
    {
        std::uint32_t form; // a PnPreset or one of kLabForm...
        std::uint32_t lamps;
        std::uint32_t shadows; // how many lamps have one
    };
    Owned<VkPipeline> makePipeline(const Look& look) const;

    // Covers the picture as many times.
    void record(VkCommandBuffer commands, VkPipeline pipeline, std::uint32_t times) const;

private:
    void upload();
    void makeRenderPass();
    void makeFramebuffer();
    void makeLayout();
    void makeSet();
    Owned<VkShaderModule> makeModule(std::span<const std::uint32_t> words) const;
    Owned<VkPipeline> makePipeline(std::span<const VkPipelineShaderStageCreateInfo> stages) const;

    vulkan::Device& m_device;
    GraphicsFunctions m_graphics;
    VkExtent2D m_extent;
    Image m_probe, m_oneChannel, m_albedo, m_normals, m_shadow, m_target;
    UniformBuffer m_lights, m_lamps;
    Owned<VkSampler> m_sampler, m_shadowSampler;
    Owned<VkRenderPass> m_pass;
    Owned<VkFramebuffer> m_framebuffer;
    Owned<VkDescriptorSetLayout> m_setLayout;
    Owned<VkPipelineLayout> m_layout;
    Owned<VkDescriptorPool> m_pool;
    VkDescriptorSet m_set = VK_NULL_HANDLE; // freed with its pool
    Owned<VkShaderModule> m_vertex, m_fragment;
};

} // namespace pn::bench
