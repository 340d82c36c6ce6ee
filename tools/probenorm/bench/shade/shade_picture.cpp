#include "bench/shade/shade_picture.h"

#include "bench/stopwatch.h"

#include "core/error.h"

#include <array>

namespace pn::bench {

using namespace pn::vulkan;

namespace {

constexpr VkFormat kTargetFormat = VK_FORMAT_R16G16B16A16_SFLOAT;

constexpr std::uint32_t kVertexWords[] = {
#include "shade_vertex.spv.inc"
};
constexpr std::uint32_t kFragmentWords[] = {
#include "shade_fragment.spv.inc"
};

ImageInfo probeInfo(VkFormat format)
{
    return {.format = format,
            .width = shared::kLabShadeProbeSize,
            .height = shared::kLabShadeProbeSize,
            .mips = shared::kLabShadeProbeMips,
            .isCube = true};
}

constexpr ImageInfo kShadowInfo{
    .format = VK_FORMAT_D16_UNORM, .width = shared::kLabShadeShadowSize, .height = shared::kLabShadeShadowSize};

ImageInfo mapInfo()
{
    return {.format = VK_FORMAT_R8G8B8A8_UNORM, .width = kShadeMapSize, .height = kShadeMapSize};
}

template <typename T>
std::span<const std::byte> bytesOf(const T& value)
{
    return std::as_bytes(std::span(&value, 1));
}

Owned<VkSampler> makeSampler(Device& device, const GraphicsFunctions& graphics, bool compares)
{
    auto info = vkStruct<VkSamplerCreateInfo>();
    info.magFilter = info.minFilter = VK_FILTER_LINEAR;
    info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    info.maxLod = VK_LOD_CLAMP_NONE;
    info.compareEnable = compares ? VK_TRUE : VK_FALSE;
    info.compareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
    return PN_OWNED(device, graphics, Sampler, info);
}

bool isUniform(std::uint32_t binding)
{
    return binding == shared::kLabShadeLights || binding == shared::kLabShadeLampList;
}

VkPipelineShaderStageCreateInfo stageOf(VkShaderStageFlagBits stage, VkShaderModule module)
{
    auto info = vkStruct<VkPipelineShaderStageCreateInfo>();
    info.stage = stage;
    info.module = module;
    info.pName = "main";
    return info;
}

} // namespace

ShadePicture::ShadePicture(const Instance& instance, Device& device, std::uint32_t width, std::uint32_t height)
    : m_device(device), m_graphics(loadGraphicsFunctions(instance, device)), m_extent{width, height},
      m_probe(device, m_graphics, probeInfo(VK_FORMAT_R16G16B16A16_SFLOAT)),
      m_oneChannel(device, m_graphics, probeInfo(VK_FORMAT_R16_SFLOAT)), m_albedo(device, m_graphics, mapInfo()),
      m_normals(device, m_graphics, mapInfo()), m_shadow(device, m_graphics, kShadowInfo),
      m_target(
          device, m_graphics,
          {.format = kTargetFormat, .width = width, .height = height, .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT}),
      m_lights(device, bytesOf(shadeLights())), m_lamps(device, bytesOf(shadeLamps())),
      m_sampler(makeSampler(device, m_graphics, false)), m_shadowSampler(makeSampler(device, m_graphics, true)),
      m_vertex(makeModule(kVertexWords)), m_fragment(makeModule(kFragmentWords))
{
    upload();
    makeRenderPass();
    makeFramebuffer();
    makeLayout();
    makeSet();
}

void ShadePicture::upload()
{
    const auto send = [&](const Image& image, const auto& values, std::uint32_t texelBytes) {
        const auto texels = std::as_bytes(std::span(values));
        Buffer from(m_device, texels.size(), MemoryKind::Upload);
        std::memcpy(from.mapped(), texels.data(), texels.size());
        from.flush();
        Commands commands(m_device, m_device.computeQueue());
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

void ShadePicture::makeRenderPass()
{
    VkAttachmentDescription color{};
    color.format = kTargetFormat;
    color.samples = VK_SAMPLE_COUNT_1_BIT;
    color.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    color.finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &reference;
    auto info = vkStruct<VkRenderPassCreateInfo>();
    info.attachmentCount = 1;
    info.pAttachments = &color;
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    m_pass = PN_OWNED(m_device, m_graphics, RenderPass, info);
}

void ShadePicture::makeFramebuffer()
{
    const VkImageView view = m_target.view();
    auto info = vkStruct<VkFramebufferCreateInfo>();
    info.renderPass = m_pass.get();
    info.attachmentCount = 1;
    info.pAttachments = &view;
    info.width = m_extent.width;
    info.height = m_extent.height;
    info.layers = 1;
    m_framebuffer = PN_OWNED(m_device, m_graphics, Framebuffer, info);
}

void ShadePicture::makeLayout()
{
    std::array<VkDescriptorSetLayoutBinding, shared::kLabShadeBindings> bindings{};
    for (std::uint32_t i = 0; i < bindings.size(); ++i)
        bindings[i] = {i, isUniform(i) ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                       1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr};
    auto setInfo = vkStruct<VkDescriptorSetLayoutCreateInfo>();
    setInfo.bindingCount = std::uint32_t(bindings.size());
    setInfo.pBindings = bindings.data();
    m_setLayout = PN_OWNED(m_device, m_device.fn(), DescriptorSetLayout, setInfo);
    const VkDescriptorSetLayout setLayout = m_setLayout.get();
    auto info = vkStruct<VkPipelineLayoutCreateInfo>();
    info.setLayoutCount = 1;
    info.pSetLayouts = &setLayout;
    m_layout = PN_OWNED(m_device, m_device.fn(), PipelineLayout, info);
}

void ShadePicture::makeSet()
{
    const std::array<VkDescriptorPoolSize, 2> sizes = {
        VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 2},
        VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, shared::kLabShadeBindings - 2}};
    auto poolInfo = vkStruct<VkDescriptorPoolCreateInfo>();
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = std::uint32_t(sizes.size());
    poolInfo.pPoolSizes = sizes.data();
    m_pool = PN_OWNED(m_device, m_device.fn(), DescriptorPool, poolInfo);
    const VkDescriptorSetLayout layout = m_setLayout.get();
    auto info = vkStruct<VkDescriptorSetAllocateInfo>();
    info.descriptorPool = m_pool.get();
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    PN_VK_CREATE(m_set, m_device.fn().vkAllocateDescriptorSets, m_device.handle(), &info);

    const std::array<const UniformBuffer*, shared::kLabShadeBindings> buffers = {&m_lights, nullptr,  nullptr, nullptr,
                                                                                 nullptr,   &m_lamps, nullptr};
    const std::array<const Image*, shared::kLabShadeBindings> images = {nullptr,    &m_probe, &m_oneChannel, &m_albedo,
                                                                        &m_normals, nullptr,  &m_shadow};
    for (std::uint32_t i = 0; i < shared::kLabShadeBindings; ++i)
    {
        const VkDescriptorBufferInfo buffer{isUniform(i) ? buffers[i]->handle() : VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
        const VkSampler sampler = i == shared::kLabShadeShadow ? m_shadowSampler.get() : m_sampler.get();
        const VkDescriptorImageInfo image{sampler, isUniform(i) ? VK_NULL_HANDLE : images[i]->view(),
                                          VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
        auto write = vkStruct<VkWriteDescriptorSet>();
        write.dstSet = m_set;
        write.dstBinding = i;
        write.descriptorCount = 1;
        write.descriptorType =
            isUniform(i) ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        write.pBufferInfo = &buffer;
        write.pImageInfo = &image;
        m_device.fn().vkUpdateDescriptorSets(m_device.handle(), 1, &write, 0, nullptr);
    }
}

Owned<VkShaderModule> ShadePicture::makeModule(std::span<const std::uint32_t> words) const
{
    auto info = vkStruct<VkShaderModuleCreateInfo>();
    info.codeSize = words.size_bytes();
    info.pCode = words.data();
    return PN_OWNED(m_device, m_device.fn(), ShaderModule, info);
}

Owned<VkPipeline> ShadePicture::makePipeline(const Look& look) const
{
    const std::array<VkSpecializationMapEntry, 3> entries = {
        VkSpecializationMapEntry{shared::kLabSpecForm, offsetof(Look, form), 4},
        VkSpecializationMapEntry{shared::kLabSpecLamps, offsetof(Look, lamps), 4},
        VkSpecializationMapEntry{shared::kLabSpecShadows, offsetof(Look, shadows), 4}};
    const VkSpecializationInfo constants{3, entries.data(), sizeof(look), &look};
    std::array<VkPipelineShaderStageCreateInfo, 2> stages = {stageOf(VK_SHADER_STAGE_VERTEX_BIT, m_vertex.get()),
                                                             stageOf(VK_SHADER_STAGE_FRAGMENT_BIT, m_fragment.get())};
    stages[1].pSpecializationInfo = &constants;
    return makePipeline(stages);
}

Owned<VkPipeline> ShadePicture::makePipeline(std::span<const VkPipelineShaderStageCreateInfo> stages) const
{
    const auto vertices = vkStruct<VkPipelineVertexInputStateCreateInfo>();
    auto assembly = vkStruct<VkPipelineInputAssemblyStateCreateInfo>();
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    const VkViewport area{0.0f, 0.0f, float(m_extent.width), float(m_extent.height), 0.0f, 1.0f};
    const VkRect2D scissor{{0, 0}, m_extent};
    auto viewport = vkStruct<VkPipelineViewportStateCreateInfo>();
    viewport.viewportCount = viewport.scissorCount = 1;
    viewport.pViewports = &area;
    viewport.pScissors = &scissor;
    auto raster = vkStruct<VkPipelineRasterizationStateCreateInfo>();
    raster.polygonMode = VK_POLYGON_MODE_FILL;
    raster.lineWidth = 1.0f;
    auto samples = vkStruct<VkPipelineMultisampleStateCreateInfo>();
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    VkPipelineColorBlendAttachmentState channels{};
    channels.colorWriteMask = 0xF;
    auto blend = vkStruct<VkPipelineColorBlendStateCreateInfo>();
    blend.attachmentCount = 1;
    blend.pAttachments = &channels;
    auto info = vkStruct<VkGraphicsPipelineCreateInfo>();
    info.stageCount = std::uint32_t(stages.size());
    info.pStages = stages.data();
    info.pVertexInputState = &vertices;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pColorBlendState = &blend;
    info.layout = m_layout.get();
    info.renderPass = m_pass.get();
    VkPipeline handle = VK_NULL_HANDLE;
    PN_VK_CREATE(handle, m_graphics.vkCreateGraphicsPipelines, m_device.handle(), VkPipelineCache{VK_NULL_HANDLE}, 1u,
                 &info, nullptr);
    return {m_device.handle(), handle, m_device.fn().vkDestroyPipeline};
}

void ShadePicture::record(VkCommandBuffer commands, VkPipeline pipeline, std::uint32_t times) const
{
    auto begin = vkStruct<VkRenderPassBeginInfo>();
    begin.renderPass = m_pass.get();
    begin.framebuffer = m_framebuffer.get();
    begin.renderArea.extent = m_extent;
    m_graphics.vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    m_device.fn().vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    m_device.fn().vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, m_layout.get(), 0, 1, &m_set, 0,
                                          nullptr);
    for (std::uint32_t i = 0; i < times; ++i)
        m_graphics.vkCmdDraw(commands, 3, 1, 0, 0);
    m_graphics.vkCmdEndRenderPass(commands);
}

} // namespace pn::bench
