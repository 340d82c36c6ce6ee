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

constexpr std::uint32_t kBlocks = 64; // around the equator; a square block's light counts as if it came from its middle

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
            if (row < height)
                solidAngle[i] = grid.solidAngle(i);
        }
    });
    const auto perFace = std::ptrdiff_t(view.shape.texelsPerFace());
    for (std::uint32_t face = 1; face < view.shape.faceCount; ++face)
        std::copy_n(solidAngle.begin(), perFace, solidAngle.begin() + face * perFace);
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
    const std::uint32_t width = grid.shape().width, height = grid.shape().height;
    const std::uint32_t block = std::max(1u, width * (grid.shape().isCubemap() ? 4 : 1) / kBlocks);
    std::vector<double> blocks((width + block - 1) / block); // of the rows at hand
    for (std::uint32_t row = 0; row < grid.shape().faceCount * height; ++row)
    {
        FaceLight& face = faces[row / height];
        for (std::uint32_t x = 0; x < width; ++x)
        {
            const std::uint32_t i = row * width + x;
            face.include(luminance[i]);
            face.flux += flux(i);
            for (std::size_t c = 0; c < 3; ++c)
                largest[c] = std::max(largest[c], rgb(i)[c]);
            blocks[x / block] += signedLuminance(rgb(i)) * solidAngle[i];
        }
        const std::uint32_t rows = row % height % block + 1;
        if (rows != block && (row + 1) % height != 0)
            continue;
        for (std::uint32_t x = 0; x < width; x += block)
        {
            const std::uint32_t columns = std::min(block, width - x);
            light.add(grid.direction((row - rows / 2) * width + x + columns / 2), blocks[x / block]);
            blocks[x / block] = 0;
        }
    }
    for (const FaceLight& face : faces)
        brightest = std::max(brightest, face.most);
}

double InspectedMap::negativeLuminance(std::uint32_t index) const
{
    return signedLuminance(rgb(index)) - double(luminance[index]);
}

} // namespace pn::inspect
