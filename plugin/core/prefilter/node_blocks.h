#pragma once

#include "core/prefilter/prefilter_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

// What the weights of a tile are worked out with: square blocks of the nodes of a level.
namespace pn {

inline constexpr std::uint32_t kBlock = 8; // nodes along an edge

using TileValues = std::array<double, PrefilterTile::kTexels>; // one per texel of the tile

struct NodeWindow
{
    std::uint32_t iBegin, iEnd, jBegin, jEnd;
};

// Blocks of a level that are looked at.
class BlockSet
{
public:
    BlockSet(std::uint32_t intervals, bool all)
        : m_perEdge((intervals + kBlock - 1) / kBlock), m_marks(std::size_t{6} * m_perEdge * m_perEdge, all)
    {
    }

    std::uint32_t perEdge() const { return m_perEdge; }
    bool has(std::uint32_t face, std::uint32_t x, std::uint32_t y) const { return m_marks[index(face, x, y)]; }

    // All blocks that a square of intervals touches.
    void mark(std::uint32_t face, double centreI, double centreJ, double reach)
    {
        const auto block = [&](double at) {
            return std::uint32_t(std::clamp(at / kBlock, 0.0, double(m_perEdge - 1)));
        };
        for (std::uint32_t y = block(centreJ - reach); y <= block(centreJ + reach); ++y)
            for (std::uint32_t x = block(centreI - reach); x <= block(centreI + reach); ++x)
                m_marks[index(face, x, y)] = true;
    }

private:
    std::size_t index(std::uint32_t face, std::uint32_t x, std::uint32_t y) const
    {
        return (std::size_t{face} * m_perEdge + y) * m_perEdge + x;
    }

    std::uint32_t m_perEdge;
    std::vector<bool> m_marks;
};

// The errors that are left at the nodes of a level: what the nodes kept so far make of the density, minus the density.
class NodeErrors
{
public:
    void start(const NodeGrid::Level& level)
    {
        m_perEdge = level.size / kBlock + 1;
        m_blocks.assign(std::size_t{6} * m_perEdge * m_perEdge, kNone);
        m_errors.clear();
    }

    void set(std::uint32_t face, std::uint32_t i, std::uint32_t j, const TileValues& error)
    {
        std::uint32_t& block = m_blocks[blockAt(face, i, j)];
        if (block == kNone)
        {
            block = std::uint32_t(m_errors.size());
            m_errors.resize(m_errors.size() + std::size_t{kBlock} * kBlock);
        }
        m_errors[block + inBlock(i, j)] = error;
    }

    // 0 where nothing was set.
    TileValues at(std::uint32_t face, std::uint32_t i, std::uint32_t j) const
    {
        const std::uint32_t block = m_blocks[blockAt(face, i, j)];
        return block == kNone ? TileValues{} : m_errors[block + inBlock(i, j)];
    }

    bool hasAny(std::uint32_t face, const NodeWindow& window) const
    {
        for (std::uint32_t j = window.jBegin / kBlock; j <= (window.jEnd - 1) / kBlock; ++j)
            for (std::uint32_t i = window.iBegin / kBlock; i <= (window.iEnd - 1) / kBlock; ++i)
                if (m_blocks[blockAt(face, i * kBlock, j * kBlock)] != kNone)
                    return true;
        return false;
    }

private:
    static constexpr std::uint32_t kNone = ~0u;

    std::size_t blockAt(std::uint32_t face, std::uint32_t i, std::uint32_t j) const
    {
        return (std::size_t{face} * m_perEdge + j / kBlock) * m_perEdge + i / kBlock;
    }
    static std::size_t inBlock(std::uint32_t i, std::uint32_t j) { return j % kBlock * kBlock + i % kBlock; }

    std::uint32_t m_perEdge = 0;
    std::vector<std::uint32_t> m_blocks; // where in m_errors
    std::vector<TileValues> m_errors;
};

} // namespace pn
