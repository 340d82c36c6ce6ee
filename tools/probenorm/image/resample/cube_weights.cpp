#include "image/resample/cube_weights.h"

#include "image/texels/cube_face.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace pn::image {

namespace {

constexpr std::size_t kMostTableBytes = std::size_t{8} << 20; // faces of 1024 texels
constexpr std::size_t kMostKeptBytes = std::size_t{64} << 20;

std::shared_ptr<const CubeWeights> makeWeights(std::uint32_t targetSize, std::uint32_t sourceSize)
{
    const auto made = std::make_shared<CubeWeights>();
    made->overlaps = findOverlaps(targetSize, sourceSize);
    const std::size_t count = made->overlaps.size();
    for (std::size_t i = 0; i < count; ++i)
        if (made->overlaps[i].target == made->firsts.size())
            made->firsts.push_back(i);
    made->firsts.push_back(count);
    if (count * count * sizeof(double) > kMostTableBytes)
        return made;
    made->weights.resize(count * count);
    made->totals.resize(std::size_t{targetSize} * targetSize);
    RowWeights rows(made->overlaps);
    for (std::size_t i = 0; i < count; ++i)
    {
        double* const row = made->weights.data() + i * count;
        rows.write(made->overlaps[i], row);
        made->addTo(made->totals.data() + std::size_t{made->overlaps[i].target} * targetSize, row);
    }
    return made;
}

} // namespace

std::vector<Overlap> findOverlaps(std::uint32_t targetSize, std::uint32_t sourceSize)
{
    std::vector<Overlap> overlaps;
    for (std::uint32_t target = 0; target < targetSize; ++target)
    {
        const double begin = edgeOf(target, targetSize);
        const double end = edgeOf(target + 1, targetSize);
        const auto first = static_cast<std::uint32_t>((begin + 1.0) * 0.5 * sourceSize);
        for (std::uint32_t source = std::min(first, sourceSize - 1);
             source < sourceSize && edgeOf(source, sourceSize) < end; ++source)
            overlaps.push_back({target, source, std::max(begin, edgeOf(source, sourceSize)),
                                std::min(end, edgeOf(source + 1, sourceSize))});
    }
    return overlaps;
}

void RowWeights::write(const Overlap& row, double* weights)
{
    std::swap(m_top, m_bottom); // what was the bottom of the row before is the top of this one
    moveTo(row.begin, m_top);
    moveTo(row.end, m_bottom);
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        weights[i] = m_bottom.ends[i] - m_bottom.begins[i] - m_top.ends[i] + m_top.begins[i];
}

// Neighbours share most ends: the arcus is what costs.
void RowWeights::moveTo(double v, Line& line) const
{
    if (v == line.v)
        return;
    line.v = v;
    line.begins.resize(m_columns.size());
    line.ends.resize(m_columns.size());
    for (std::size_t i = 0; i < m_columns.size(); ++i)
    {
        const bool isShared = i > 0 && m_columns[i].begin == m_columns[i - 1].end;
        line.begins[i] = isShared ? line.ends[i - 1] : cornerSolidAngle(m_columns[i].begin, v);
        line.ends[i] = cornerSolidAngle(m_columns[i].end, v);
    }
}

std::shared_ptr<const CubeWeights> cubeWeights(std::uint32_t targetSize, std::uint32_t sourceSize)
{
    static std::mutex mutex;
    static std::map<std::pair<std::uint32_t, std::uint32_t>, std::shared_ptr<const CubeWeights>> kept;
    static std::size_t keptBytes = 0;
    {
        const std::lock_guard lock(mutex);
        if (const auto found = kept.find({targetSize, sourceSize}); found != kept.end())
            return found->second;
    }
    const auto made = makeWeights(targetSize, sourceSize);
    const std::size_t bytes = made->weights.size() * sizeof(double);
    const std::lock_guard lock(mutex);
    if (bytes > 0 && keptBytes + bytes <= kMostKeptBytes &&
        kept.emplace(std::pair(targetSize, sourceSize), made).second)
        keptBytes += bytes;
    return made;
}

} // namespace pn::image
