// Every rung of the ladder against a sum in double precision, on a device that the validation layer watches.
#include "lab/reduction.h"

#include "vulkan/device/commands.h"
#include "vulkan/device/instance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace pn::lab {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kCounts[] = {0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1000, 65537};
constexpr std::uint32_t kMostCount = 1u << 22; // groups of 32 are more than a grid's side has

// Floats of both signs, whose sum rounding hardly blurs.
std::vector<float> makeElements()
{
    std::mt19937 random(7);
    std::vector<float> elements(kMostCount);
    for (float& element : elements)
        element = (float(std::uint32_t(random()) >> 8) + 0.5f - 0x1p23f) * 0x1p-20f;
    return elements;
}

class Ladder : public ::testing::Test
{
protected:
    Ladder()
        : m_instance(std::make_shared<Instance>(
              std::getenv("PN_NO_VALIDATION") == nullptr, // for machines without the layer
              [this](PnLogLevel, const char* message) { m_messages.emplace_back(message); })),
          m_device(m_instance, m_instance->physicalDevices().at(0)), m_layout(m_device),
          m_buffer(m_device, sizeof(float) * kMostCount, MemoryKind::Shared),
          m_commands(m_device, m_device.computeQueue())
    {
        std::memcpy(m_buffer.mapped(), m_elements.data(), m_buffer.size());
        m_buffer.flush();
    }

    ~Ladder() override
    {
        EXPECT_TRUE(m_messages.empty()) << m_messages.size() << " messages, the first: " << m_messages.front();
    }

    Reduction make(const Rung& rung, std::uint32_t groupSize, std::uint32_t count)
    {
        EXPECT_EQ(whyUnsupported(m_device, rung), "");
        return Reduction(m_device, m_layout, rung, groupSize, count);
    }

    float sumBy(Reduction& reduction)
    {
        constexpr std::chrono::milliseconds kTimeout{120'000};
        const VkCommandBuffer commands = m_commands.begin();
        reduction.record(commands);
        reduction.recordResult(commands);
        m_commands.submit();
        m_commands.wait(kTimeout);
        return reduction.result();
    }

    // A tree errs by at most half an ulp of each partial sum on the way, log2(count) of them for each element; a lane
    // that strides adds its own before.
    void expectSum(float sum, std::uint32_t count, const std::string& what) const
    {
        double expected = 0.0, magnitude = 0.0;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            expected += double(m_elements[i]);
            magnitude += std::abs(double(m_elements[i]));
        }
        EXPECT_NEAR(double(sum), expected, std::log2(double(count) + 1.0) * 0x1p-23 * magnitude) << what;
    }

    void expectSumOf(const Rung& rung, std::uint32_t groupSize, std::uint32_t count)
    {
        Reduction reduction = make(rung, groupSize, count);
        reduction.bind(wholeRange(m_buffer));
        expectSum(sumBy(reduction), count,
                  std::string(rung.name) + ", groups of " + std::to_string(groupSize) + ", " + std::to_string(count));
    }

    std::vector<std::string> m_messages;
    std::vector<float> m_elements = makeElements();
    std::shared_ptr<Instance> m_instance;
    Device m_device;
    PipelineLayout m_layout;
    Buffer m_buffer;
    Commands m_commands;
};

TEST_F(Ladder, EveryRungAndGroupSizeEqualsTheSum)
{
    for (const Rung& rung : allRungs())
        for (std::uint32_t size = 32; size <= std::min(1024u, maxGroupSize(m_device)); size *= 2)
            for (const std::uint32_t count : kCounts)
                expectSumOf(rung, size, count);
}

TEST_F(Ladder, ManyElementsEqualTheSum)
{
    for (const Rung& rung : allRungs())
        expectSumOf(rung, 32, kMostCount);
}

// What the last group of one dispatch leaves behind must be right for the next.
TEST_F(Ladder, SumsAgainAndAgain)
{
    for (const Rung& rung : allRungs())
    {
        Reduction reduction = make(rung, 64, 65537);
        reduction.bind(wholeRange(m_buffer));
        for (int run = 0; run < 5; ++run)
            expectSum(sumBy(reduction), 65537, std::string(rung.name) + ", run " + std::to_string(run));
    }
}

} // namespace
} // namespace pn::lab
