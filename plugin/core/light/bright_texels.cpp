#include "core/light/bright_texels.h"

#include "core/kernel/texel_bits.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pn {
namespace {

std::uint32_t firstBitsOf(std::uint32_t bin)
{
    return LuminanceBins::kFirstBits + (bin << LuminanceBins::kShift);
}

} // namespace

std::array<float, 3> radianceOf(const ProbeView& view, const TexelPolicy& policy, std::uint32_t index)
{
    const std::uint32_t width = view.shape.width, height = view.shape.height;
    const FaceTexels face = view.face(index / width / height);
    const RgbBits bits = decodeTexel(view.format, face.texel(index % width, index / width % height));
    std::array<float, 3> rgb{};
    TexelFlags flags;
    for (std::size_t c = 0; c < 3; ++c)
        rgb[c] = std::bit_cast<float>(applyPolicy(bits[c], policy, flags));
    return rgb;
}

AreaTable::AreaTable(const SphereGrid& grid)
    : m_stride(grid.shape().isCubemap() ? grid.shape().width : 1), m_areas(std::size_t{m_stride} * grid.shape().height)
{
    const double unit = 4.0 * 3.14159265358979 / double(grid.texelCount()) / 256.0;
    const std::uint32_t step = grid.shape().width / m_stride;
    for (std::uint32_t i = 0; i < m_areas.size(); ++i)
        m_areas[i] = std::uint32_t(std::max(1ll, std::llround(grid.solidAngle(i * step) / unit)));
}

double LuminanceHistogram::valueOf(std::uint32_t bin)
{
    return bin == 0 ? 0.0 : double(std::bit_cast<float>(firstBitsOf(bin) + (1u << (LuminanceBins::kShift - 1))));
}

float LuminanceHistogram::leastOf(std::uint32_t bin)
{
    return std::bit_cast<float>(firstBitsOf(bin));
}

void RowCounts::count(std::span<const std::uint32_t> bins, std::span<const std::uint32_t> areas)
{
    if (areas.size() == 1)
        countBy<0>(bins, areas.data());
    else
        countBy<1>(bins, areas.data());
}

template <std::uint32_t kStep>
void RowCounts::countBy(std::span<const std::uint32_t> bins, const std::uint32_t* areas)
{
    std::uint32_t* const counts = m_counts.data();
    std::size_t i = 0;
    for (; i + kCopies <= bins.size(); i += kCopies)
        for (std::size_t copy = 0; copy < kCopies; ++copy)
            counts[copy * kStride + bins[i + copy]] += areas[(i + copy) * kStep];
    for (; i < bins.size(); ++i)
        counts[bins[i]] += areas[i * kStep];
}

void RowCounts::addTo(LuminanceHistogram& histogram)
{
    const std::uint32_t* const counts = m_counts.data();
    for (std::uint32_t bin = 0; bin < LuminanceBins::kCount; ++bin)
    {
        std::uint32_t area = 0;
        for (std::uint32_t copy = 0; copy < kCopies; ++copy)
            area += counts[copy * kStride + bin];
        histogram.add(bin, area);
    }
    std::fill(m_counts.begin(), m_counts.end(), 0u);
}

BrightThreshold findThreshold(const LuminanceHistogram& histogram)
{
    const double mostAbove = kMostBrightArea * double(histogram.totalArea());
    std::uint64_t below = 0;
    double sum = 0.0;
    for (std::uint32_t bin = 0; bin < LuminanceHistogram::kBins; ++bin)
    {
        const std::uint64_t above = histogram.totalArea() - below;
        if (below != 0 && double(above) <= mostAbove)
        {
            const double mean = sum / double(below);
            if (LuminanceHistogram::valueOf(bin) >= kLightContrast * mean)
                return above == 0 ? BrightThreshold{LuminanceHistogram::kBins, mean}
                                  : BrightThreshold{std::max(bin, 1u), mean};
        }
        if (histogram.area(bin) == 0)
            continue;
        below += histogram.area(bin);
        sum += double(histogram.area(bin)) * LuminanceHistogram::valueOf(bin);
    }
    return {LuminanceHistogram::kBins, below == 0 ? 0.0 : sum / double(below)};
}

LuminanceRows::LuminanceRows(const SimdTarget& target, const ProbeView& view, const TexelPolicy& policy,
                             std::span<const float> rowMaxima, float bright)
    : m_view(view), m_policy(policy), m_bright(bright), m_places(rowMaxima.size(), kNone)
{
    std::uint32_t kept = 0;
    for (std::size_t row = 0; row < rowMaxima.size(); ++row)
        if (rowMaxima[row] >= bright)
            m_places[row] = kept++;
    const std::uint32_t width = view.shape.width, height = view.shape.height;
    m_kept.resize(std::size_t{kept} * width);
    for (std::uint32_t row = 0; row < m_places.size(); ++row)
    {
        if (m_places[row] == kNone)
            continue;
        LuminanceJob job{view.face(row / height), width, row % height, policy};
        job.luminances = &m_kept[std::size_t{m_places[row]} * width];
        target.luminanceRow(job);
    }
}

std::vector<std::uint32_t> LuminanceRows::brightTexels() const
{
    std::vector<std::uint32_t> indices;
    const std::uint32_t width = m_view.shape.width;
    for (std::uint32_t row = 0; row < m_places.size(); ++row)
    {
        if (m_places[row] == kNone)
            continue;
        const float* const luminances = &m_kept[std::size_t{m_places[row]} * width];
        for (std::uint32_t x = 0; x < width; ++x)
            if (luminances[x] >= m_bright)
                indices.push_back(row * width + x);
    }
    return indices;
}

} // namespace pn
