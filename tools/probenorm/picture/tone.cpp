#include "picture/tone.h"

#include "image/texels/texel.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace pn::cli {
namespace {

constexpr float kPercentile = 0.85f;
constexpr float kTarget = 0.5f;

// Four channels, so that one instruction does an operation on all of them.
using Channels = float __attribute__((vector_size(16)));
using Buckets = std::int32_t __attribute__((vector_size(16)));

// x (a x + b) / (x (c x + d) + e) in 0..1: Krzysztof Narkowicz's fit of the ACES reference curve (2015). NaN, which an
// infinite exposure makes, is white.
Channels filmic(Channels x)
{
    const Channels black{}, white = black + 1.0f;
    const Channels y = x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
    const Channels lit = y < black ? black : y;
    return lit < white ? lit : white;
}

// Tables, because pow() differs in its last bit between processors, and pictures are compared byte by byte.
struct SrgbSteps
{
    static constexpr float kBuckets = 4096.0f;

    std::array<float, 256> steps; // from which on an 8-bit value is nearer than the one below it; none above 254
    std::array<std::uint8_t, 4097> firsts; // the least step above i / kBuckets

    SrgbSteps()
    {
        for (std::size_t i = 0; i + 1 < steps.size(); ++i)
            steps[i] = static_cast<float>(image::linearOfSrgb((static_cast<double>(i) + 0.5) / 255.0));
        steps.back() = std::numeric_limits<float>::infinity();
        for (std::size_t i = 0; i < firsts.size(); ++i)
            firsts[i] = static_cast<std::uint8_t>(
                std::upper_bound(steps.begin(), steps.end(), static_cast<float>(i) / kBuckets) - steps.begin());
    }

    static Buckets bucketsOf(Channels linear) { return __builtin_convertvector(linear * kBuckets, Buckets); }

    // Steps are farther apart than buckets, so that at most one is inside a bucket.
    std::uint8_t encode(float linear, std::int32_t bucket) const
    {
        const std::uint8_t first = firsts[static_cast<std::size_t>(bucket)];
        return static_cast<std::uint8_t>(first + (steps[first] <= linear ? 1 : 0));
    }
};

// Half-way values go up, as std::lround() has them. NaN is 0.
std::uint8_t toByte(float value)
{
    const float scaled = std::clamp(value, 0.0f, 1.0f) * 255.0f;
    return static_cast<std::uint8_t>(scaled >= 0.0f ? double{scaled} + 0.5 : 0.0);
}

} // namespace

float luminance(glm::vec3 rgb)
{
    return glm::dot(rgb, glm::vec3(0.2126f, 0.7152f, 0.0722f));
}

std::vector<float> luminances(std::span<const glm::vec3> colors)
{
    std::vector<float> values(colors.size());
    std::transform(colors.begin(), colors.end(), values.begin(), luminance);
    return values;
}

float autoExposure(std::span<const glm::vec3> radiance, float ballLuminance)
{
    std::vector<float> values = luminances(radiance);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(kPercentile * static_cast<float>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    const float brightness = std::max(*at, ballLuminance);
    return brightness > 0.0f ? kTarget / brightness : 1.0f;
}

std::vector<glm::vec3> exposedBy(float exposure, std::vector<glm::vec3> light)
{
    for (glm::vec3& rgb : light)
        rgb = exposure * rgb;
    return light;
}

std::vector<Pixel> toneMap(std::span<const glm::vec3> exposed)
{
    static const SrgbSteps srgb;
    constexpr std::size_t kChannels = 192; // at a time
    std::array<Channels, kChannels / 4> channels{};
    std::array<float, kChannels> shown;
    std::array<std::int32_t, kChannels> buckets;
    std::vector<Pixel> pixels(exposed.size());
    const std::span<const std::byte> from = std::as_bytes(exposed);
    std::uint8_t* to = pixels.empty() ? nullptr : &pixels.front().x;
    for (std::size_t first = 0; first < 3 * exposed.size(); first += kChannels)
    {
        const std::size_t count = std::min(kChannels, 3 * exposed.size() - first);
        std::memcpy(channels.data(), from.data() + first * sizeof(float), count * sizeof(float));
        for (std::size_t i = 0; i < channels.size(); ++i)
        {
            const Channels light = channels[i], lit = filmic(light < Channels{} ? Channels{} : light);
            const Buckets at = SrgbSteps::bucketsOf(lit);
            std::memcpy(shown.data() + 4 * i, &lit, sizeof(lit));
            std::memcpy(buckets.data() + 4 * i, &at, sizeof(at));
        }
        for (std::size_t i = 0; i < count; ++i)
            *to++ = srgb.encode(shown[i], buckets[i]);
    }
    return pixels;
}

Pixel errorColor(float exposed)
{
    const glm::vec3 neutral(0.93f);
    const glm::vec3 extreme = exposed < 0.0f ? glm::vec3(0.03f, 0.19f, 0.62f) : glm::vec3(0.70f, 0.05f, 0.06f);
    const float amount = std::fabs(exposed) / (std::fabs(exposed) + kErrorKnee);
    const glm::vec3 color = glm::mix(neutral, extreme, amount);
    return {toByte(color.r), toByte(color.g), toByte(color.b)};
}

} // namespace pn::cli
