#pragma once

#include "lab/algorithms/device.h"

#include "vulkan/device/commands.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <variant>
#include <vector>

// An algorithm of several kernels as plain data: the buffers and commands it asks of a device. A test can read it
// without a device, and one class runs it, whatever the algorithm.
namespace pn::lab {

using BufferNumber = std::uint32_t;

inline constexpr BufferNumber kNoBuffer = ~0u;

// Every word of a buffer, or of its first bytes, gets the value.
struct Fill
{
    BufferNumber buffer;
    std::uint32_t value;
    std::uint64_t bytes = 0; // 0: all
};

struct Dispatch
{
    std::string kernel;
    Constants constants;
    std::array<BufferNumber, 4> buffers; // buffers[i] goes to binding i
    std::vector<std::uint32_t> params;   // push constants
    std::uint32_t groupCount;            // at least one; a grid of two sides may have some more
};

// Buffers 0 to 2 are the caller's: elements, results, and what the algorithm alone has.
inline constexpr BufferNumber kElements = 0, kResults = 1, kThird = 2, kExternalCount = 3;

// What an algorithm costs, whatever the device: operations of its operator in all, and on the longest path of
// operations that wait for each other. 0: nobody counts them.
struct Work
{
    std::uint64_t additions = 0, steps = 0;
};

struct Recording
{
    std::vector<std::uint64_t> scratchBytes;
    std::vector<std::variant<Fill, Dispatch>> commands;
    Work work;
    std::uint32_t hostValues = 0; // so many results are left for the host to combine

    BufferNumber addScratch(std::uint64_t words)
    {
        scratchBytes.push_back((4 * words + 15) / 16 * 16);
        return kExternalCount + BufferNumber(scratchBytes.size()) - 1;
    }

    std::uint32_t dispatchCount() const;
};

// A struct of push constants as words.
template <typename Params>
std::vector<std::uint32_t> wordsOf(const Params& params)
{
    std::vector<std::uint32_t> words(sizeof(params) / 4);
    std::memcpy(words.data(), &params, sizeof(params));
    return words;
}

// Count over size, rounded up.
constexpr std::uint32_t blocksOf(std::uint64_t count, std::uint32_t size)
{
    return std::uint32_t((count + size - 1) / size);
}

// A recording made ready for a device: its scratch buffers and descriptor sets.
class RecordingRunner
{
public:
    RecordingRunner(LabDevice& lab, Recording recording);

    // Which buffer an external one is from now on. No submission that uses it may be pending.
    void bind(BufferNumber external, const vulkan::BufferRange& range);

    // What earlier commands wrote must be visible to kernels and transfers.
    void record(VkCommandBuffer commands) const;

private:
    void recordFill(VkCommandBuffer commands, const Fill& fill) const;
    void recordDispatch(VkCommandBuffer commands, const Dispatch& dispatch, std::size_t index) const;
    void updateSet(std::size_t command);

    LabDevice& m_lab;
    vulkan::Device& m_device;
    Recording m_recording;
    std::vector<VkPipeline> m_pipelines; // one per command; null for those that are no dispatches
    std::vector<std::unique_ptr<vulkan::Buffer>> m_scratch;
    std::vector<vulkan::BufferRange> m_ranges; // of all buffers
    vulkan::DescriptorSets m_sets;             // one per command
};

} // namespace pn::lab
