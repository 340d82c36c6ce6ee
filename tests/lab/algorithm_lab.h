#pragma once

#include "lab/lab.h"
#include "lab/oracle.h"

#include "lab/algorithms/recording.h"
#include "lab/algorithms/rungs.h"

#include <algorithm>
#include <cstdlib>

namespace pn::testing {

using Words = std::vector<std::uint32_t>;

// Runs recordings on the first device, watched by the validation layer.
class AlgorithmLab : public ::testing::Test
{
protected:
    static void SetUpTestSuite() { s_lab = std::make_unique<Lab>(4u); }

    static void TearDownTestSuite()
    {
        s_lab->expectSilence();
        s_lab.reset();
    }

    static lab::LabDevice& device() { return s_lab->device(); }

    // The external buffers after the recording. Each has some words more on the device, which only fills may touch.
    static std::vector<Words> run(const lab::Recording& recording, const std::vector<Words>& externals)
    {
        lab::RecordingRunner runner(device(), recording);
        std::vector<std::unique_ptr<vulkan::Buffer>> buffers;
        for (std::size_t i = 0; i < externals.size(); ++i)
        {
            buffers.push_back(makeBuffer(externals[i]));
            runner.bind(lab::BufferNumber(i), {buffers[i]->handle(), 0, VK_WHOLE_SIZE});
        }
        s_lab->run([&](VkCommandBuffer commands) {
            runner.record(commands);
            barrier(device().device(), commands, vulkan::kKernelReadWrite, vulkan::kHostRead);
        });
        std::vector<Words> results;
        for (std::size_t i = 0; i < externals.size(); ++i)
            results.push_back(readBuffer(*buffers[i], externals[i].size()));
        return results;
    }

    static bool isFullLadder() { return std::getenv("PN_FULL_LADDER") != nullptr; }

private:
    static constexpr std::size_t kGuardWords = 64;
    static constexpr std::uint32_t kGuard = 0xdeadbeefu;

    static std::unique_ptr<vulkan::Buffer> makeBuffer(Words words)
    {
        words.resize((words.size() + 3) / 4 * 4 + kGuardWords, kGuard);
        auto buffer = std::make_unique<vulkan::Buffer>(device().device(), 4 * words.size(), vulkan::MemoryKind::Shared);
        std::memcpy(buffer->mapped(), words.data(), 4 * words.size());
        buffer->flush();
        return buffer;
    }

    static Words readBuffer(vulkan::Buffer& buffer, std::size_t count)
    {
        buffer.invalidate();
        Words words(buffer.size() / 4);
        std::memcpy(words.data(), buffer.mapped(), buffer.size());
        const auto guard = words.end() - kGuardWords;
        EXPECT_TRUE(std::all_of(guard, words.end(), [&](std::uint32_t word) { return word == *guard; }))
            << "a kernel wrote beyond its " << count << " words";
        words.resize(count);
        return words;
    }

    static inline std::unique_ptr<Lab> s_lab;
};

// Any bits for words; for float sums, numbers of both signs whose sums need rounding.
inline Words randomWords(std::size_t count, lab::Operator op)
{
    std::mt19937 random(17 + std::uint32_t(op));
    Words words(count);
    for (std::uint32_t& word : words)
        word = lab::isFloat(op)
                   ? std::bit_cast<std::uint32_t>((float(std::uint32_t(random()) >> 8) + 0.5f - 0x1p23f) * 0x1p-20f)
                   : std::uint32_t(random());
    return words;
}

// Where two lists of words first differ; their common size where they do not.
inline std::size_t firstDifference(const Words& a, const Words& b)
{
    EXPECT_EQ(a.size(), b.size());
    return std::size_t(
        std::mismatch(a.begin(), a.begin() + std::ptrdiff_t(std::min(a.size(), b.size())), b.begin()).first -
        a.begin());
}

#define PN_EXPECT_SAME_WORDS(a, b) EXPECT_EQ(pn::testing::firstDifference(a, b), (a).size())

} // namespace pn::testing
