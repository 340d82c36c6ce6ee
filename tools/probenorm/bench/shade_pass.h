#pragma once

#include "bench/graphics.h"
#include "bench/shaders/bench_shade.h"
#include "bench/stopwatch.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pn::bench {

// A pass that shades a whole picture, with one pipeline per form, and what it reads: shade_scene.h.
class ShadePass
{
public:
    enum class Writes
    {
        Picture,
        Proof // what a form reads and gives
    };
    ShadePass(const vulkan::Instance& instance, vulkan::Device& device, Stopwatch& stopwatch, std::uint32_t width,
              Writes writes);

    // Specialization constants in the order of their ids.
    struct Look
    {
        std::uint32_t form, lamps, shadows;
    };
    Owned<vk::Pipeline> makePipeline(const Look& look) const;

    void record(vk::CommandBuffer commands, vk::Pipeline pipeline, std::uint32_t times) const;

    // Of a pass that writes a proof: shared::kShadeProofWords floats per pixel.
    std::vector<float> prove(std::uint32_t form) const;

    std::uint32_t width() const { return m_width; }
    std::uint32_t height() const { return m_height; }

private:
    void upload();
    void makeLayout();
    void makeSet();
    Owned<vk::Sampler> makeSampler(bool compares) const;

    vulkan::Device& m_device;
    Stopwatch& m_stopwatch;
    std::uint32_t m_width, m_height;
    Writes m_writes;
    Graphics m_graphics;
    Image m_probe, m_albedo, m_normals, m_shadow;
    UniformBuffer m_lights, m_lamps;
    vulkan::Buffer m_pixels;
    Owned<vk::Sampler> m_sampler, m_shadowSampler;
    Owned<vk::DescriptorSetLayout> m_setLayout;
    Owned<vk::PipelineLayout> m_layout;
    Owned<vk::DescriptorPool> m_pool;
    vk::DescriptorSet m_set;
    Owned<vk::ShaderModule> m_module;
};

} // namespace pn::bench
