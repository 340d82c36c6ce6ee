#pragma once

#include "bench/stopwatch.h"
#include "lab/algorithms/operators.h"

#include "vulkan/device/compute_pipeline.h"

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace pn::bench {

// Random elements; repeated, they fill whatever memory is measured.
std::vector<std::uint32_t> makeBlock(lab::Operator op);

// Throws Error(PN_ERROR_INVALID_ARGUMENT) where the device does not hold so many.
void requireElements(std::uint64_t elements, std::uint64_t most);

// Other elements for every run, so that no run finds its own in a cache: what is read in between is larger.
class Inputs
{
public:
    Inputs(vulkan::Device& device, Stopwatch& stopwatch, std::uint64_t bytes, std::span<const std::uint32_t> block);

    // The input whose results are compared: it begins where the block begins.
    vulkan::BufferRange first() const { return at(0); }

    vulkan::BufferRange next() { return at(m_next++ % m_count); }

private:
    vulkan::BufferRange at(VkDeviceSize i) const;

    VkDeviceSize m_bytes, m_stride, m_perBuffer = 0, m_count = 0, m_next = 0;
    std::deque<vulkan::Buffer> m_buffers;
};

} // namespace pn::bench
