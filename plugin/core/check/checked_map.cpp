#include "core/check/checked_map.h"

#include "core/kernel/luminance.h"
#include "core/kernel/simd_target.h"
#include "core/kernel/texel_bits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numeric>
#include <vector>

namespace pn::check {
namespace {

constexpr std::uint32_t kBlocks = 64; // around the equator; a square block's light counts as if it came from its middle
constexpr auto kReplacement = std::bit_cast<float>(shared::kReplacementBits);

const std::vector<Vec3>& normals()
{
    static const std::vector<Vec3> directions = [] {
        const SphereGrid grid(Shape::cubemap(4));
        std::vector<Vec3> result;
        for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
            result.push_back(grid.direction(i));
        return result;
    }();
    return directions;
}

// The part over what is left without it, at most 1000: nothing may be left.
double shareOf(double part, double all)
{
    const double rest = all - part;
    return std::clamp(rest > 0 ? part / rest : part > 0 ? 1e3 : 0.0, -1e3, 1e3);
}

} // namespace

void LightShare::add(Vec3 direction, double more)
{
    const Vec3* const all = normals().data();
    flux += more;
    for (std::size_t i = 0; i < irradiance.size(); ++i)
        irradiance[i] += more * std::max(0.0, dot(all[i], direction));
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

CheckedMap::CheckedMap(const ProbeView& view)
    : grid(view.shape), format(view.format), texelCount(grid.texelCount()),
      radiance(std::make_unique_for_overwrite<float[]>(4 * std::size_t{texelCount})), luminance(texelCount),
      rows(view.shape.faceCount * view.shape.height)
{
    for (std::uint32_t i = 0; i < view.shape.texelsPerFace(); ++i)
        solidAngles.push_back(grid.solidAngle(i));
    const std::uint32_t width = view.shape.width, height = view.shape.height;
    constexpr std::array<std::uint32_t, 1> kOne = {1};
    std::vector<std::uint32_t> bins(width);
    RowCounts counts;
    for (std::uint32_t row = 0; row < rows.size(); ++row)
    {
        rows[row].luminance.most = simdTargets().front().luminanceRow({view.face(row / height),
                                                                       width,
                                                                       row % height,
                                                                       {},
                                                                       &luminance[row * width],
                                                                       bins.data(),
                                                                       &radiance[4 * std::size_t{row} * width]});
        counts.count(bins, kOne);
        lookAtRow(view, row);
        faces[row / height].include(rows[row].luminance);
        brightest = std::max(brightest, rows[row].luminance.most);
        for (std::size_t c = 0; c < 3; ++c)
            largest[c] = std::max(largest[c], rows[row].most[c]);
    }
    LuminanceHistogram histogram;
    counts.addTo(histogram);
    sky = findThreshold(histogram).skyLuminance;
    sum();
}

// Its range, and which of its texels are special. Floats above zero have the order of their bits, as integers, and
// those below zero have bits below them.
void CheckedMap::lookAtRow(const ProbeView& view, std::uint32_t row)
{
    const std::uint32_t width = view.shape.width, height = view.shape.height, first = row * width;
    const auto texels = reinterpret_cast<const std::array<float, 4>*>(rgb(first));
    std::array<std::int32_t, 4> most{}, least;
    std::int32_t darkest = std::numeric_limits<std::int32_t>::max();
    least.fill(darkest);
    for (std::uint32_t x = 0; x < width; ++x)
        darkest = std::min(darkest, std::bit_cast<std::int32_t>(luminance[first + x]));
    for (std::uint32_t x = 0; x < width; ++x)
        for (std::size_t c = 0; c < 4; ++c)
        {
            least[c] = std::min(least[c], std::bit_cast<std::int32_t>(texels[x][c]));
            most[c] = std::max(most[c], std::bit_cast<std::int32_t>(texels[x][c]));
        }
    rows[row].luminance.least = std::bit_cast<float>(darkest);
    rows[row].most = std::bit_cast<std::array<float, 4>>(most);
    const auto isPlain = [](float value) { return value > 0 && value < kReplacement; };
    if (std::ranges::all_of(std::bit_cast<std::array<float, 4>>(least), isPlain) &&
        std::ranges::all_of(rows[row].most, isPlain))
        return;
    for (std::uint32_t x = 0; x < width; ++x)
    {
        if (std::ranges::all_of(texels[x], isPlain))
            continue;
        TexelFlags flags;
        for (const std::uint32_t bits : decodeTexel(format, view.face(row / height).texel(x, row % height)))
            applyPolicy(bits, {}, flags);
        if (flags.nonFinite)
            nonFinite.push_back(first + x);
        if (flags.negative)
            negative.push_back(first + x);
    }
}

void CheckedMap::sum()
{
    const std::uint32_t width = grid.shape().width, height = grid.shape().height;
    const std::uint32_t block = std::max(1u, width * (grid.shape().isCubemap() ? 4 : 1) / kBlocks);
    std::vector<double> columns(width); // the light of the columns of a row of blocks
    for (std::uint32_t row = 0; row < rows.size(); ++row)
    {
        const double* const angles = &solidAngles[row % height * width];
        for (std::uint32_t x = 0; x < width; ++x)
            columns[x] += signedLuminance(rgb(row * width + x)) * angles[x];
        const std::uint32_t count = row % height % block + 1;
        if (count != block && (row + 1) % height != 0)
            continue;
        for (std::uint32_t x = 0; x < width; x += block)
        {
            const std::uint32_t end = std::min(x + block, width);
            light.add(grid.direction((row - count / 2) * width + (x + end) / 2),
                      std::accumulate(&columns[x], columns.data() + end, 0.0));
        }
        std::fill(columns.begin(), columns.end(), 0.0);
    }
}

} // namespace pn::check
