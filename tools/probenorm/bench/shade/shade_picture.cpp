#include "bench/shade/shade_picture.h"

#include "bench/stopwatch.h"

#include <array>
#include <cstring>
#include <utility>

namespace pn::bench {
namespace {

using Usage = vk::ImageUsageFlagBits;

constexpr vk::Format kTargetFormat = vk::Format::eR16G16B16A16Sfloat;

constexpr std::uint32_t kVertexWords[] = {
#include "shade_vertex.spv.inc"
};
constexpr std::uint32_t kFragmentWords[] = {
#include "shade_fragment.spv.inc"
};

vk::ImageCreateInfo imageInfo(vk::Format format, std::uint32_t width, std::uint32_t height, vk::ImageUsageFlags usage)
{
    return {.imageType = vk::ImageType::e2D,
            .format = format,
            .extent = {width, height, 1},
            .mipLevels = 1,
            .arrayLayers = 1,
            .usage = usage};
}

vk::ImageCreateInfo textureInfo(vk::Format format, std::uint32_t size)
{
    return imageInfo(format, size, size, Usage::eSampled | Usage::eTransferDst);
}

vk::ImageCreateInfo probeInfo(vk::Format format)
{
    vk::ImageCreateInfo info = textureInfo(format, shared::kLabShadeProbeSize);
    info.flags = vk::ImageCreateFlagBits::eCubeCompatible;
    info.mipLevels = shared::kLabShadeProbeMips;
    info.arrayLayers = 6;
    return info;
}

template <typename T>
std::span<const std::byte> bytesOf(const T& value)
{
    return std::as_bytes(std::span(&value, 1));
}

bool isUniform(std::uint32_t binding)
{
    return binding == shared::kLabShadeLights || binding == shared::kLabShadeLampList;
}

vk::DescriptorType typeOf(std::uint32_t binding)
{
    return isUniform(binding) ? vk::DescriptorType::eUniformBuffer : vk::DescriptorType::eCombinedImageSampler;
}

} // namespace

ShadePicture::ShadePicture(const vulkan::Instance& instance, vulkan::Device& device, std::uint32_t width,
                           std::uint32_t height)
    : m_device(device), m_graphics(instance, device), m_extent{width, height},
      m_probe(m_graphics, probeInfo(vk::Format::eR16G16B16A16Sfloat)),
      m_oneChannel(m_graphics, probeInfo(vk::Format::eR16Sfloat)),
      m_albedo(m_graphics, textureInfo(vk::Format::eR8G8B8A8Unorm, kShadeMapSize)),
      m_normals(m_graphics, textureInfo(vk::Format::eR8G8B8A8Unorm, kShadeMapSize)),
      m_shadow(m_graphics, textureInfo(vk::Format::eD16Unorm, shared::kLabShadeShadowSize)),
      m_target(m_graphics, imageInfo(kTargetFormat, width, height, Usage::eColorAttachment)),
      m_lights(m_graphics, bytesOf(shadeLights())), m_lamps(m_graphics, bytesOf(shadeLamps())),
      m_sampler(makeSampler(false)), m_shadowSampler(makeSampler(true)), m_vertex(makeModule(kVertexWords)),
      m_fragment(makeModule(kFragmentWords))
{
    upload();
    makePass();
    makeLayout();
    makeSet();
}

void ShadePicture::upload()
{
    const auto send = [&](const Image& image, const auto& values, std::uint32_t texelBytes) {
        const auto texels = std::as_bytes(std::span(values));
        vulkan::Buffer from(m_device, texels.size(), vulkan::MemoryKind::Upload);
        std::memcpy(from.mapped(), texels.data(), texels.size());
        from.flush();
        vulkan::Commands commands(m_device, m_device.computeQueue());
        image.recordUpload(commands.begin(), from.handle(), texelBytes);
        commands.submit();
        commands.wait(kTimeout);
    };
    send(m_probe, shadeProbe(4), 8);
    send(m_oneChannel, shadeProbe(1), 2);
    send(m_albedo, shadeAlbedo(), 4);
    send(m_normals, shadeNormals(), 4);
    send(m_shadow, shadeShadow(), 2);
}

Owned<vk::Sampler> ShadePicture::makeSampler(bool compares) const
{
    return m_graphics.device.createSamplerUnique({.magFilter = vk::Filter::eLinear,
                                                  .minFilter = vk::Filter::eLinear,
                                                  .mipmapMode = vk::SamplerMipmapMode::eLinear,
                                                  .compareEnable = compares,
                                                  .compareOp = vk::CompareOp::eLessOrEqual,
                                                  .maxLod = VK_LOD_CLAMP_NONE},
                                                 nullptr, m_graphics.fn);
}

void ShadePicture::makePass()
{
    const vk::AttachmentDescription color{.format = kTargetFormat,
                                          .loadOp = vk::AttachmentLoadOp::eDontCare,
                                          .storeOp = vk::AttachmentStoreOp::eStore,
                                          .finalLayout = vk::ImageLayout::eColorAttachmentOptimal};
    const vk::AttachmentReference reference{0, vk::ImageLayout::eColorAttachmentOptimal};
    const vk::SubpassDescription subpass{.colorAttachmentCount = 1, .pColorAttachments = &reference};
    m_pass = m_graphics.device.createRenderPassUnique(
        {.attachmentCount = 1, .pAttachments = &color, .subpassCount = 1, .pSubpasses = &subpass}, nullptr,
        m_graphics.fn);
    const vk::ImageView view = m_target.view();
    m_framebuffer = m_graphics.device.createFramebufferUnique({.renderPass = *m_pass,
                                                               .attachmentCount = 1,
                                                               .pAttachments = &view,
                                                               .width = m_extent.width,
                                                               .height = m_extent.height,
                                                               .layers = 1},
                                                              nullptr, m_graphics.fn);
}

void ShadePicture::makeLayout()
{
    std::array<vk::DescriptorSetLayoutBinding, shared::kLabShadeBindings> bindings;
    for (std::uint32_t i = 0; i < bindings.size(); ++i)
        bindings[i] = {i, typeOf(i), 1, vk::ShaderStageFlagBits::eFragment};
    m_setLayout = m_graphics.device.createDescriptorSetLayoutUnique(
        {.bindingCount = std::uint32_t(bindings.size()), .pBindings = bindings.data()}, nullptr, m_graphics.fn);
    m_layout = m_graphics.device.createPipelineLayoutUnique({.setLayoutCount = 1, .pSetLayouts = &*m_setLayout},
                                                            nullptr, m_graphics.fn);
}

void ShadePicture::makeSet()
{
    const std::array<vk::DescriptorPoolSize, 2> sizes = {
        {{vk::DescriptorType::eUniformBuffer, 2},
         {vk::DescriptorType::eCombinedImageSampler, shared::kLabShadeBindings - 2}}};
    const vk::Device device = m_graphics.device;
    m_pool = device.createDescriptorPoolUnique(
        {.maxSets = 1, .poolSizeCount = std::uint32_t(sizes.size()), .pPoolSizes = sizes.data()}, nullptr,
        m_graphics.fn);
    m_set = device.allocateDescriptorSets(
        {.descriptorPool = *m_pool, .descriptorSetCount = 1, .pSetLayouts = &*m_setLayout}, m_graphics.fn)[0];

    const std::array<const UniformBuffer*, shared::kLabShadeBindings> buffers = {&m_lights, nullptr,  nullptr, nullptr,
                                                                                 nullptr,   &m_lamps, nullptr};
    const std::array<const Image*, shared::kLabShadeBindings> images = {nullptr,    &m_probe, &m_oneChannel, &m_albedo,
                                                                        &m_normals, nullptr,  &m_shadow};
    for (std::uint32_t i = 0; i < shared::kLabShadeBindings; ++i)
    {
        const vk::DescriptorBufferInfo buffer{isUniform(i) ? buffers[i]->handle() : vk::Buffer(), 0, VK_WHOLE_SIZE};
        const vk::DescriptorImageInfo image{i == shared::kLabShadeShadow ? *m_shadowSampler : *m_sampler,
                                            isUniform(i) ? vk::ImageView() : images[i]->view(),
                                            vk::ImageLayout::eShaderReadOnlyOptimal};
        const vk::WriteDescriptorSet write{.dstSet = m_set,
                                           .dstBinding = i,
                                           .descriptorCount = 1,
                                           .descriptorType = typeOf(i),
                                           .pImageInfo = &image,
                                           .pBufferInfo = &buffer};
        device.updateDescriptorSets(write, {}, m_graphics.fn);
    }
}

Owned<vk::ShaderModule> ShadePicture::makeModule(std::span<const std::uint32_t> words) const
{
    return m_graphics.device.createShaderModuleUnique({.codeSize = words.size_bytes(), .pCode = words.data()}, nullptr,
                                                      m_graphics.fn);
}

Owned<vk::Pipeline> ShadePicture::makePipeline(const Look& look) const
{
    const std::array<vk::SpecializationMapEntry, 3> entries = {{{shared::kLabSpecForm, offsetof(Look, form), 4},
                                                                {shared::kLabSpecLamps, offsetof(Look, lamps), 4},
                                                                {shared::kLabSpecShadows, offsetof(Look, shadows), 4}}};
    const vk::SpecializationInfo constants{3, entries.data(), sizeof(look), &look};
    const std::array<vk::PipelineShaderStageCreateInfo, 2> stages = {
        {{.stage = vk::ShaderStageFlagBits::eVertex, .module = *m_vertex, .pName = "main"},
         {.stage = vk::ShaderStageFlagBits::eFragment,
          .module = *m_fragment,
          .pName = "main",
          .pSpecializationInfo = &constants}}};
    const vk::PipelineVertexInputStateCreateInfo vertices;
    const vk::PipelineInputAssemblyStateCreateInfo assembly{.topology = vk::PrimitiveTopology::eTriangleList};
    const vk::Viewport area{0.0f, 0.0f, float(m_extent.width), float(m_extent.height), 0.0f, 1.0f};
    const vk::Rect2D scissor{{0, 0}, m_extent};
    const vk::PipelineViewportStateCreateInfo viewport{
        .viewportCount = 1, .pViewports = &area, .scissorCount = 1, .pScissors = &scissor};
    const vk::PipelineRasterizationStateCreateInfo raster{.lineWidth = 1.0f};
    const vk::PipelineMultisampleStateCreateInfo samples;
    const vk::PipelineColorBlendAttachmentState channels{.colorWriteMask = vk::ColorComponentFlags(0xF)};
    const vk::PipelineColorBlendStateCreateInfo blend{.attachmentCount = 1, .pAttachments = &channels};
    const vk::GraphicsPipelineCreateInfo info{.stageCount = std::uint32_t(stages.size()),
                                              .pStages = stages.data(),
                                              .pVertexInputState = &vertices,
                                              .pInputAssemblyState = &assembly,
                                              .pViewportState = &viewport,
                                              .pRasterizationState = &raster,
                                              .pMultisampleState = &samples,
                                              .pColorBlendState = &blend,
                                              .layout = *m_layout,
                                              .renderPass = *m_pass};
    return std::move(m_graphics.device.createGraphicsPipelineUnique({}, info, nullptr, m_graphics.fn).value);
}

void ShadePicture::record(vk::CommandBuffer commands, vk::Pipeline pipeline, std::uint32_t times) const
{
    constexpr auto kGraphics = vk::PipelineBindPoint::eGraphics;
    commands.beginRenderPass({.renderPass = *m_pass, .framebuffer = *m_framebuffer, .renderArea = {{0, 0}, m_extent}},
                             vk::SubpassContents::eInline, m_graphics.fn);
    commands.bindPipeline(kGraphics, pipeline, m_graphics.fn);
    commands.bindDescriptorSets(kGraphics, *m_layout, 0, m_set, {}, m_graphics.fn);
    for (std::uint32_t i = 0; i < times; ++i)
        commands.draw(3, 1, 0, 0, m_graphics.fn);
    commands.endRenderPass(m_graphics.fn);
}

} // namespace pn::bench
