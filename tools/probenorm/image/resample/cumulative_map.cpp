#include "image/resample/resample_equirect.h"

#include "image/files/cancel.h"
#include "image/files/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>

namespace pn::image {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::uint32_t wrap(std::int64_t column, std::uint32_t width)
{
    return static_cast<std::uint32_t>((column % width + width) % width);
}

// Texels of a row from a column on, around the map as often as it takes.
void decodeColumns(const Image& map, std::uint32_t y, std::int64_t first, std::vector<Rgb>& texels)
{
    for (std::size_t done = 0; done < texels.size();)
    {
        const std::uint32_t x = wrap(first + static_cast<std::int64_t>(done), map.width);
        const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(texels.size() - done, map.width - x));
        decodeCleanTexels(map, x, y, count, &texels[done]);
        done += count;
    }
}

Rgb lower(const Rgb& a, const Rgb& b)
{
    return {std::min(a.r, b.r), std::min(a.g, b.g), std::min(a.b, b.b)};
}
Rgb upper(const Rgb& a, const Rgb& b)
{
    return {std::max(a.r, b.r), std::max(a.g, b.g), std::max(a.b, b.b)};
}

} // namespace

CumulativeMap::CumulativeMap(const Image& map, bool isUpsideDown, IndexRange rows, IndexRange columns,
                             unsigned threadCount)
    : m_width(map.width), m_height(map.height), m_rows(rows), m_columns(columns), m_sines(rows.size() + 1),
      m_sums((rows.size() + 1) * columns.size()), m_limits{{kInfinity, kInfinity, kInfinity},
                                                           {-kInfinity, -kInfinity, -kInfinity}}
{
    for (std::size_t i = 0; i < m_sines.size(); ++i)
        m_sines[i] = std::cos(kPi * static_cast<double>(rows.begin + static_cast<std::int64_t>(i)) / m_height);
    std::mutex mutex;
    const auto columnCount = static_cast<std::uint32_t>(columns.size());
    parallelRanges(columnCount, threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        const Limits found = addColumns(map, isUpsideDown, begin, end);
        const std::lock_guard lock(mutex);
        m_limits = {lower(m_limits.min, found.min), upper(m_limits.max, found.max)};
    });
}

CumulativeMap::Limits CumulativeMap::addColumns(const Image& map, bool isUpsideDown, std::uint32_t begin,
                                                std::uint32_t end)
{
    Limits limits{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
    std::vector<Rgb> texels(end - begin);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
    {
        throwIfCancelled();
        const auto y = static_cast<std::uint32_t>(m_rows.begin + static_cast<std::int64_t>(row));
        decodeColumns(map, isUpsideDown ? m_height - 1 - y : y, m_columns.begin + begin, texels);
        const double height = m_sines[row] - m_sines[row + 1];
        const DRgb* above = &m_sums[row * m_columns.size() + begin];
        DRgb* below = &m_sums[(row + 1) * m_columns.size() + begin];
        for (std::size_t i = 0; i < texels.size(); ++i)
        {
            below[i] = above[i] + texels[i] * height;
            limits = {lower(limits.min, texels[i]), upper(limits.max, texels[i])};
        }
    }
    return limits;
}

double CumulativeMap::columnLongitude(std::int64_t edge) const
{
    return 2.0 * kPi * (static_cast<double>(edge) / m_width - 0.5);
}

std::size_t CumulativeMap::rowOf(double sine, std::size_t nearby) const
{
    std::size_t row = nearby;
    while (row > 0 && sine > m_sines[row])
        --row;
    while (row + 1 < m_rows.size() && sine < m_sines[row + 1])
        ++row;
    return row;
}

std::size_t CumulativeMap::columnOf(double longitude) const
{
    const auto column = static_cast<std::int64_t>(std::floor((longitude / (2.0 * kPi) + 0.5) * m_width));
    const std::int64_t offset = column - m_columns.begin;
    const auto count = static_cast<std::int64_t>(m_columns.size());
    const bool isAround = count >= m_width; // all longitudes are there; else only rounding leaves the part
    return static_cast<std::size_t>(isAround ? wrap(offset, m_width) : std::clamp<std::int64_t>(offset, 0, count - 1));
}

DRgb CumulativeMap::integrate(std::size_t row, double longitude, double longitudeStep, double sineStep) const
{
    const DRgb* above = &m_sums[row * m_columns.size() + columnOf(longitude)];
    const DRgb& below = above[m_columns.size()];
    // F = above + (below - above) (rowSine - s) / height, linear inside a texel
    const double height = m_sines[row] - m_sines[row + 1];
    return *above * longitudeStep + (below - *above) * ((m_sines[row] * longitudeStep - sineStep) / height);
}

DRgb CumulativeMap::clampToRange(const DRgb& mean) const
{
    const auto& [min, max] = m_limits;
    return {std::clamp<double>(mean.r, min.r, max.r), std::clamp<double>(mean.g, min.g, max.g),
            std::clamp<double>(mean.b, min.b, max.b)};
}

} // namespace pn::image
