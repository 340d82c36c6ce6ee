// Runs shader code of the package on the device over the items of universal_scene.h, for comparisons with the model.
#pragma once

#include "shaders/universal_scene.h"
#include "vulkan/device/commands.h"
#include "vulkan/device/compute_pipeline.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace pn::universal {

using namespace pn::vulkan;

inline constexpr std::uint32_t kOutputs = 9;
inline constexpr double kTolerance = 1e-3; // relative; what the manual promises. Sums of some dozens of floats stay
                                           // below 1e-5, the device's powers and quotients below 1e-4

class ShaderRun : public ::testing::Test
{
protected:
    void SetUp() override
    {
        m_instance = std::make_shared<Instance>(false, Log{});
        const auto devices = m_instance->physicalDevices();
        if (devices.empty() && std::getenv("PN_REQUIRE_GPU") != nullptr)
            FAIL() << "PN_REQUIRE_GPU is set, but there is no Vulkan device";
        if (devices.empty())
            GTEST_SKIP() << "no Vulkan device";
        m_device = std::make_unique<Device>(m_instance, devices.front());
    }

    std::unique_ptr<Buffer> upload(const Floats& floats)
    {
        auto buffer = std::make_unique<Buffer>(*m_device, floats.size() * sizeof(float), MemoryKind::Shared);
        std::memcpy(buffer->mapped(), floats.data(), floats.size() * sizeof(float));
        buffer->flush();
        return buffer;
    }

    Floats run(std::span<const std::uint32_t> words, const Floats& items, const Floats& table, const Floats& engine)
    {
        const PipelineLayout layout(*m_device);
        const ComputePipeline pipeline(*m_device, layout, Kernel{"universal", words, words}, {});
        const auto in = upload(items), constants = upload(table), draw = upload(engine);
        Buffer out(*m_device, std::uint64_t{kItems} * kOutputs * sizeof(float), MemoryKind::Shared);
        DescriptorSets sets(*m_device, layout, 1);
        const std::array<BufferRange, 4> buffers{
            BufferRange{in->handle(), 0, VK_WHOLE_SIZE}, BufferRange{constants->handle(), 0, VK_WHOLE_SIZE},
            BufferRange{out.handle(), 0, VK_WHOLE_SIZE}, BufferRange{draw->handle(), 0, VK_WHOLE_SIZE}};
        const VkDescriptorSet set = sets.update(0, buffers);
        Commands commands(*m_device, m_device->computeQueue());
        const VkCommandBuffer recording = commands.begin();
        const auto& fn = m_device->fn();
        fn.vkCmdBindPipeline(recording, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle());
        fn.vkCmdBindDescriptorSets(recording, VK_PIPELINE_BIND_POINT_COMPUTE, layout.handle(), 0, 1, &set, 0, nullptr);
        fn.vkCmdDispatch(recording, kItems / 64, 1, 1);
        barrier(*m_device, recording, kKernelWrite, kHostRead);
        commands.submit();
        commands.wait(std::chrono::seconds(120));
        out.invalidate();
        Floats results(std::size_t{kItems} * kOutputs);
        std::memcpy(results.data(), out.mapped(), results.size() * sizeof(float));
        return results;
    }

    void TearDown() override { std::printf("largest relative deviation: %.1e\n", m_largest); }

    void near(const float* found, Vec3 expected, std::uint32_t item, const char* what)
    {
        const double values[3] = {expected.x, expected.y, expected.z};
        for (int c = 0; c < 3; ++c)
            m_largest = std::max(m_largest, std::abs(found[c] - values[c]) / std::max(0.01, std::abs(values[c])));
        for (int c = 0; c < 3; ++c)
            EXPECT_NEAR(found[c], values[c], kTolerance * std::max(0.01, std::abs(values[c])))
                << what << ", item " << item << ", channel " << c;
    }

    std::shared_ptr<Instance> m_instance;
    std::unique_ptr<Device> m_device;
    std::mt19937 m_random{5};
    double m_largest = 0.0;
};

} // namespace pn::universal
