#pragma once

#include "core/backend.h"
#include "core/prefilter/node_grid.h"

#include <span>
#include <vector>

namespace pn {

// The light at the nodes of a source: r g b 0 each, and the least texel of each channel, which is taken off all texels
// first. A source of one colour has no light left, so that its prefiltered mips have that colour to the bit.
class PrefilterSource
{
public:
    static constexpr std::uint32_t kFloats = 4; // per node

    // What the spread from level to level reads, worked out once per size of a face. Tables of all levels lie behind
    // one another.
    struct Tables
    {
        explicit Tables(std::uint32_t faceSize);

        std::vector<std::uint32_t> rowWords() const; // per row: the first source, begin and end of its weights

        NodeGrid grid;
        std::vector<std::uint32_t> starts;  // first row of a level in the next two; from level 1 on
        std::vector<std::uint32_t> sources; // per row: the first source along the edge
        std::vector<std::uint32_t> ends;    // per row: where its weights end; they begin where the row before ends
        std::vector<float> weights;
    };

    PrefilterSource(const Tables& tables, const ProbeView& view, const TexelPolicy& policy);

    const float* node(std::uint32_t index) const { return &m_nodes[std::size_t{index} * kFloats]; }
    const std::array<float, 3>& least() const { return m_least; }

private:
    // What a row or column of a level gathers from the level below.
    struct Gather
    {
        std::uint32_t first = 0;
        std::span<const float> weights;
    };

    Gather gatherOf(std::uint32_t level, std::uint32_t row) const;
    void readTexels(const ProbeView& view, const TexelPolicy& policy);
    void spread(std::uint32_t level);

    const Tables& m_tables;
    std::vector<float> m_nodes;
    std::array<float, 3> m_least{};
    std::vector<float> m_rows; // of spread()
};

} // namespace pn
