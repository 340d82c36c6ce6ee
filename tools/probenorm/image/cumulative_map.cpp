#include "cumulative_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pn::image {

namespace {

constexpr double kPi = std::numbers::pi;

} // namespace

CumulativeMap::CumulativeMap(const Image& map, bool isUpsideDown, IndexRange rows, IndexRange columns)
    : m_width(map.width), m_height(map.height), m_rows(rows), m_columns(columns), m_sines(rows.size() + 1),
      m_sums((rows.size() + 1) * columns.size())
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    m_min = {kInfinity, kInfinity, kInfinity};
    m_max = {-kInfinity, -kInfinity, -kInfinity};
    for (std::size_t i = 0; i < m_sines.size(); ++i)
        m_sines[i] = std::cos(kPi * static_cast<double>(rows.begin + static_cast<std::int64_t>(i)) / m_height);
    std::vector<Rgb> texels(m_width);
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const auto y = static_cast<std::uint32_t>(rows.begin + static_cast<std::int64_t>(i));
        decodeCleanRow(map, isUpsideDown ? m_height - 1 - y : y, texels.data());
        addRow(texels, i);
    }
}

void CumulativeMap::addRow(const std::vector<Rgb>& texels, std::size_t row)
{
    const double height = m_sines[row] - m_sines[row + 1];
    const DRgb* above = &m_sums[row * m_columns.size()];
    DRgb* below = &m_sums[(row + 1) * m_columns.size()];
    for (std::size_t i = 0; i < m_columns.size(); ++i)
    {
        const std::int64_t column = m_columns.begin + static_cast<std::int64_t>(i);
        const Rgb& texel = texels[static_cast<std::size_t>((column % m_width + m_width) % m_width)];
        below[i] = above[i] + texel * height;
        m_min = {std::min<double>(m_min.r, texel.r), std::min<double>(m_min.g, texel.g),
                 std::min<double>(m_min.b, texel.b)};
        m_max = {std::max<double>(m_max.r, texel.r), std::max<double>(m_max.g, texel.g),
                 std::max<double>(m_max.b, texel.b)};
    }
}

double CumulativeMap::columnLongitude(std::int64_t edge) const
{
    return 2.0 * kPi * (static_cast<double>(edge) / m_width - 0.5);
}

std::size_t CumulativeMap::rowOf(double sine) const
{
    const double row = std::floor(std::acos(std::clamp(sine, -1.0, 1.0)) / kPi * m_height);
    return static_cast<std::size_t>(std::clamp(static_cast<std::int64_t>(row), m_rows.begin, m_rows.end - 1) -
                                    m_rows.begin);
}

std::size_t CumulativeMap::columnOf(double longitude) const
{
    const auto column = static_cast<std::int64_t>(std::floor((longitude / (2.0 * kPi) + 0.5) * m_width));
    const std::int64_t offset = column - m_columns.begin;
    const auto count = static_cast<std::int64_t>(m_columns.size());
    const bool isAround = count >= m_width; // all longitudes are there; else only rounding leaves the part
    return static_cast<std::size_t>(isAround ? (offset % m_width + m_width) % m_width
                                             : std::clamp<std::int64_t>(offset, 0, count - 1));
}

DRgb CumulativeMap::integrate(double sine, double longitude, double longitudeStep, double sineStep) const
{
    const std::size_t row = rowOf(sine);
    const DRgb* above = &m_sums[row * m_columns.size() + columnOf(longitude)];
    const DRgb& below = above[m_columns.size()];
    // F = above + (below - above) (rowSine - s) / height, linear inside a texel
    const double height = m_sines[row] - m_sines[row + 1];
    return *above * longitudeStep + (below - *above) * ((m_sines[row] * longitudeStep - sineStep) / height);
}

DRgb CumulativeMap::clampToRange(const DRgb& mean) const
{
    return {std::clamp(mean.r, m_min.r, m_max.r), std::clamp(mean.g, m_min.g, m_max.g),
            std::clamp(mean.b, m_min.b, m_max.b)};
}

} // namespace pn::image
