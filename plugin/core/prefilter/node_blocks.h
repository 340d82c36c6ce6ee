#pragma once

#include "core/prefilter/node_grid.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

// What the weights of a tile are worked out with: square blocks of the nodes of a level.
namespace pn {

inline constexpr std::uint32_t kBlock = 4; // intervals along an edge; a face's last block has its edge's nodes, too

// One per texel of a tile.
struct alignas(64) TileValues
{
    std::array<double, 16> of;
};

// Nodes [iBegin, iEnd) x [jBegin, jEnd) of a face.
struct NodeWindow
{
    std::uint32_t iBegin, iEnd, jBegin, jEnd;

    std::uint32_t width() const { return iEnd - iBegin; }
};

// How a level is cut into blocks.
struct BlockGrid
{
    explicit BlockGrid(const NodeGrid::Level& level)
        : size(level.size), perEdge((level.intervals + kBlock - 1) / kBlock)
    {
    }

    std::uint32_t count() const { return 6 * perEdge * perEdge; }
    std::uint32_t index(std::uint32_t face, std::uint32_t x, std::uint32_t y) const
    {
        return (face * perEdge + y) * perEdge + x;
    }
    std::uint32_t of(std::uint32_t node) const { return std::min(node / kBlock, perEdge - 1); } // along an edge
    NodeWindow window(std::uint32_t x, std::uint32_t y) const
    {
        const auto end = [&](std::uint32_t block) { return block + 1 == perEdge ? size : (block + 1) * kBlock; };
        return {x * kBlock, end(x), y * kBlock, end(y)};
    }

    std::uint32_t size = 0, perEdge = 0;
};

// Blocks of a level that are looked at.
class BlockSet
{
public:
    BlockSet(const NodeGrid::Level& level, bool all) : m_blocks(level), m_marks(m_blocks.count(), all) {}

    const BlockGrid& blocks() const { return m_blocks; }
    bool has(std::uint32_t index) const { return m_marks[index]; }

    // All blocks that have some of these nodes.
    void mark(std::uint32_t face, const NodeGrid::Span& i, const NodeGrid::Span& j)
    {
        for (std::uint32_t y = m_blocks.of(j.begin); y <= m_blocks.of(j.end - 1); ++y)
            for (std::uint32_t x = m_blocks.of(i.begin); x <= m_blocks.of(i.end - 1); ++x)
                m_marks[m_blocks.index(face, x, y)] = true;
    }

private:
    BlockGrid m_blocks;
    std::vector<bool> m_marks;
};

// Values at the nodes of a level, in those blocks that somebody has asked for.
class NodeValues
{
public:
    void start(const NodeGrid::Level& level)
    {
        m_blocks = BlockGrid(level);
        m_starts.assign(m_blocks.count(), kNone);
        m_used = 0;
    }

    const BlockGrid& blocks() const { return m_blocks; }

    // Whether a block has values; they stay where they are until start().
    bool has(std::uint32_t block) const { return m_starts[block] != kNone; }
    TileValues* add(std::uint32_t block)
    {
        m_starts[block] = m_used;
        m_used += kStride * kStride;
        if (m_values.size() < m_used)
            m_values.resize(std::max<std::size_t>(m_used, 2 * m_values.size()));
        return at(block);
    }
    TileValues* at(std::uint32_t block) { return &m_values[m_starts[block]]; }

    static constexpr std::uint32_t kStride = kBlock + 1; // from row to row of a block

private:
    static constexpr std::uint32_t kNone = ~0u;

    BlockGrid m_blocks{{}};
    std::vector<std::uint32_t> m_starts; // in m_values
    std::vector<TileValues> m_values;
    std::uint32_t m_used = 0;
};

} // namespace pn
