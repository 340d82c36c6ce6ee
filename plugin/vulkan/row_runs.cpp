#include "vulkan/row_runs.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::size_t kTaskBytes = 256u << 10; // enough tasks in a chunk for all threads

} // namespace

std::vector<RowRun> rowRuns(const Shape& shape, std::size_t rowBytes, const Chunk& chunk)
{
    const auto rowsPerRun = std::uint32_t(std::clamp<std::size_t>(kTaskBytes / rowBytes, 1, shape.height));
    std::vector<RowRun> runs;
    std::size_t at = 0;
    const auto addRows = [&](std::uint32_t item, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t row = begin; row < end; row += rowsPerRun)
        {
            const std::uint32_t rows = std::min(rowsPerRun, end - row);
            runs.push_back({item, row, rows, at});
            at += rows * rowBytes;
        }
    };
    for (std::uint32_t item = chunk.firstItem; item < chunk.firstItem + chunk.itemCount; ++item)
    {
        if (!chunk.isPart)
        {
            addRows(item, 0, shape.height);
            continue;
        }
        addRows(item, shape.top(chunk.rowEnd - 1), shape.top(chunk.rowBegin) + 1);
        addRows(item, shape.bottom(chunk.rowBegin), shape.bottom(chunk.rowEnd - 1) + 1);
    }
    return runs;
}

void copyRows(const Rows<const std::byte>& from, const Rows<std::byte>& to, std::size_t rowBytes, std::uint32_t rows)
{
    if (from.pitch == rowBytes && to.pitch == rowBytes)
    {
        std::memcpy(to.first, from.first, rows * rowBytes);
        return;
    }
    for (std::uint32_t row = 0; row < rows; ++row)
        std::memcpy(to.first + row * to.pitch, from.first + row * from.pitch, rowBytes);
}

} // namespace pn::vulkan
