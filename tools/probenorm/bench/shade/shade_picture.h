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
    Owned<vk::Pipeline> makePipeline(const Look& look) const;

    // Covers the picture as many times.
    void record(vk::CommandBuffer commands, vk::Pipeline pipeline, std::uint32_t times) const;

private:
    void upload();
    void makePass();
    void makeLayout();
    void makeSet();
    Owned<vk::Sampler> makeSampler(bool compares) const;
    Owned<vk::ShaderModule> makeModule(std::span<const std::uint32_t> words) const;

    vulkan::Device& m_device;
    Graphics m_graphics;
    vk::Extent2D m_extent;
    Image m_probe, m_oneChannel, m_albedo, m_normals, m_shadow, m_target;
    UniformBuffer m_lights, m_lamps;
    Owned<vk::Sampler> m_sampler, m_shadowSampler;
    Owned<vk::RenderPass> m_pass;
    Owned<vk::Framebuffer> m_framebuffer;
    Owned<vk::DescriptorSetLayout> m_setLayout;
    Owned<vk::PipelineLayout> m_layout;
    Owned<vk::DescriptorPool> m_pool;
    vk::DescriptorSet m_set; // freed with its pool
    Owned<vk::ShaderModule> m_vertex, m_fragment;
};

} // namespace pn::bench
