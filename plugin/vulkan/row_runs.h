#pragma once

#include "vulkan/projection.h"

namespace pn::vulkan {

// Some rows of one item that lie one after the other in a chunk.
struct RowRun
{
    std::uint32_t item; // a face, counted through all probes
    std::uint32_t row;
    std::uint32_t rows;
    std::size_t at; // byte of the chunk
};

// All rows of a chunk in pieces that are worth a task.
std::vector<RowRun> rowRuns(const Shape& shape, std::size_t rowBytes, const Chunk& chunk);

// Rows in memory, so many bytes apart.
template <typename Byte>
struct Rows
{
    Byte* first;
    std::size_t pitch;
};

void copyRows(const Rows<const std::byte>& from, const Rows<std::byte>& to, std::size_t rowBytes, std::uint32_t rows);

} // namespace pn::vulkan
