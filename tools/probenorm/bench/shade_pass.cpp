#include "bench/shade_pass.h"

#include "bench/shade_scene.h"

#include <cstring>
#include <utility>

namespace pn::bench {
namespace {

using Usage = vk::ImageUsageFlagBits;

constexpr auto kCompute = vk::ShaderStageFlagBits::eCompute;

constexpr std::uint32_t kShadeWords[] = {
#include "bench_shade.spv.inc"
};

vk::ImageCreateInfo textureInfo(vk::Format format, std::uint32_t size)
{
    return {.imageType = vk::ImageType::e2D,
            .format = format,
            .extent = {size, size, 1},
            .mipLevels = 1,
            .arrayLayers = 1,
            .usage = Usage::eSampled | Usage::eTransferDst};
}

vk::ImageCreateInfo probeInfo()
{
    vk::ImageCreateInfo info = textureInfo(vk::Format::eR16G16B16A16Sfloat, shared::kShadeProbeSize);
    info.flags = vk::ImageCreateFlagBits::eCubeCompatible;
    info.mipLevels = shared::kShadeProbeMips;
    info.arrayLayers = 6;
    return info;
}

template <typename T>
std::span<const std::byte> bytesOf(const T& value)
{
    return std::as_bytes(std::span(&value, 1));
}

std::uint64_t pixelBytes(ShadePass::Writes writes)
{
    return std::uint64_t{4} *
           (writes == ShadePass::Writes::Proof ? shared::kShadeProofWords : shared::kShadePictureWords);
}

vk::DescriptorType typeOf(std::uint32_t binding)
{
    if (binding == shared::kShadeLights || binding == shared::kShadeLampList)
        return vk::DescriptorType::eUniformBuffer;
    return binding == shared::kShadePixels ? vk::DescriptorType::eStorageBuffer
                                           : vk::DescriptorType::eCombinedImageSampler;
}

} // namespace

ShadePass::ShadePass(const vulkan::Instance& instance, vulkan::Device& device, Stopwatch& stopwatch,
                     std::uint32_t width, Writes writes)
    : m_device(device), m_stopwatch(stopwatch), m_width(width), m_height(width * 9 / 16), m_writes(writes),
      m_graphics(instance, device), m_probe(m_graphics, probeInfo()),
      m_albedo(m_graphics, textureInfo(vk::Format::eR8G8B8A8Unorm, shared::kShadeMapSize)),
      m_normals(m_graphics, textureInfo(vk::Format::eR8G8B8A8Unorm, shared::kShadeMapSize)),
      m_shadow(m_graphics, textureInfo(vk::Format::eD16Unorm, shared::kShadeShadowSize)),
      m_lights(m_graphics, bytesOf(shadeLights())), m_lamps(m_graphics, bytesOf(shadeLamps())),
      m_pixels(device, std::uint64_t{m_width} * m_height * pixelBytes(writes), vulkan::MemoryKind::Device),
      m_sampler(makeSampler(false)), m_shadowSampler(makeSampler(true)),
      m_module(m_graphics.device.createShaderModuleUnique({.codeSize = sizeof(kShadeWords), .pCode = kShadeWords},
                                                          nullptr, m_graphics.fn))
{
    upload();
    makeLayout();
    makeSet();
}

void ShadePass::upload()
{
    const auto send = [&](const Image& image, const auto& values, std::uint32_t texelBytes) {
        const auto texels = std::as_bytes(std::span(values));
        vulkan::Buffer from(m_device, texels.size(), vulkan::MemoryKind::Upload);
        std::memcpy(from.mapped(), texels.data(), texels.size());
        from.flush();
        m_stopwatch.run([&](VkCommandBuffer commands) { image.recordUpload(commands, from.handle(), texelBytes); });
    };
    send(m_probe, shadeProbe(), 8);
    send(m_albedo, shadeAlbedo(), 4);
    send(m_normals, shadeNormals(), 4);
    send(m_shadow, shadeShadow(), 2);
}

Owned<vk::Sampler> ShadePass::makeSampler(bool compares) const
{
    return m_graphics.device.createSamplerUnique({.magFilter = vk::Filter::eLinear,
                                                  .minFilter = vk::Filter::eLinear,
                                                  .mipmapMode = vk::SamplerMipmapMode::eLinear,
                                                  .compareEnable = compares,
                                                  .compareOp = vk::CompareOp::eLessOrEqual,
                                                  .maxLod = VK_LOD_CLAMP_NONE},
                                                 nullptr, m_graphics.fn);
}

void ShadePass::makeLayout()
{
    std::array<vk::DescriptorSetLayoutBinding, shared::kShadeBindings> bindings;
    for (std::uint32_t i = 0; i < bindings.size(); ++i)
        bindings[i] = vk::DescriptorSetLayoutBinding{i, typeOf(i), 1, kCompute};
    m_setLayout = m_graphics.device.createDescriptorSetLayoutUnique(
        {.bindingCount = std::uint32_t(bindings.size()), .pBindings = bindings.data()}, nullptr, m_graphics.fn);
    m_layout = m_graphics.device.createPipelineLayoutUnique({.setLayoutCount = 1, .pSetLayouts = &*m_setLayout},
                                                            nullptr, m_graphics.fn);
}

void ShadePass::makeSet()
{
    const std::array<vk::DescriptorPoolSize, 3> sizes = {{{vk::DescriptorType::eUniformBuffer, 2},
                                                          {vk::DescriptorType::eCombinedImageSampler, 4},
                                                          {vk::DescriptorType::eStorageBuffer, 1}}};
    const vk::Device device = m_graphics.device;
    m_pool = device.createDescriptorPoolUnique({.maxSets = 1, .poolSizeCount = 3, .pPoolSizes = sizes.data()}, nullptr,
                                               m_graphics.fn);
    m_set = device.allocateDescriptorSets(
        {.descriptorPool = *m_pool, .descriptorSetCount = 1, .pSetLayouts = &*m_setLayout}, m_graphics.fn)[0];
    const auto write = [&](std::uint32_t binding, vk::Buffer buffer, vk::ImageView view, vk::Sampler sampler) {
        const vk::DescriptorBufferInfo ofBuffer{buffer, 0, VK_WHOLE_SIZE};
        const vk::DescriptorImageInfo ofImage{sampler, view, vk::ImageLayout::eShaderReadOnlyOptimal};
        const vk::WriteDescriptorSet one{.dstSet = m_set,
                                         .dstBinding = binding,
                                         .descriptorCount = 1,
                                         .descriptorType = typeOf(binding),
                                         .pImageInfo = &ofImage,
                                         .pBufferInfo = &ofBuffer};
        device.updateDescriptorSets(one, {}, m_graphics.fn);
    };
    write(shared::kShadeLights, m_lights.handle(), {}, {});
    write(shared::kShadeLampList, m_lamps.handle(), {}, {});
    write(shared::kShadeProbe, {}, m_probe.view(), *m_sampler);
    write(shared::kShadeAlbedo, {}, m_albedo.view(), *m_sampler);
    write(shared::kShadeNormals, {}, m_normals.view(), *m_sampler);
    write(shared::kShadeShadow, {}, m_shadow.view(), *m_shadowSampler);
    write(shared::kShadePixels, m_pixels.handle(), {}, {});
}

Owned<vk::Pipeline> ShadePass::makePipeline(const Look& look) const
{
    const std::array<std::uint32_t, 6> values = {look.form, look.lamps, look.shadows,
                                                 m_width,   m_height,   m_writes == Writes::Proof};
    std::array<vk::SpecializationMapEntry, values.size()> entries;
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        entries[i] = vk::SpecializationMapEntry{i, 4 * i, 4};
    const vk::SpecializationInfo constants{std::uint32_t(entries.size()), entries.data(), sizeof(values), &values};
    const vk::ComputePipelineCreateInfo info{
        .stage = {.stage = kCompute, .module = *m_module, .pName = "main", .pSpecializationInfo = &constants},
        .layout = *m_layout};
    return std::move(m_graphics.device.createComputePipelineUnique({}, info, nullptr, m_graphics.fn).value);
}

void ShadePass::record(vk::CommandBuffer commands, vk::Pipeline pipeline, std::uint32_t times) const
{
    constexpr std::uint32_t kEdge = shared::kShadeGroup;
    commands.bindPipeline(vk::PipelineBindPoint::eCompute, pipeline, m_graphics.fn);
    commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *m_layout, 0, m_set, {}, m_graphics.fn);
    for (std::uint32_t i = 0; i < times; ++i)
        commands.dispatch((m_width + kEdge - 1) / kEdge, (m_height + kEdge - 1) / kEdge, 1, m_graphics.fn);
}

std::vector<float> ShadePass::prove(std::uint32_t form) const
{
    const auto pipeline = makePipeline({form, 0, 0});
    vulkan::Buffer readback(m_device, m_pixels.size(), vulkan::MemoryKind::Readback);
    m_stopwatch.run([&](VkCommandBuffer commands) {
        record(commands, *pipeline, 1);
        vulkan::barrier(m_device, commands, vulkan::kKernelWrite, vulkan::kTransferRead);
        vk::CommandBuffer(commands).copyBuffer(m_pixels.handle(), readback.handle(),
                                               vk::BufferCopy{0, 0, m_pixels.size()}, m_graphics.fn);
        vulkan::barrier(m_device, commands, vulkan::kTransferWrite, vulkan::kHostRead);
    });
    readback.invalidate();
    std::vector<float> floats(m_pixels.size() / sizeof(float));
    std::memcpy(floats.data(), readback.mapped(), m_pixels.size());
    return floats;
}

} // namespace pn::bench
