#include "compute_textures.h"

#include "vulkan/spirv_module.h"

#include "vulkan/device/commands.h"
#include "vulkan/device/functions.h"
#include "vulkan/device/structs.h"

#include <spirv/unified1/spirv.hpp>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace pn::testing {

using namespace vulkan;

namespace {

// Runs commands on their own, after and before everything else.
template <typename Record>
void runAlone(Device& device, const Record& record)
{
    Commands commands(device, device.computeQueue());
    const VkCommandBuffer recording = commands.begin();
    record(recording);
    auto memory = vkStruct<VkMemoryBarrier>();
    memory.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    memory.dstAccessMask = VK_ACCESS_HOST_READ_BIT | VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    device.fn().vkCmdPipelineBarrier(recording, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                     VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory, 0,
                                     nullptr, 0, nullptr);
    commands.submit();
    commands.wait(std::chrono::minutes(5));
}

VkDescriptorType descriptorType(const SpirvModule& module, std::uint32_t pointerType)
{
    const Instruction* type = module.definition(module.definition(pointerType)->operands[2]);
    if (type->op == spv::OpTypeSampler)
        return VK_DESCRIPTOR_TYPE_SAMPLER;
    if (type->op != spv::OpTypeImage)
        return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    return type->operands[6] == 2 ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
}

} // namespace

TextureFunctions::TextureFunctions(const Instance& instance, const Device& device)
{
    const auto load = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
            instance.fn().vkGetDeviceProcAddr(device.handle(), name));
    };
    load(vkCreateImage, "vkCreateImage");
    load(vkDestroyImage, "vkDestroyImage");
    load(vkGetImageMemoryRequirements, "vkGetImageMemoryRequirements");
    load(vkBindImageMemory, "vkBindImageMemory");
    load(vkCreateSampler, "vkCreateSampler");
    load(vkDestroySampler, "vkDestroySampler");
}

Texture::Texture(Device& device, const TextureFunctions& more, std::uint32_t width, std::uint32_t height, bool isCube)
    : m_device(device), m_more(more), m_width(width), m_height(height), m_isCube(isCube)
{
    auto info = vkStruct<VkImageCreateInfo>();
    info.flags = isCube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = isCube ? VK_FORMAT_R16G16B16A16_SFLOAT : VK_FORMAT_R32G32B32A32_SFLOAT;
    info.extent = {width, height, 1};
    info.mipLevels = 1;
    info.arrayLayers = isCube ? 6 : 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                 (isCube ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT);
    PN_VK_CREATE(m_image, more.vkCreateImage, device.handle(), &info, nullptr);
    allocate();
    auto view = vkStruct<VkImageViewCreateInfo>();
    view.image = m_image;
    view.viewType = isCube ? VK_IMAGE_VIEW_TYPE_CUBE : VK_IMAGE_VIEW_TYPE_2D;
    view.format = info.format;
    view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, info.arrayLayers};
    PN_VK_CREATE(m_view, device.fn().vkCreateImageView, device.handle(), &view, nullptr);
    upload(std::vector<std::byte>(sizeBytes()));
}

Texture::~Texture()
{
    m_device.fn().vkDestroyImageView(m_device.handle(), m_view, nullptr);
    m_more.vkDestroyImage(m_device.handle(), m_image, nullptr);
    m_device.fn().vkFreeMemory(m_device.handle(), m_memory, nullptr);
}

void Texture::allocate()
{
    VkMemoryRequirements needed{};
    m_more.vkGetImageMemoryRequirements(m_device.handle(), m_image, &needed);
    auto info = vkStruct<VkMemoryAllocateInfo>();
    info.allocationSize = needed.size;
    while ((needed.memoryTypeBits >> info.memoryTypeIndex & 1) == 0)
        ++info.memoryTypeIndex;
    PN_VK_CREATE(m_memory, m_device.fn().vkAllocateMemory, m_device.handle(), &info, nullptr);
    check(m_more.vkBindImageMemory(m_device.handle(), m_image, m_memory, 0), "vkBindImageMemory(");
}

void Texture::upload(std::span<const std::byte> texels)
{
    Buffer buffer(m_device, sizeBytes(), MemoryKind::Shared);
    std::memcpy(buffer.mapped(), texels.data(), std::min(texels.size(), sizeBytes()));
    buffer.flush();
    copy(buffer, true, VK_IMAGE_LAYOUT_UNDEFINED);
}

std::vector<std::byte> Texture::download()
{
    Buffer buffer(m_device, sizeBytes(), MemoryKind::Shared);
    copy(buffer, false, VK_IMAGE_LAYOUT_GENERAL);
    buffer.invalidate();
    return {buffer.mapped(), buffer.mapped() + sizeBytes()};
}

void Texture::copy(Buffer& buffer, bool isUpload, VkImageLayout before)
{
    const std::uint32_t layers = m_isCube ? 6 : 1;
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, layers};
    region.imageExtent = {m_width, m_height, 1};
    auto barrier = vkStruct<VkImageMemoryBarrier>();
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.oldLayout = before;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = m_image;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, layers};
    const auto& fn = m_device.fn();
    runAlone(m_device, [&](VkCommandBuffer commands) {
        fn.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0,
                                nullptr, 0, nullptr, 1, &barrier);
        if (isUpload)
            fn.vkCmdCopyBufferToImage(commands, buffer.handle(), m_image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
        else
            fn.vkCmdCopyImageToBuffer(commands, m_image, VK_IMAGE_LAYOUT_GENERAL, buffer.handle(), 1, &region);
    });
}

std::map<std::string, NamedBinding> namedBindings(std::span<const std::uint32_t> words)
{
    std::map<std::uint32_t, std::string> names;
    std::map<std::uint32_t, std::uint32_t> indices;
    std::map<std::string, NamedBinding> bindings;
    const SpirvModule module(words);
    for (const Instruction& instruction : module.instructions())
        if (instruction.op == spv::OpName)
            names[instruction.operands[0]] = reinterpret_cast<const char*>(&instruction.operands[1]);
        else if (instruction.op == spv::OpDecorate && instruction.operands[1] == spv::DecorationBinding)
            indices[instruction.operands[0]] = instruction.operands[2];
    for (const auto& [id, index] : indices)
        bindings[names[id]] = {index, descriptorType(module, module.definition(id)->operands[0])};
    return bindings;
}

TextureKernel::TextureKernel(Device& device, const TextureFunctions& more, std::span<const std::uint32_t> words)
    : m_device(device), m_more(more), m_bindings(namedBindings(words))
{
    createLayout();
    createPipeline(words);
    createSet();
}

TextureKernel::~TextureKernel()
{
    const auto& fn = m_device.fn();
    fn.vkDestroyDescriptorPool(m_device.handle(), m_pool, nullptr);
    fn.vkDestroyPipeline(m_device.handle(), m_pipeline, nullptr);
    fn.vkDestroyPipelineLayout(m_device.handle(), m_layout, nullptr);
    fn.vkDestroyDescriptorSetLayout(m_device.handle(), m_setLayout, nullptr);
    m_more.vkDestroySampler(m_device.handle(), m_sampler, nullptr);
}

// The one sampler is what Unity makes of the name "point clamp".
void TextureKernel::createLayout()
{
    VkSamplerCreateInfo sampler{};
    sampler.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    sampler.addressModeU = sampler.addressModeV = sampler.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    PN_VK_CREATE(m_sampler, m_more.vkCreateSampler, m_device.handle(), &sampler, nullptr);
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const auto& [name, binding] : m_bindings)
        bindings.push_back({binding.index, binding.type, 1, VK_SHADER_STAGE_COMPUTE_BIT, &m_sampler});
    auto setInfo = vkStruct<VkDescriptorSetLayoutCreateInfo>();
    setInfo.bindingCount = std::uint32_t(bindings.size());
    setInfo.pBindings = bindings.data();
    PN_VK_CREATE(m_setLayout, m_device.fn().vkCreateDescriptorSetLayout, m_device.handle(), &setInfo, nullptr);
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 128};
    auto info = vkStruct<VkPipelineLayoutCreateInfo>();
    info.setLayoutCount = 1;
    info.pSetLayouts = &m_setLayout;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
    PN_VK_CREATE(m_layout, m_device.fn().vkCreatePipelineLayout, m_device.handle(), &info, nullptr);
}

void TextureKernel::createPipeline(std::span<const std::uint32_t> words)
{
    auto moduleInfo = vkStruct<VkShaderModuleCreateInfo>();
    moduleInfo.codeSize = words.size_bytes();
    moduleInfo.pCode = words.data();
    VkShaderModule module = VK_NULL_HANDLE;
    PN_VK_CREATE(module, m_device.fn().vkCreateShaderModule, m_device.handle(), &moduleInfo, nullptr);
    auto info = vkStruct<VkComputePipelineCreateInfo>();
    info.layout = m_layout;
    info.stage = vkStruct<VkPipelineShaderStageCreateInfo>();
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    const VkResult result =
        m_device.fn().vkCreateComputePipelines(m_device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &m_pipeline);
    m_device.fn().vkDestroyShaderModule(m_device.handle(), module, nullptr);
    check(result, "vkCreateComputePipelines(");
}

void TextureKernel::createSet()
{
    std::vector<VkDescriptorPoolSize> sizes;
    for (const auto& [name, binding] : m_bindings)
        sizes.push_back({binding.type, 1});
    auto poolInfo = vkStruct<VkDescriptorPoolCreateInfo>();
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = std::uint32_t(sizes.size());
    poolInfo.pPoolSizes = sizes.data();
    PN_VK_CREATE(m_pool, m_device.fn().vkCreateDescriptorPool, m_device.handle(), &poolInfo, nullptr);
    auto info = vkStruct<VkDescriptorSetAllocateInfo>();
    info.descriptorPool = m_pool;
    info.descriptorSetCount = 1;
    info.pSetLayouts = &m_setLayout;
    check(m_device.fn().vkAllocateDescriptorSets(m_device.handle(), &info, &m_set), "vkAllocateDescriptorSets(");
}

bool TextureKernel::set(const std::string& name, const Buffer& buffer)
{
    const auto found = m_bindings.find(name);
    if (found == m_bindings.end() || found->second.type != VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
        return false;
    const VkDescriptorBufferInfo info{buffer.handle(), 0, VK_WHOLE_SIZE};
    write(found->second, &info, nullptr);
    return true;
}

bool TextureKernel::set(const std::string& name, const Texture& texture)
{
    const auto found = m_bindings.find(name);
    if (found == m_bindings.end() || found->second.type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
        return false;
    const VkDescriptorImageInfo info{VK_NULL_HANDLE, texture.view(), VK_IMAGE_LAYOUT_GENERAL};
    write(found->second, nullptr, &info);
    return true;
}

void TextureKernel::write(const NamedBinding& binding, const VkDescriptorBufferInfo* buffer,
                          const VkDescriptorImageInfo* image)
{
    auto write = vkStruct<VkWriteDescriptorSet>();
    write.dstSet = m_set;
    write.dstBinding = binding.index;
    write.descriptorCount = 1;
    write.descriptorType = binding.type;
    write.pBufferInfo = buffer;
    write.pImageInfo = image;
    m_device.fn().vkUpdateDescriptorSets(m_device.handle(), 1, &write, 0, nullptr);
}

void TextureKernel::dispatch(std::span<const std::byte> parameters, const std::array<std::uint32_t, 3>& groups)
{
    const auto& fn = m_device.fn();
    runAlone(m_device, [&](VkCommandBuffer commands) {
        fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipeline);
        fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout, 0, 1, &m_set, 0, nullptr);
        fn.vkCmdPushConstants(commands, m_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, std::uint32_t(parameters.size()),
                              parameters.data());
        fn.vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
    });
}

} // namespace pn::testing
