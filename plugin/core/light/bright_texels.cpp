#include "core/light/bright_texels.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pn {
namespace {

constexpr std::uint32_t kFirstBits = 0x2f800000u; // 2^-32
constexpr std::uint32_t kBinShift = 17;           // 64 bins an octave: the float's 6 highest mantissa bits

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

float luminanceOf(const std::array<float, 3>& rgb)
{
    const float red = std::max(rgb[0], 0.0f) * 0.2126f, green = std::max(rgb[1], 0.0f) * 0.7152f;
    return (red + green) + std::max(rgb[2], 0.0f) * 0.0722f;
}

std::uint32_t LuminanceHistogram::binOf(float luminance)
{
    const auto bits = std::bit_cast<std::uint32_t>(luminance);
    return bits < kFirstBits ? 0 : std::min((bits - kFirstBits) >> kBinShift, kBins - 1);
}

double LuminanceHistogram::valueOf(std::uint32_t bin)
{
    return bin == 0 ? 0.0 : double(std::bit_cast<float>(kFirstBits + (bin << kBinShift) + (1u << (kBinShift - 1))));
}

LuminanceHistogram::LuminanceHistogram(const SphereGrid& grid, std::span<const float> luminances) : m_areas(kBins)
{
    const double unit = 4.0 * 3.14159265358979 / double(luminances.size()) / 256.0;
    for (std::uint32_t i = 0; i < luminances.size(); ++i)
    {
        const auto area = std::max(std::uint64_t{1}, std::uint64_t(std::llround(grid.solidAngle(i) / unit)));
        m_areas[binOf(luminances[i])] += area;
        m_total += area;
    }
}

BrightThreshold findThreshold(const LuminanceHistogram& histogram)
{
    std::uint64_t below = 0;
    double sum = 0.0;
    for (std::uint32_t bin = 0; bin < LuminanceHistogram::kBins; ++bin)
    {
        const double mean = below == 0 ? 0.0 : sum / double(below);
        const std::uint64_t above = histogram.totalArea() - below;
        if (below != 0 && double(above) <= kMostBrightArea * double(histogram.totalArea()) &&
            LuminanceHistogram::valueOf(bin) >= kLightContrast * mean)
            return above == 0 ? BrightThreshold{LuminanceHistogram::kBins, mean}
                              : BrightThreshold{std::max(bin, 1u), mean};
        below += histogram.area(bin);
        sum += double(histogram.area(bin)) * LuminanceHistogram::valueOf(bin);
    }
    return {LuminanceHistogram::kBins, below == 0 ? 0.0 : sum / double(below)};
}

std::vector<std::uint32_t> brightTexels(std::span<const float> luminances, const BrightThreshold& threshold)
{
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i < luminances.size(); ++i)
        if (LuminanceHistogram::binOf(luminances[i]) >= threshold.bin)
            indices.push_back(i);
    return indices;
}

} // namespace pn
