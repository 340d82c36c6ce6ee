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

PrefilterSource::PrefilterSource(const Tables& tables, const ProbeView& view, const TexelPolicy& policy)
    : m_tables(tables), m_nodes(std::size_t{tables.grid.nodeCount()} * kFloats)
{
    readTexels(view, policy);
    for (std::uint32_t level = 1; level < tables.grid.levels.size(); ++level)
        spread(level);
}

void PrefilterSource::readTexels(const ProbeView& view, const TexelPolicy& policy)
{
    const std::uint32_t size = m_tables.grid.faceSize();
    m_least.fill(std::numeric_limits<float>::max());
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < size; ++y)
        {
            float* const row = &m_nodes[std::size_t{m_tables.grid.levels[0].index(face, 0, y)} * kFloats];
            readExact(view.face(face), policy, {y, 0, size}, row);
            for (std::uint32_t x = 0; x < size; ++x)
                for (std::size_t c = 0; c < 3; ++c)
                    m_least[c] = std::min(m_least[c], row[x * kFloats + c]);
        }
    for (std::size_t i = 0; i < std::size_t{6} * size * size; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            m_nodes[i * kFloats + c] -= m_least[c];
}

// Along the rows of the level below first, and then along its columns.
void PrefilterSource::spread(std::uint32_t level)
{
    const NodeGrid::Level& below = m_tables.grid.levels[level - 1];
    const NodeGrid::Level& here = m_tables.grid.levels[level];
    const std::uint32_t firstRow = m_tables.starts[level];
    const auto gather = [&](std::uint32_t row, const float* from, std::size_t stride, float* to) {
        const std::uint32_t begin = row > 0 ? m_tables.ends[row - 1] : 0;
        std::array<float, kFloats> sum{};
        for (std::uint32_t k = begin; k < m_tables.ends[row]; ++k)
            for (std::size_t c = 0; c < kFloats; ++c)
                sum[c] = sum[c] + m_tables.weights[k] * from[(m_tables.sources[row] + k - begin) * stride + c];
        std::transform(sum.begin(), sum.end(), to, withoutTiny);
    };
    m_rows.resize(std::size_t{below.size} * here.size * kFloats);
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        for (std::uint32_t j = 0; j < below.size; ++j)
            for (std::uint32_t i = 0; i < here.size; ++i)
                gather(firstRow + i, node(below.index(face, 0, j)), kFloats,
                       &m_rows[(std::size_t{j} * here.size + i) * kFloats]);
        for (std::uint32_t j = 0; j < here.size; ++j)
            for (std::uint32_t i = 0; i < here.size; ++i)
            {
                gather(firstRow + j, &m_rows[std::size_t{i} * kFloats], std::size_t{here.size} * kFloats,
                       &m_nodes[std::size_t{here.index(face, i, j)} * kFloats]);
            }
    }
}

} // namespace pn
