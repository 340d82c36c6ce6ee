#pragma once

#include "lab/algorithms/device.h"

#include "vulkan/device/commands.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

// A reduction by several dispatches as plain data: the buffers and commands it asks of a device. A test can read it
// without a device.
namespace pn::lab {

using BufferNumber = std::uint32_t;

inline constexpr BufferNumber kNoBuffer = ~0u;

// The first bytes of a buffer become 0.
struct Clear
{
    BufferNumber buffer;
    std::uint64_t bytes;
};

struct Dispatch
{
    std::string_view kernel;
    std::vector<std::uint32_t> constants; // constants[i] is that of constant_id i
    std::array<BufferNumber, 4> buffers;  // buffers[i] goes to binding i
    std::vector<std::uint32_t> params;    // push constants
    std::uint32_t groupCount;             // at least one; a grid of two sides may have some more
};

struct Recording
{
    std::uint32_t externalCount = 0; // buffers 0 to externalCount - 1 are the caller's
    std::vector<std::uint64_t> scratchBytes;
    std::vector<std::variant<Clear, Dispatch>> commands;

    BufferNumber addScratch(std::uint64_t words)
    {
        scratchBytes.push_back((4 * words + 15) / 16 * 16);
        return externalCount + BufferNumber(scratchBytes.size()) - 1;
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

// Count over size, rounded up. size is a power of two in the lab, but need not be.
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
    void recordClear(VkCommandBuffer commands, const Clear& clear) const;
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
