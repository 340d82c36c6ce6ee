#include "engine_mips.h"

#include "bsdf.h"
#include "parallel.h"

#include <glm/common.hpp>
#include <glm/exponential.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/packing.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace scene {
namespace {

// Each texel is the plain mean of four of the mip before, as devices make them.
std::vector<Cubemap> boxMips(const Cubemap& cubemap)
{
    std::vector<Cubemap> mips = {cubemap};
    while (mips.back().size > 1)
    {
        const Cubemap& fine = mips.back();
        Cubemap coarse(fine.size / 2);
        for (int face = 0; face < 6; ++face)
            for (int y = 0; y < coarse.size; ++y)
                for (int x = 0; x < coarse.size; ++x)
                    coarse.texels[coarse.index(face, x, y)] =
                        0.25f *
                        (fine.texels[fine.index(face, 2 * x, 2 * y)] + fine.texels[fine.index(face, 2 * x + 1, 2 * y)] +
                         fine.texels[fine.index(face, 2 * x, 2 * y + 1)] +
                         fine.texels[fine.index(face, 2 * x + 1, 2 * y + 1)]);
        mips.push_back(std::move(coarse));
    }
    return mips;
}

vec3 trilinear(const std::vector<Cubemap>& mips, vec3 along, float level)
{
    const float most = static_cast<float>(mips.size() - 1), at = std::clamp(level, 0.0f, most);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, mips.size() - 1);
    return glm::mix(mips[low].bilinear(along), mips[high].bilinear(along), at - static_cast<float>(low));
}

// Calls texel(direction) for each texel.
template <typename Texel>
Cubemap filled(int size, unsigned threadCount, const Texel& texel)
{
    Cubemap cubemap(size);
    parallelFor(static_cast<std::size_t>(6 * size), threadCount, [&](std::size_t row) {
        const int face = static_cast<int>(row) / size, y = static_cast<int>(row) % size;
        for (int x = 0; x < size; ++x)
            cubemap.texels[cubemap.index(face, x, y)] =
                texel(cubemap.direction(face, vec2(static_cast<float>(x), static_cast<float>(y)) + 0.5f));
    });
    return cubemap;
}

vec3 asHalves(vec3 rgb)
{
    for (int c = 0; c < 3; ++c)
        rgb[c] = glm::unpackHalf1x16(glm::packHalf1x16(std::min(rgb[c], 65504.0f)));
    return rgb;
}

// At roughness 1 GGX is even over half vectors, and its lobe is the cosine.
Cubemap ofThree(const std::vector<Cubemap>& mips)
{
    constexpr int kSource = 16;
    const auto found = std::find_if(mips.begin(), mips.end(), [](const Cubemap& mip) { return mip.size <= kSource; });
    return filled(8, 1, [&](vec3 normal) {
        vec3 sum(0.0f);
        float weights = 0.0f;
        for (int face = 0; face < 6; ++face)
            for (int y = 0; y < found->size; ++y)
                for (int x = 0; x < found->size; ++x)
                {
                    const vec2 centre(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
                    const vec2 uv = centre * (2.0f / static_cast<float>(found->size)) - 1.0f;
                    const float near = 1.0f / std::sqrt(1.0f + glm::dot(uv, uv));
                    const float cosine = glm::dot(normal, found->direction(face, centre));
                    const float weight = std::max(cosine, 0.0f) * near * near * near;
                    sum += weight * found->texels[found->index(face, x, y)];
                    weights += weight;
                }
        return asHalves(sum / weights);
    });
}

struct Samples
{
    std::vector<vec3> directions; // around z, above the horizon
    std::vector<float> weights;   // their sum is 1
    float level;                  // of the box mip that all of them read
};

// GGX of roughness 1 spreads reflections of z evenly over the sphere. at(i) are two numbers from 0 to 1, bias is added
// to the mip whose texels have a sample's solid angle.
template <typename At, typename Weight>
Samples makeSamples(int count, int sourceSize, float bias, const At& at, const Weight& weight)
{
    Samples samples;
    float sum = 0.0f;
    for (int i = 0; i < count; ++i)
    {
        const vec2 u = at(i);
        const float height = 1.0f - 2.0f * u.x, turn = 2.0f * std::numbers::pi_v<float> * u.y;
        if (!(height > 0.0f))
            continue;
        const float radius = std::sqrt(std::max(0.0f, 1.0f - height * height));
        samples.directions.emplace_back(radius * std::cos(turn), radius * std::sin(turn), height);
        samples.weights.push_back(weight(height));
        sum += samples.weights.back();
    }
    for (float& own : samples.weights)
        own /= sum;
    const auto size = static_cast<float>(sourceSize);
    samples.level = 0.5f * std::log2(6.0f * size * size / static_cast<float>(count)) + bias;
    return samples;
}

Cubemap sampled(const std::vector<Cubemap>& mips, int size, const Samples& samples, unsigned threadCount)
{
    return filled(size, threadCount, [&](vec3 normal) {
        const glm::mat3 frame = frameAlong(normal);
        vec3 sum(0.0f);
        for (std::size_t i = 0; i < samples.directions.size(); ++i)
            sum += samples.weights[i] * trilinear(mips, frame * samples.directions[i], samples.level);
        return sum;
    });
}

float radicalInverse(std::uint32_t i)
{
    float result = 0.0f;
    for (float digit = 0.5f; i != 0; i >>= 1, digit *= 0.5f)
        result += (i & 1u) != 0 ? digit : 0.0f;
    return result;
}

Cubemap ofCmgen(const std::vector<Cubemap>& mips, unsigned threadCount)
{
    constexpr int kCount = 8192; // 1024, doubled at each level from the second to the fourth, which is the last one
    const auto hammersley = [](int i) {
        return vec2(radicalInverse(static_cast<std::uint32_t>(i)), static_cast<float>(i) / kCount);
    };
    return sampled(mips, 16, makeSamples(kCount, mips[0].size, 1.0f, hammersley, [](float cosine) { return cosine; }),
                   threadCount);
}

Cubemap ofUnityCore(const std::vector<Cubemap>& mips)
{
    constexpr int kCount = 89; // a Fibonacci number, as the one before it
    const auto fibonacci = [](int i) {
        const float along = static_cast<float>(i) * (55.0f / kCount);
        return vec2((static_cast<float>(i) + 0.5f) / kCount, along - std::floor(along));
    };
    const auto shadowing = [](float cosine) { return cosine / (1.0f + cosine); };
    return sampled(mips, 2, makeSamples(kCount, mips[0].size, 1.0f, fibonacci, shadowing), 1);
}

// A face is one block.
Cubemap throughBc6h(const probenorm::Context& context, const Cubemap& cubemap)
{
    Cubemap result(cubemap.size);
    const std::size_t perFace = result.texels.size() / 6, size = static_cast<std::size_t>(cubemap.size);
    for (std::size_t face = 0; face < 6; ++face)
    {
        const std::span texels(cubemap.texels.data() + face * perFace, perFace);
        const auto edge = static_cast<std::uint32_t>(size);
        const PnPictureView view = probenorm::pictureView(edge, edge, PN_FORMAT_RGB32F, texels);
        std::array<std::uint8_t, 16> block{};
        std::array<std::uint16_t, 64> halves{};
        probenorm::throwIfFailed(
            pnEncodeBc6h(context.get(), &view, PN_BC6H_EFFORT_HIGH, 0, block.size(), block.data()));
        probenorm::throwIfFailed(pnDecodeBc6h(0, 1, block.data(), halves.data()));
        for (std::size_t i = 0; i < perFace; ++i)
            for (int c = 0; c < 3; ++c)
                result.texels[face * perFace + i][c] =
                    glm::unpackHalf1x16(halves[4 * (4 * (i / size) + i % size) + static_cast<std::size_t>(c)]);
    }
    return result;
}

// Unity's decoder: 34.493242 alpha^2.2 colour, in linear light.
constexpr float kRgbmRange = 34.493242f, kRgbmPower = 2.2f;

float rounded8(float value)
{
    return std::round(value * 255.0f) / 255.0f;
}

float srgbRounded8(float linear)
{
    const float encoded =
        rounded8(linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1.0f / 2.4f) - 0.055f);
    return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

} // namespace

RgbmCube::RgbmCube(const Cubemap& from) : colour(from.size), multiplier(from.size)
{
    for (std::size_t i = 0; i < from.texels.size(); ++i)
    {
        const vec3 light = glm::clamp(from.texels[i] / kRgbmRange, 0.0f, 1.0f);
        const float most = std::max({light.r, light.g, light.b});
        const float alpha = std::max(std::ceil(std::pow(most, 1.0f / kRgbmPower) * 255.0f), 1.0f) / 255.0f;
        const float scale = std::pow(alpha, kRgbmPower);
        multiplier.texels[i] = vec3(alpha);
        for (int c = 0; c < 3; ++c)
            colour.texels[i][c] = srgbRounded8(std::min(light[c] / scale, 1.0f));
    }
}

vec3 RgbmCube::bilinear(vec3 along) const
{
    return kRgbmRange * std::pow(multiplier.bilinear(along).x, kRgbmPower) * colour.bilinear(along);
}

EngineMips engineMips(const probenorm::Context& context, const Cubemap& probe, const Cubemap& exact2,
                      unsigned threadCount)
{
    const std::vector<Cubemap> mips = boxMips(probe);
    return {ofThree(mips), ofCmgen(mips, threadCount), ofUnityCore(mips), throughBc6h(context, exact2),
            RgbmCube(exact2)};
}

} // namespace scene
