#pragma once

#include "core/aligned_vector.h"
#include "core/backend.h"
#include "core/prefilter/node_grid.h"

#include <array>
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

    explicit PrefilterSource(const Tables& tables);

    // Reads the texels of a face, and then, once all six are read, hands its light up to all levels. Threads may take
    // different faces at the same time.
    void readFace(const ProbeView& view, const TexelPolicy& policy, std::uint32_t face);
    void spreadFace(std::uint32_t face);

    const float* node(std::uint32_t index) const { return &m_nodes[std::size_t{index} * kFloats]; }
    std::array<float, 3> least() const;

private:
    // What a row or column of a level gathers from the level below.
    struct Gather
    {
        std::uint32_t first = 0;
        std::span<const float> weights;
    };

    Gather gatherOf(std::uint32_t level, std::uint32_t row) const;
    void spread(std::uint32_t level, std::uint32_t face, std::vector<float>& rows);

    const Tables& m_tables;
    AlignedVector<float> m_nodes;
    std::array<std::array<float, 3>, 6> m_least{}; // of each face
};

} // namespace pn
