// How long other tools' rules of prefiltering take on a device: mips 1 to 6 of a cubemap by Unity's mapping, half
// floats, by its sampler. There are no barriers between cubemaps. Texels are compared with those of prefilter_rules.h,
// which finds the rules' errors; the time that a rule may take to make the source larger is left out.
//
// usage: prefilter_rules_gpu [SIZE [DEVICE]]
#include "prefilter_rules.h"

#include "bench/device_setup.h"
#include "bench/graphics.h"
#include "bench/random_words.h"

#include "core/kernel/texel_bits.h"
#include "core/sh/roughness_mapping.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace pn;
using namespace pn::bench;
namespace rules = prefilter_rules;

constexpr std::uint32_t kWords[] = {
#include "prefilter_rules.spv.inc"
};
constexpr std::uint32_t kMips = 6, kCubemaps = 16, kRuns = 8, kCompared = 24;

// Texels are .1 to 2: halves of them are 1.4e-4 off (rms), and what a sampler with steps of 2^-8 reads of one is up
// to 1.1e-3 off, which falls with the root of the samples.
constexpr double kMostError = 1e-3;

struct Params
{
    std::uint32_t size, firstTexel, firstSample, sampleCount;
    float a, level;
};

class RulesOnDevice
{
public:
    RulesOnDevice(const std::shared_ptr<vulkan::Instance>& instance, std::uint32_t index, std::uint32_t size)
        : m_size(size), m_device(instance, findDevice(*instance, index)), m_graphics(*instance, m_device),
          m_stopwatch(m_device), m_source(m_graphics, sourceInfo(size)), m_maps{int(size), 3, {}},
          m_samples(m_device, 2 * sizeof(float) * 4 * kMostSamples * kMips, vulkan::MemoryKind::Upload),
          m_results(m_device, std::uint64_t{8} * 6 * size * size, vulkan::MemoryKind::Device),
          m_sampler(m_graphics.device.createSamplerUnique({.magFilter = vk::Filter::eLinear,
                                                           .minFilter = vk::Filter::eLinear,
                                                           .mipmapMode = vk::SamplerMipmapMode::eLinear,
                                                           .maxLod = VK_LOD_CLAMP_NONE},
                                                          nullptr, m_graphics.fn))
    {
        upload();
        makePipeline();
        makeSet();
    }

    const char* name() const { return m_device.physical().properties.deviceName; }

    // Microseconds per cubemap, the median of the runs.
    double measure(const rules::Rule& rule)
    {
        std::vector<Params> dispatches;
        std::vector<float> samples;
        std::uint32_t firstTexel = 0;
        for (std::uint32_t mip = 1; mip <= kMips; ++mip)
        {
            const std::uint32_t size = m_size >> mip, first = std::uint32_t(samples.size() / 8);
            const double roughness = roughnessOf(mip);
            append(samples, rules::samplesOf(rule, roughness, int(m_size)));
            dispatches.push_back({size, firstTexel, first, std::uint32_t(samples.size() / 8) - first,
                                  float(roughness * roughness), std::log2(float(m_size) / 16)});
            firstTexel += 6 * size * size;
        }
        std::memcpy(m_samples.mapped(), samples.data(), samples.size() * sizeof(float));
        m_samples.flush();
        const Spread time = m_stopwatch.time(kRuns, [&](VkCommandBuffer commands) {
            const vk::CommandBuffer to(commands);
            to.bindPipeline(vk::PipelineBindPoint::eCompute, *m_pipeline, m_graphics.fn);
            to.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *m_layout, 0, m_set, {}, m_graphics.fn);
            for (std::uint32_t cubemap = 0; cubemap < kCubemaps; ++cubemap)
                for (const Params& params : dispatches)
                {
                    to.pushConstants<Params>(*m_layout, kStage, 0, params, m_graphics.fn);
                    to.dispatch((6 * params.size * params.size + 63) / 64, 1, 1, m_graphics.fn);
                }
        });
        return 1e6 * time.median / kCubemaps;
    }

    // The rms error of what the last measure() wrote, of some texels of each mip, beside prefilter_rules.h.
    double errorOf(const rules::Rule& rule)
    {
        const std::size_t bytes = m_results.size();
        vulkan::Buffer results(m_device, bytes, vulkan::MemoryKind::Readback);
        m_stopwatch.run([&](VkCommandBuffer commands) {
            vk::CommandBuffer(commands).copyBuffer(m_results.handle(), results.handle(), vk::BufferCopy{0, 0, bytes},
                                                   m_graphics.fn);
        });
        results.invalidate();
        const std::byte* mapped = results.mapped();
        double sum = 0;
        int count = 0;
        for (std::uint32_t mip = 1, size = m_size / 2; mip <= kMips;
             mapped += std::size_t{48} * size * size, size = m_size >> ++mip)
            for (std::uint32_t texel = 0; texel < 6 * size * size;
                 texel += (6 * size * size + kCompared - 1) / kCompared)
            {
                std::vector<double> right(3);
                rules::addRule(rule, m_maps, roughnessOf(mip), rules::unit(rules::texelPoint(int(texel), int(size))),
                               right);
                for (std::size_t c = 0; c < 3; ++c, ++count)
                    sum += std::pow(halfAt(mapped + std::size_t{8} * texel + 2 * c) - right[c], 2);
            }
        return std::sqrt(sum / count);
    }

private:
    double roughnessOf(std::uint32_t mip) const
    {
        return mipRoughness(PN_ROUGHNESS_MAPPING_UNITY, m_size, kMips + 1, mip);
    }

    static float halfAt(const std::byte* half)
    {
        return std::bit_cast<float>(texel_bits::halfToFloatBits(texel_bits::read<std::uint16_t>(half)));
    }

    static constexpr std::uint32_t kMostSamples = 4096;
    static constexpr auto kStage = vk::ShaderStageFlagBits::eCompute;

    static void append(std::vector<float>& to, const std::vector<rules::Sample>& samples)
    {
        double whole = 0;
        for (const rules::Sample& sample : samples)
            whole += sample.weight;
        for (const rules::Sample& sample : samples)
            for (const double value :
                 {sample.noL, sample.along, sample.across, sample.level, sample.weight / whole, 0.0, 0.0, 0.0})
                to.push_back(float(value));
    }

    static vk::ImageCreateInfo sourceInfo(std::uint32_t size)
    {
        return {.flags = vk::ImageCreateFlagBits::eCubeCompatible,
                .imageType = vk::ImageType::e2D,
                .format = vk::Format::eR16G16B16A16Sfloat,
                .extent = {size, size, 1},
                .mipLevels = std::uint32_t(std::bit_width(size)),
                .arrayLayers = 6,
                .usage = vk::ImageUsageFlagBits::eSampled | vk::ImageUsageFlagBits::eTransferDst};
    }

    void upload()
    {
        std::vector<std::byte> texels(8 * std::size_t{8} * m_size *
                                      m_size); // six faces, and a third more for their mips
        fillRandom(texels, PN_FORMAT_RGBA16F);
        const std::byte* half = texels.data();
        for (std::uint32_t size = m_size; size > 0; size /= 2) // mips are random, too
        {
            m_maps.levels.emplace_back();
            for (std::uint32_t i = 0; i < 24 * size * size; ++i, half += 2)
                if (i % 4 < 3)
                    m_maps.levels.back().push_back(halfAt(half));
        }
        vulkan::Buffer from(m_device, texels.size(), vulkan::MemoryKind::Upload);
        std::memcpy(from.mapped(), texels.data(), texels.size());
        from.flush();
        m_stopwatch.run([&](VkCommandBuffer commands) { m_source.recordUpload(commands, from.handle(), 8); });
    }

    void makePipeline()
    {
        const std::array<vk::DescriptorSetLayoutBinding, 3> bindings = {
            {{0, vk::DescriptorType::eCombinedImageSampler, 1, kStage},
             {1, vk::DescriptorType::eStorageBuffer, 1, kStage},
             {2, vk::DescriptorType::eStorageBuffer, 1, kStage}}};
        const vk::Device device = m_graphics.device;
        m_setLayout = device.createDescriptorSetLayoutUnique({.bindingCount = 3, .pBindings = bindings.data()}, nullptr,
                                                             m_graphics.fn);
        const vk::PushConstantRange range{kStage, 0, sizeof(Params)};
        m_layout = device.createPipelineLayoutUnique({.setLayoutCount = 1,
                                                      .pSetLayouts = &*m_setLayout,
                                                      .pushConstantRangeCount = 1,
                                                      .pPushConstantRanges = &range},
                                                     nullptr, m_graphics.fn);
        const auto module =
            device.createShaderModuleUnique({.codeSize = sizeof(kWords), .pCode = kWords}, nullptr, m_graphics.fn);
        const vk::ComputePipelineCreateInfo info{.stage = {.stage = kStage, .module = *module, .pName = "main"},
                                                 .layout = *m_layout};
        m_pipeline = std::move(device.createComputePipelineUnique({}, info, nullptr, m_graphics.fn).value);
    }

    void makeSet()
    {
        const vk::Device device = m_graphics.device;
        const std::array<vk::DescriptorPoolSize, 2> sizes = {
            {{vk::DescriptorType::eCombinedImageSampler, 1}, {vk::DescriptorType::eStorageBuffer, 2}}};
        m_pool = device.createDescriptorPoolUnique({.maxSets = 1, .poolSizeCount = 2, .pPoolSizes = sizes.data()},
                                                   nullptr, m_graphics.fn);
        m_set = device.allocateDescriptorSets(
            {.descriptorPool = *m_pool, .descriptorSetCount = 1, .pSetLayouts = &*m_setLayout}, m_graphics.fn)[0];
        const vk::DescriptorImageInfo image{*m_sampler, m_source.view(), vk::ImageLayout::eShaderReadOnlyOptimal};
        const vk::DescriptorBufferInfo samples{m_samples.handle(), 0, VK_WHOLE_SIZE},
            results{m_results.handle(), 0, VK_WHOLE_SIZE};
        const auto write = [&](std::uint32_t binding, vk::DescriptorType type, const vk::DescriptorBufferInfo* buffer) {
            return vk::WriteDescriptorSet{.dstSet = m_set,
                                          .dstBinding = binding,
                                          .descriptorCount = 1,
                                          .descriptorType = type,
                                          .pImageInfo = &image,
                                          .pBufferInfo = buffer};
        };
        device.updateDescriptorSets({write(0, vk::DescriptorType::eCombinedImageSampler, nullptr),
                                     write(1, vk::DescriptorType::eStorageBuffer, &samples),
                                     write(2, vk::DescriptorType::eStorageBuffer, &results)},
                                    {}, m_graphics.fn);
    }

    std::uint32_t m_size;
    vulkan::Device m_device;
    Graphics m_graphics;
    Stopwatch m_stopwatch;
    Image m_source;
    rules::Cubemaps m_maps; // the same
    vulkan::Buffer m_samples, m_results;
    Owned<vk::Sampler> m_sampler;
    Owned<vk::DescriptorSetLayout> m_setLayout;
    Owned<vk::PipelineLayout> m_layout;
    Owned<vk::Pipeline> m_pipeline;
    Owned<vk::DescriptorPool> m_pool;
    vk::DescriptorSet m_set; // freed with its pool
};

} // namespace

int main(int argc, char** argv)
{
    const auto size = std::uint32_t(argc > 1 ? std::atoi(argv[1]) : 128),
               index = std::uint32_t(argc > 2 ? std::atoi(argv[2]) : 0);
    const auto instance = std::make_shared<vulkan::Instance>(false, vulkan::Log{});
    RulesOnDevice device(instance, index, size);
    std::printf("%s, %u cubemaps of %u\n", device.name(), kCubemaps, size);
    bool good = true;
    for (const rules::Rule& rule : rules::kRules)
    {
        const double microseconds = device.measure(rule), error = device.errorOf(rule);
        std::printf("%-10s %10.1f us, error %.1e\n", rule.name, microseconds, error);
        good = good && error < kMostError;
    }
    return good ? 0 : 1;
}
