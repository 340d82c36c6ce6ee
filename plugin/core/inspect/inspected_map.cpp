#include "core/inspect/inspected_map.h"

#include "core/kernel/luminance.h"
#include "core/kernel/simd_target.h"
#include "core/kernel/texel_bits.h"
#include "core/parallel.h"
#include "core/recent_cache.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

namespace pn::inspect {
namespace {

constexpr std::uint32_t kBlocks = 64; // around the equator; a square block's light counts as if it came from its middle
constexpr auto kReplacement = std::bit_cast<float>(shared::kReplacementBits);

// x y z of the directions that surfaces face.
const std::array<std::array<double, 96>, 3>& normals()
{
    static const std::array<std::array<double, 96>, 3> directions = [] {
        const SphereGrid grid(Shape::cubemap(4));
        std::array<std::array<double, 96>, 3> result{};
        for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
        {
            const Vec3 direction = grid.direction(i);
            result[0][i] = direction.x;
            result[1][i] = direction.y;
            result[2][i] = direction.z;
        }
        return result;
    }();
    return directions;
}

// Those of the shape inspected last are kept: they cost as much as the rest of an inspection.
std::shared_ptr<const SphereTables> tablesOf(const Shape& shape)
{
    static std::mutex mutex;
    static RecentCache<SphereTables, Shape> recent(1);
    const std::lock_guard lock(mutex);
    return recent.get(shape);
}

// Of floats: those above zero have the order of their bits, and those below zero have bits below them.
struct FloatRange
{
    std::int32_t leastBits = std::numeric_limits<std::int32_t>::max(), mostBits = 0;

    float least() const { return std::bit_cast<float>(leastBits); }
    float most() const { return std::bit_cast<float>(mostBits); }
};

// Of each channel of so many texels.
template <std::size_t kChannels>
std::array<FloatRange, kChannels> rangesOf(const float* texels, std::uint32_t count)
{
    std::array<FloatRange, kChannels> ranges{};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t c = 0; c < kChannels; ++c)
        {
            const auto bits = std::bit_cast<std::int32_t>(texels[kChannels * i + c]);
            ranges[c].leastBits = std::min(ranges[c].leastBits, bits);
            ranges[c].mostBits = std::max(ranges[c].mostBits, bits);
        }
    return ranges;
}

// The part over what is left without it, at most 1000: nothing may be left.
double shareOf(double part, double all)
{
    const double rest = all - part;
    return std::clamp(rest > 0 ? part / rest : part > 0 ? 1e3 : 0.0, -1e3, 1e3);
}

} // namespace

void LightShare::add(const Vec3& direction, double more)
{
    const auto& [x, y, z] = normals();
    const Vec3 to = direction;
    flux += more;
    for (std::size_t i = 0; i < irradiance.size(); ++i)
    {
        const double cosine = x[i] * to.x + y[i] * to.y + z[i] * to.z;
        irradiance[i] += more * (cosine > 0 ? cosine : 0);
    }
}

Effect effectOf(const LightShare& all, const LightShare& part)
{
    Effect effect{shareOf(part.flux, all.flux), 0};
    for (std::size_t i = 0; i < all.irradiance.size(); ++i)
        if (const double share = shareOf(part.irradiance[i], all.irradiance[i]);
            std::abs(share) > std::abs(effect.irradiance))
            effect.irradiance = share;
    return effect;
}

SphereTables::SphereTables(const Shape& shape)
    : grid(shape), block(std::max(1u, shape.width * (shape.isCubemap() ? 4 : 1) / kBlocks))
{
    const std::uint32_t step = shape.isCubemap() ? 1 : shape.width;
    for (std::uint32_t i = 0; i < shape.texelsPerFace(); i += step)
        solidAngles.push_back(grid.solidAngle(i));
    for (std::uint32_t face = 0; face < shape.faceCount; ++face)
        for (std::uint32_t y = 0; y < shape.height; y += block)
            for (std::uint32_t x = 0; x < shape.width; x += block)
            {
                const std::uint32_t rows = std::min(block, shape.height - y),
                                    columns = std::min(block, shape.width - x);
                const std::uint32_t row = face * shape.height + y + (rows - 1) / 2;
                blockDirections.push_back(grid.direction(row * shape.width + x + columns / 2));
            }
}

// Rows of blocks, which are read together, and summed in one order whatever the number of threads.
struct InspectedMap::Band
{
    std::uint32_t row = 0, rows = 0;
    std::vector<double> blocks{}; // their light
    Texels nonFinite{}, negative{};
};

InspectedMap::InspectedMap(const ProbeView& view, std::uint32_t threadCount)
    : tables(tablesOf(view.shape)), grid(tables->grid), format(view.format), texelCount(grid.texelCount()),
      radiance(std::make_unique_for_overwrite<float[]>(4 * std::size_t{texelCount})), luminance(texelCount),
      rows(view.shape.faceCount * view.shape.height)
{
    const std::uint32_t height = view.shape.height;
    std::vector<Band> bands;
    for (std::uint32_t row = 0; row < rows.size(); row += bands.back().rows)
        bands.push_back({row, std::min(tables->block, height - row % height)});
    std::vector<RowCounts> counts(std::min<std::size_t>(threadCount, bands.size()));
    parallelFor(threadCount, bands.size(),
                [&](std::uint32_t worker, std::size_t task) { read(view, bands[task], counts[worker]); });
    LuminanceHistogram histogram;
    for (RowCounts& some : counts)
        some.addTo(histogram);
    sky = findThreshold(histogram).skyLuminance;
    auto direction = tables->blockDirections.begin();
    for (const Band& band : bands)
    {
        nonFinite.insert(nonFinite.end(), band.nonFinite.begin(), band.nonFinite.end());
        negative.insert(negative.end(), band.negative.begin(), band.negative.end());
        for (const double block : band.blocks)
            light.add(*direction++, block);
    }
    for (std::size_t row = 0; row < rows.size(); ++row)
    {
        faces[row / height].include(rows[row].luminance);
        for (std::size_t c = 0; c < 3; ++c)
            largest[c] = std::max(largest[c], rows[row].most[c]);
    }
    for (const LuminanceRange& face : faces)
        brightest = std::max(brightest, face.most);
}

void InspectedMap::read(const ProbeView& view, Band& band, RowCounts& counts)
{
    const std::uint32_t width = view.shape.width, height = view.shape.height;
    constexpr std::array<std::uint32_t, 1> kOne = {1};
    std::vector<std::uint32_t> bins(width);
    std::vector<double> columns(width), angles; // the light of the band's columns, and the sizes of a row's texels
    for (std::uint32_t row = band.row; row < band.row + band.rows; ++row)
    {
        const std::uint32_t first = row * width, y = row % height;
        const float* const texels = rgb(first);
        rows[row].luminance.most = simdTargets().front().luminanceRow(
            {view.face(row / height), width, y, {}, &luminance[first], bins.data(), &radiance[4 * std::size_t{first}]});
        counts.count(bins, kOne);
        const std::array<FloatRange, 4> values = rangesOf<4>(texels, width);
        rows[row].luminance.least = rangesOf<1>(&luminance[first], width)[0].least();
        for (std::size_t c = 0; c < 3; ++c)
            rows[row].most[c] = values[c].most();
        if (view.shape.isCubemap())
            angles.assign(&tables->solidAngles[y * width], &tables->solidAngles[y * width] + width);
        else
            angles.assign(width, tables->solidAngles[y]);
        for (std::uint32_t x = 0; x < width; ++x)
            columns[x] += signedLuminance(texels + 4 * std::size_t{x}) * angles[x];
        const auto mayBeChanged = [](float value) { return value <= 0 || value >= kReplacement; };
        if (std::any_of(values.begin(), values.begin() + 3, [&](const FloatRange& range) {
                return mayBeChanged(range.least()) || mayBeChanged(range.most());
            }))
            for (std::uint32_t x = 0; x < width; ++x)
                if (std::any_of(texels + 4 * std::size_t{x}, texels + 4 * std::size_t{x} + 3, mayBeChanged))
                    lookAgain(view, first + x, band);
    }
    for (auto at = columns.begin(); at != columns.end();
         at += std::min<std::ptrdiff_t>(tables->block, columns.end() - at))
        band.blocks.push_back(
            std::accumulate(at, at + std::min<std::ptrdiff_t>(tables->block, columns.end() - at), 0.0));
}

// At a value that may have been changed.
void InspectedMap::lookAgain(const ProbeView& view, std::uint32_t index, Band& band) const
{
    const std::uint32_t width = view.shape.width, row = index / width, height = view.shape.height;
    TexelFlags flags;
    for (const std::uint32_t bits : decodeTexel(format, view.face(row / height).texel(index % width, row % height)))
        applyPolicy(bits, {}, flags);
    if (flags.nonFinite)
        band.nonFinite.push_back(index);
    if (flags.negative)
        band.negative.push_back(index);
}

// With the texels in order.
double InspectedMap::faceFlux(std::uint32_t face) const
{
    const auto count = std::uint32_t(grid.shape().texelsPerFace());
    double sum = 0;
    for (std::uint32_t i = face * count; i < (face + 1) * count; ++i)
        sum += flux(i);
    return sum;
}

double InspectedMap::negativeLuminance(std::uint32_t index) const
{
    return signedLuminance(rgb(index)) - double(luminance[index]);
}

} // namespace pn::inspect
