// Runs a rung on this machine's first Vulkan device, which the validation layer watches.
#pragma once

#include "lab/algorithms/oracle.h"

#include "vulkan/device/commands.h"
#include "vulkan/device/instance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pn::lab {

struct RungResults
{
    Words words;
    std::uint32_t kept = 0; // of a compaction
};

class LabTest : public ::testing::Test
{
protected:
    LabTest()
        : m_instance(std::make_shared<vulkan::Instance>(
              std::getenv("PN_NO_VALIDATION") == nullptr, // for machines without the layer
              [this](PnLogLevel, const char* message) { m_messages.emplace_back(message); })),
          m_lab(m_instance, m_instance->physicalDevices().at(0)),
          m_commands(m_lab.device(), m_lab.device().computeQueue())
    {
    }

    ~LabTest() override
    {
        EXPECT_TRUE(m_messages.empty()) << m_messages.size() << " messages, the first: " << m_messages.front();
    }

    // A task with the facts of the device.
    Task makeTask(Algorithm algorithm, std::uint32_t count) const
    {
        return {.algorithm = algorithm,
                .count = count,
                .groupSize = 64,
                .hasFloatAtomics = m_lab.hasFloatAtomics(),
                .maxGroupSize = m_lab.maxGroupSize()};
    }

    RungResults run(const Rung& rung, const Task& task, const Inputs& inputs, std::uint32_t times = 1)
    {
        EXPECT_EQ(m_lab.whyUnsupported(rung, task.groupSize), "") << rung.name;
        const vulkan::Buffer elements =
            vulkan::Buffer(m_lab.device(), 8ull * task.secondPlane() + 256, vulkan::MemoryKind::Shared);
        const std::size_t count = std::min<std::size_t>(inputs.elements.size(), 2ull * task.secondPlane());
        copyWords(std::span(inputs.elements).first(count), elements.mapped());
        copyWords(inputs.second, elements.mapped() + 4ull * task.secondPlane());
        return runOn(rung, task, elements, inputs.third, times);
    }

private:
    // An empty vector has a null pointer, which memcpy must not be given.
    static void copyWords(std::span<const std::uint32_t> words, std::byte* to)
    {
        if (!words.empty())
            std::memcpy(to, words.data(), words.size_bytes());
    }

    RungResults runOn(const Rung& rung, const Task& task, const vulkan::Buffer& elements, const Words& thirdWords,
                      std::uint32_t times)
    {
        constexpr std::chrono::milliseconds kTimeout{120'000};
        vulkan::Buffer results(m_lab.device(), 4ull * task.resultWords() + 256, vulkan::MemoryKind::Shared);
        vulkan::Buffer third(m_lab.device(), 4 * thirdWords.size() + 256, vulkan::MemoryKind::Shared);
        std::memset(results.mapped(), 0xcd, results.size());
        std::memset(third.mapped(), 0, third.size());
        copyWords(thirdWords, third.mapped());
        RecordingRunner runner(m_lab, plan(rung, task));
        runner.bind(kElements, wholeRange(elements));
        runner.bind(kResults, wholeRange(results));
        runner.bind(kThird, wholeRange(third));
        for (std::uint32_t i = 0; i < times; ++i)
        {
            const VkCommandBuffer commands = m_commands.begin();
            runner.record(commands);
            barrier(m_lab.device(), commands, vulkan::kKernelReadWrite, vulkan::kHostRead);
            m_commands.submit();
            m_commands.wait(kTimeout);
        }
        RungResults out{Words(task.resultWords()), 0};
        if (!out.words.empty())
            std::memcpy(out.words.data(), results.mapped(), 4 * out.words.size());
        std::memcpy(&out.kept, third.mapped(), 4);
        return out;
    }

    std::vector<std::string> m_messages;
    std::shared_ptr<vulkan::Instance> m_instance;

protected:
    LabDevice m_lab;

private:
    vulkan::Commands m_commands;
};

} // namespace pn::lab
