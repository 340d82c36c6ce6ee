#include "core/inspect/inspected_map.h"

#include "core/kernel/luminance.h"
#include "core/kernel/texel_bits.h"
#include "core/parallel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pn::inspect {
namespace {

constexpr std::uint32_t kRuns = 16; // of a face's row; the light of a run counts as if it came from its middle

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

void LightShare::add(const Vec3& direction, double more)
{
    const std::vector<Vec3>& all = normals();
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

InspectedMap::InspectedMap(const ProbeView& view, std::uint32_t threadCount)
    : grid(view.shape), format(view.format), texelCount(grid.texelCount()), radiance(3 * std::size_t{texelCount}),
      luminance(texelCount), solidAngle(texelCount)
{
    const std::uint32_t width = view.shape.width, height = view.shape.height;
    std::vector<TexelFlags> flags(texelCount);
    parallelFor(threadCount, view.shape.faceCount * height, [&](std::uint32_t, std::size_t task) {
        const auto row = std::uint32_t(task);
        for (std::uint32_t x = 0; x < width; ++x)
        {
            const std::uint32_t i = row * width + x;
            const RgbBits bits = decodeTexel(view.format, view.face(row / height).texel(x, row % height));
            float* rgb = &radiance[3 * std::size_t{i}];
            for (std::size_t c = 0; c < 3; ++c)
                rgb[c] = std::bit_cast<float>(applyPolicy(bits[c], {}, flags[i]));
            luminance[i] = luminanceOf({rgb[0], rgb[1], rgb[2]});
            solidAngle[i] = grid.solidAngle(i);
        }
    });
    for (std::uint32_t i = 0; i < texelCount; ++i)
    {
        if (flags[i].nonFinite)
            nonFinite.push_back(i);
        if (flags[i].negative)
            negative.push_back(i);
    }
    sum();
}

// On one thread, so that the number of threads changes no bit.
void InspectedMap::sum()
{
    const std::uint32_t width = grid.shape().width, runTexels = std::max(1u, width / kRuns);
    double run = 0;
    for (std::uint32_t i = 0; i < texelCount; ++i)
    {
        FaceLight& face = faces[i / grid.shape().texelsPerFace()];
        face.include(luminance[i]);
        face.flux += flux(i);
        for (std::size_t c = 0; c < 3; ++c)
            largest[c] = std::max(largest[c], rgb(i)[c]);
        brightest = std::max(brightest, luminance[i]);
        run += signedLuminance(rgb(i)) * solidAngle[i];
        const std::uint32_t x = i % width;
        if ((x + 1) % runTexels != 0 && x + 1 != width)
            continue;
        light.add(grid.direction(i - x % runTexels / 2), run);
        run = 0;
    }
}

double InspectedMap::negativeLuminance(std::uint32_t index) const
{
    return signedLuminance(rgb(index)) - double(luminance[index]);
}

} // namespace pn::inspect
