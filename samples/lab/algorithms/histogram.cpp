#include "lab/algorithms/histogram.h"

#include <algorithm>
#include <bit>

namespace pn::lab {
namespace {

using namespace pn::shared;

// As many lanes as the largest GPU tried runs at once: each group more adds all its bins to the result once more.
constexpr std::uint32_t kStridingLanes = 132 * 2048;
constexpr std::uint32_t kMostCopies = 16;

std::uint32_t groupCountOf(std::uint32_t count, std::uint32_t groupSize)
{
    const std::uint32_t vectors = blocksOf(count, 2);
    return std::clamp(blocksOf(vectors, 2 * groupSize), 1u, kStridingLanes / groupSize);
}

Dispatch countRange(std::string_view kernel, std::uint32_t binBits, std::uint32_t count, const HistogramLimits& limits,
                    std::uint32_t firstBin, std::uint32_t bins, std::uint32_t copies)
{
    return {kernel,
            {limits.groupSize, binBits, bins, copies},
            {0, 1, kNoBuffer, kNoBuffer},
            wordsOf(LabHistogramParams{count, firstBin}),
            groupCountOf(count, limits.groupSize)};
}

// A half float by its parts. Negative ones and NaN count as 0, infinity as the largest.
float channelOf(std::uint32_t bits)
{
    const std::uint32_t magnitude = bits & 0x7fffu, exponent = magnitude >> 10, mantissa = magnitude & 0x3ffu;
    if ((bits & 0x8000u) != 0 || magnitude > 0x7c00u)
        return 0.0f;
    if (magnitude == 0x7c00u)
        return 65504.0f;
    return exponent == 0 ? float(mantissa) * 0x1p-24f : std::bit_cast<float>((exponent + 112u) << 23 | mantissa << 13);
}

std::uint32_t luminanceBin(std::uint32_t redGreen, std::uint32_t blueAlpha, std::uint32_t binBits)
{
    const float red = channelOf(redGreen & 0xffffu) * 0.2126f, green = channelOf(redGreen >> 16) * 0.7152f;
    const float blue = channelOf(blueAlpha & 0xffffu) * 0.0722f;
    const auto bits = std::bit_cast<std::uint32_t>((red + green) + blue);
    if (bits < kLabScaleFirstBits)
        return 0;
    return std::min((bits - kLabScaleFirstBits) >> (23 + kLabScaleOctaveBits - binBits), (1u << binBits) - 1);
}

} // namespace

Recording planHistogram(const Rung& rung, std::uint32_t binBits, std::uint32_t count, const HistogramLimits& limits)
{
    const std::uint32_t allBins = 1u << binBits;
    Recording recording{2, {}, {Fill{1, 0}}};
    if (count == 0)
        return recording;
    if (rung.number == 1)
    {
        recording.commands.push_back(countRange("histogram_global", binBits, count, limits, 0, 1, 1));
        return recording;
    }
    const std::uint32_t words = limits.sharedBytes / 4;
    const std::uint32_t bins = std::min(allBins, std::bit_floor(words));
    const std::uint32_t copies = rung.number == 2 ? 1 : std::clamp(std::bit_floor(words / bins), 1u, kMostCopies);
    const char* kernel = rung.number == 4 ? "histogram_subgroups" : "histogram_shared";
    for (std::uint32_t first = 0; first < allBins; first += bins)
        recording.commands.push_back(countRange(kernel, binBits, count, limits, first, bins, copies));
    return recording;
}

std::vector<std::uint32_t> histogramOnCpu(std::uint32_t binBits, std::span<const std::uint32_t> words)
{
    std::vector<std::uint32_t> bins(std::size_t{1} << binBits);
    for (std::size_t i = 0; i + 2 <= words.size(); i += 2)
        ++bins[luminanceBin(words[i], words[i + 1], binBits)];
    return bins;
}

} // namespace pn::lab
