// Other elements for every run, so that no run finds its own in a cache: what is read in between is larger.
#pragma once

#include "bench/stopwatch.h"

#include "vulkan/device/compute_pipeline.h"

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace pn::bench {

// Inputs of one size in turn. An input has one or two planes, of equal sizes, each of which repeats its block of words.
class Rotation
{
public:
    // bytes: of a plane, a multiple of 256. rotatedBytes: that all inputs have together, if they are smaller.
    Rotation(vulkan::Device& device, Stopwatch& stopwatch, std::uint64_t bytes, std::span<const std::uint32_t> block,
             std::span<const std::uint32_t> secondBlock, std::uint64_t rotatedBytes);

    vulkan::BufferRange first() const { return at(0); }
    vulkan::BufferRange next() { return at(m_next++ % m_count); }

private:
    vulkan::BufferRange at(std::uint64_t i) const;

    std::uint64_t m_bytes, m_perBuffer, m_count, m_next = 0; // m_bytes: of an input
    std::deque<vulkan::Buffer> m_buffers;
};

} // namespace pn::bench
