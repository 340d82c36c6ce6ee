#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/compute_pipeline.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace pn::testing {

// A device, and compute shaders of engines on it: floats in, floats out.
class ShaderTest : public ::testing::Test
{
protected:
    using Floats = std::vector<float>;

    void SetUp() override
    {
        m_instance = std::make_shared<vulkan::Instance>(false, vulkan::Log{});
        const auto devices = m_instance->physicalDevices();
        if (devices.empty() && std::getenv("PN_REQUIRE_GPU") != nullptr)
            FAIL() << "PN_REQUIRE_GPU is set, but there is no Vulkan device";
        if (devices.empty())
            GTEST_SKIP() << "no Vulkan device";
        m_device = std::make_unique<vulkan::Device>(m_instance, devices.front());
    }

    // The inputs are at bindings 0, 1 and 3, as many as there are; the results at binding 2. Groups have 64 items.
    Floats run(std::span<const std::uint32_t> words, const std::vector<Floats>& inputs, std::uint32_t itemCount,
               std::uint32_t resultsPerItem)
    {
        using namespace vulkan;
        const PipelineLayout layout(*m_device);
        const ComputePipeline pipeline(*m_device, layout, Kernel{"shader_test", words}, {});
        Floats results(std::size_t{itemCount} * resultsPerItem);
        const auto out = upload(results);
        std::array<BufferRange, 4> ranges{};
        ranges[2] = wholeRange(*out);
        std::vector<std::unique_ptr<Buffer>> buffers;
        for (std::size_t i = 0; i < inputs.size(); ++i)
        {
            buffers.push_back(upload(inputs[i]));
            ranges[i < 2 ? i : i + 1] = wholeRange(*buffers.back());
        }
        DescriptorSets sets(*m_device, layout, 1);
        dispatch(layout, pipeline, sets.update(0, ranges), itemCount / 64);
        out->invalidate();
        std::memcpy(results.data(), out->mapped(), results.size() * sizeof(float));
        return results;
    }

private:
    std::unique_ptr<vulkan::Buffer> upload(const Floats& floats)
    {
        auto buffer =
            std::make_unique<vulkan::Buffer>(*m_device, floats.size() * sizeof(float), vulkan::MemoryKind::Shared);
        std::memcpy(buffer->mapped(), floats.data(), floats.size() * sizeof(float));
        buffer->flush();
        return buffer;
    }

    void dispatch(const vulkan::PipelineLayout& layout, const vulkan::ComputePipeline& pipeline, VkDescriptorSet set,
                  std::uint32_t groups)
    {
        using namespace vulkan;
        Commands commands(*m_device, m_device->computeQueue());
        const VkCommandBuffer recording = commands.begin();
        const auto& fn = m_device->fn();
        fn.vkCmdBindPipeline(recording, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle());
        fn.vkCmdBindDescriptorSets(recording, VK_PIPELINE_BIND_POINT_COMPUTE, layout.handle(), 0, 1, &set, 0, nullptr);
        fn.vkCmdDispatch(recording, groups, 1, 1);
        barrier(*m_device, recording, kKernelWrite, kHostRead);
        commands.submit();
        commands.wait(std::chrono::seconds(120));
    }

    std::shared_ptr<vulkan::Instance> m_instance;
    std::unique_ptr<vulkan::Device> m_device;
};

} // namespace pn::testing
