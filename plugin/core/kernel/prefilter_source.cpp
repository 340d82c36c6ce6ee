#include "core/kernel/prefilter_source.h"

#include "core/kernel/exact_texels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pn {
namespace {

float withoutTiny(float light)
{
    return std::abs(light) < kLeastNodeLight ? 0.0f : light;
}

void addLights(float* sums, float weight, const float* lights, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        sums[i] = sums[i] + weight * lights[i];
}

} // namespace

PrefilterSource::Tables::Tables(std::uint32_t faceSize) : grid(faceSize)
{
    starts.push_back(0);
    for (std::uint32_t level = 1; level < grid.levels.size(); ++level)
    {
        starts.push_back(std::uint32_t(sources.size()));
        for (const NodeGrid::Gather& gather : grid.gathers(level))
        {
            sources.push_back(gather.first);
            for (const double weight : gather.weights)
                weights.push_back(std::abs(weight) < kLeastSpreadWeight ? 0.0f : float(weight));
            ends.push_back(std::uint32_t(weights.size()));
        }
    }
}

std::vector<std::uint32_t> PrefilterSource::Tables::rowWords() const
{
    std::vector<std::uint32_t> words;
    for (std::size_t row = 0; row < sources.size(); ++row)
        words.insert(words.end(), {sources[row], row > 0 ? ends[row - 1] : 0u, ends[row]});
    return words;
}

PrefilterSource::PrefilterSource(const Tables& tables)
    : m_tables(tables), m_nodes(std::size_t{tables.grid.nodeCount()} * kFloats)
{
}

std::array<float, 3> PrefilterSource::least() const
{
    std::array<float, 3> least = m_least[0];
    for (const std::array<float, 3>& ofFace : m_least)
        for (std::size_t c = 0; c < 3; ++c)
            least[c] = std::min(least[c], ofFace[c]);
    return least;
}

void PrefilterSource::readFace(const ProbeView& view, const TexelPolicy& policy, std::uint32_t face)
{
    const std::uint32_t size = m_tables.grid.faceSize();
    std::array<float, 3> least;
    least.fill(std::numeric_limits<float>::max());
    for (std::uint32_t y = 0; y < size; ++y)
    {
        float* const row = &m_nodes[std::size_t{m_tables.grid.levels[0].index(face, 0, y)} * kFloats];
        readExact(view.face(face), policy, {y, 0, size}, row);
        for (std::uint32_t x = 0; x < size; ++x)
            for (std::size_t c = 0; c < 3; ++c)
                least[c] = std::min(least[c], row[x * kFloats + c]);
    }
    m_least[face] = least;
}

void PrefilterSource::spreadFace(std::uint32_t face)
{
    const std::uint32_t size = m_tables.grid.faceSize();
    const std::array<float, 3> least = this->least();
    float* const texels = &m_nodes[std::size_t{m_tables.grid.levels[0].index(face, 0, 0)} * kFloats];
    for (std::size_t i = 0; i < std::size_t{size} * size; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            texels[i * kFloats + c] -= least[c];
    std::vector<float> rows;
    for (std::uint32_t level = 1; level < m_tables.grid.levels.size(); ++level)
        spread(level, face, rows);
}

// Along the rows of the level below first, and then along its columns.
void PrefilterSource::spread(std::uint32_t level, std::uint32_t face, std::vector<float>& rows)
{
    const NodeGrid::Level& below = m_tables.grid.levels[level - 1];
    const NodeGrid::Level& here = m_tables.grid.levels[level];
    rows.resize(std::size_t{below.size} * here.size * kFloats);
    for (std::uint32_t j = 0; j < below.size; ++j)
        for (std::uint32_t i = 0; i < here.size; ++i)
        {
            const Gather gather = gatherOf(level, i);
            const float* from = node(below.index(face, gather.first, j));
            float sum[kFloats] = {};
            for (const float weight : gather.weights)
            {
                addLights(sum, weight, from, kFloats);
                from += kFloats;
            }
            std::transform(sum, sum + kFloats, &rows[(std::size_t{j} * here.size + i) * kFloats], withoutTiny);
        }
    const std::size_t row = std::size_t{here.size} * kFloats;
    for (std::uint32_t j = 0; j < here.size; ++j)
    {
        const Gather gather = gatherOf(level, j);
        float* const to = &m_nodes[std::size_t{here.index(face, 0, j)} * kFloats];
        const float* from = &rows[gather.first * row];
        std::fill_n(to, row, 0.0f);
        for (const float weight : gather.weights)
        {
            addLights(to, weight, from, row);
            from += row;
        }
        std::transform(to, to + row, to, withoutTiny);
    }
}

PrefilterSource::Gather PrefilterSource::gatherOf(std::uint32_t level, std::uint32_t row) const
{
    const std::size_t at = m_tables.starts[level] + row;
    const std::uint32_t begin = at > 0 ? m_tables.ends[at - 1] : 0;
    return {m_tables.sources[at], std::span(m_tables.weights).subspan(begin, m_tables.ends[at] - begin)};
}

} // namespace pn
