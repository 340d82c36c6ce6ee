#include "flip.h"

#include "bsdf.h"

#include <glm/common.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace scene {
namespace {

constexpr double kPixelsPerDegree = 3840.0 * std::numbers::pi / 180.0; // a display as wide as it is far away
constexpr float kColourPower = 0.7f, kFeaturePower = 0.5f;
constexpr float kKnee = 0.4f, kKneeError = 0.95f; // of the largest difference of colours; what it becomes
constexpr double kFeatureWidth = 0.082;           // degrees, from an edge detector's peak to its trough
constexpr float kBrightest = 65536.0f;
constexpr double kShown = 0.85;      // of the display's white
constexpr double kDarkest = 0x1p-20; // of the brightest: the least that a median counts

using Taps = std::vector<float>; // an odd number, about the middle

// Of a function of the distance in deviations, times the bell: positive taps add up to 1, negative ones to -1.
template <typename Function>
Taps tapsOf(double deviation, int radius, const Function& function)
{
    std::vector<double> values;
    double positive = 0.0, negative = 0.0;
    for (int i = -radius; i <= radius; ++i)
    {
        const double x = i / deviation, value = values.emplace_back(function(x) * std::exp(-0.5 * x * x));
        (value > 0.0 ? positive : negative) += std::fabs(value);
    }
    Taps taps;
    for (const double value : values)
        taps.push_back(static_cast<float>(value / (value > 0.0 ? positive : negative)));
    return taps;
}

double one(double /*x*/)
{
    return 1.0;
}

using Channel = std::vector<float>;

// Taps along rows, whose ends go on; and the result is transposed.
Channel across(const Channel& channel, std::size_t width, const Taps& taps)
{
    const std::size_t height = channel.size() / width, radius = taps.size() / 2;
    Channel result(channel.size()), row(width + 2 * radius);
    for (std::size_t y = 0; y < height; ++y)
    {
        for (std::size_t x = 0; x < row.size(); ++x)
            row[x] = channel[y * width + std::min(std::max(x, radius) - radius, width - 1)];
        Channel sums(width, 0.0f); // of all pixels at once, which a processor does fast
        for (std::size_t i = 0; i < taps.size(); ++i)
            for (std::size_t x = 0; x < width; ++x)
                sums[x] += taps[i] * row[x + i];
        for (std::size_t x = 0; x < width; ++x)
            result[x * height + y] = sums[x];
    }
    return result;
}

Channel filtered(const Channel& channel, std::size_t width, const Taps& horizontal, const Taps& vertical)
{
    return across(across(channel, width, horizontal), channel.size() / width, vertical);
}

// Of Rec. 709 and D65, by their chromaticities.
const glm::mat3 kXyz(10135552.0 / 24577794.0, 2613072.0 / 12288897.0, 1425312.0 / 73733382.0, //
                     8788810.0 / 24577794.0, 8788810.0 / 12288897.0, 8788810.0 / 73733382.0,  //
                     4435075.0 / 24577794.0, 887015.0 / 12288897.0, 70074185.0 / 73733382.0);
const glm::mat3 kRgb = glm::inverse(kXyz);
const vec3 kWhite = kXyz * vec3(1.0f);

float cubeRoot(float t)
{
    constexpr float kDelta = 6.0f / 29.0f;
    return t > kDelta * kDelta * kDelta ? std::cbrt(t) : t / (3.0f * kDelta * kDelta) + 4.0f / 29.0f;
}

// L*a*b* whose colours count less where it is dark.
vec3 huntLab(vec3 rgb)
{
    const vec3 t = kXyz * rgb / kWhite, f(cubeRoot(t.x), cubeRoot(t.y), cubeRoot(t.z));
    const float lightness = 116.0f * f.y - 16.0f;
    return {lightness, 5.0f * lightness * (f.x - f.y), 2.0f * lightness * (f.y - f.z)};
}

// HyAB, to a power.
float colourDistance(vec3 a, vec3 b)
{
    const vec3 d = a - b;
    return std::pow(std::fabs(d.x) + std::hypot(d.y, d.z), kColourPower);
}

// A part of a contrast sensitivity: a sqrt(pi / b) exp(-pi² x² / b), x in degrees.
struct Gauss
{
    double a, b;

    double deviation() const { return std::sqrt(b / 2.0) / std::numbers::pi * kPixelsPerDegree; } // pixels
};
const std::vector<Gauss> kLuma = {{1.0, 0.0047}}, kRedGreen = {{1.0, 0.0053}},
                         kBlueYellow = {{34.1, 0.04}, {13.5, 0.025}};

Channel blurredBy(const std::vector<Gauss>& parts, const Channel& channel, std::size_t width)
{
    static const int radius = static_cast<int>(std::ceil(3.0 * kBlueYellow[0].deviation()));
    Channel result(channel.size(), 0.0f);
    double whole = 0.0;
    for (const Gauss& part : parts)
    {
        const Taps taps = tapsOf(part.deviation(), radius, one);
        const double sum = 1.0 / static_cast<double>(taps[static_cast<std::size_t>(radius)]); // before it was made 1
        const double weight = part.a * std::sqrt(std::numbers::pi / part.b) * sum * sum;
        const Channel blurred = filtered(channel, width, taps, taps);
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] += static_cast<float>(weight) * blurred[i];
        whole += weight;
    }
    for (float& value : result)
        value /= static_cast<float>(whole);
    return result;
}

// How strong features are: what a filter finds across and down, together.
Channel features(const Channel& y, std::size_t width, const Taps& derivative, const Taps& smooth)
{
    Channel result = filtered(y, width, derivative, smooth);
    const Channel down = filtered(y, width, smooth, derivative);
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = std::hypot(result[i], down[i]);
    return result;
}

// (k0 x² + k1 x) / (k2 x² + k3 x + k4): Narkowicz, "ACES Filmic Tone Mapping Curve" (2016), without its exposure of
// 0.6.
constexpr double kTone[] = {0.36 * 2.51, 0.6 * 0.03, 0.36 * 2.43, 0.6 * 0.59, 0.14};

Image shownAt(const Image& image, double stops)
{
    const auto k = [](int i) { return static_cast<float>(kTone[i]); };
    Image result;
    for (const vec3& rgb : image)
    {
        const vec3 x = static_cast<float>(std::exp2(stops)) * glm::clamp(rgb, 0.0f, kBrightest);
        result.push_back(glm::clamp(x * (x * k(0) + k(1)) / (x * (x * k(2) + k(3)) + k(4)), 0.0f, 1.0f));
    }
    return result;
}

std::vector<double> exposuresFor(const Image& reference)
{
    std::vector<double> values;
    for (const vec3& rgb : reference)
        values.push_back(static_cast<double>(luminance(glm::clamp(rgb, 0.0f, kBrightest))));
    std::sort(values.begin(), values.end());
    const double a = kTone[0] - kShown * kTone[2], b = kTone[1] - kShown * kTone[3], c = -kShown * kTone[4];
    const double shown = (-b + std::sqrt(b * b - 4.0 * a * c)) / (2.0 * a); // what the curve brings to kShown
    const double brightest = std::max(values.back(), 1e-12);
    const double first = std::log2(shown / brightest);
    const double last = std::log2(shown / std::max(values[values.size() / 2], kDarkest * brightest));
    const int count = std::max(2, static_cast<int>(std::ceil(last - first)));
    std::vector<double> exposures;
    for (int i = 0; i < count; ++i)
        exposures.push_back(first + (last - first) * i / (count - 1));
    return exposures;
}

} // namespace

Sight sightOf(const Image& displayed, int width)
{
    const double deviation = 0.5 * kFeatureWidth * kPixelsPerDegree;
    const int radius = static_cast<int>(std::ceil(3.0 * deviation));
    const Taps smooth = tapsOf(deviation, radius, one), first = tapsOf(deviation, radius, [](double x) { return -x; }),
               second = tapsOf(deviation, radius, [](double x) { return x * x - 1.0; });
    const auto columns = static_cast<std::size_t>(width);
    Channel y, redGreen, blueYellow; // Y, X - Y and Y - Z, over the white's
    for (const vec3& rgb : displayed)
    {
        const vec3 t = kXyz * rgb / kWhite;
        y.push_back(t.y), redGreen.push_back(t.x - t.y), blueYellow.push_back(t.y - t.z);
    }
    Sight sight{{}, features(y, columns, first, smooth), features(y, columns, second, smooth)};
    y = blurredBy(kLuma, y, columns);
    redGreen = blurredBy(kRedGreen, redGreen, columns);
    blueYellow = blurredBy(kBlueYellow, blueYellow, columns);
    for (std::size_t i = 0; i < y.size(); ++i)
        sight.colour.push_back(
            huntLab(glm::clamp(kRgb * (kWhite * vec3(y[i] + redGreen[i], y[i], y[i] - blueYellow[i])), 0.0f, 1.0f)));
    return sight;
}

std::vector<float> flipErrors(const Sight& reference, const Sight& test)
{
    static const float most = colourDistance(huntLab({0.0f, 1.0f, 0.0f}), huntLab({0.0f, 0.0f, 1.0f}));
    const float knee = kKnee * most;
    std::vector<float> errors;
    for (std::size_t i = 0; i < reference.colour.size(); ++i)
    {
        const float distance = colourDistance(reference.colour[i], test.colour[i]);
        const float colour = distance < knee ? kKneeError / knee * distance
                                             : kKneeError + (distance - knee) / (most - knee) * (1.0f - kKneeError);
        const float feature =
            std::max(std::fabs(reference.edges[i] - test.edges[i]), std::fabs(reference.points[i] - test.points[i]));
        errors.push_back(std::pow(colour, 1.0f - std::pow(feature / std::numbers::sqrt2_v<float>, kFeaturePower)));
    }
    return errors;
}

HdrFlip::HdrFlip(const Image& reference, int width) : m_width(width), m_exposures(exposuresFor(reference))
{
    for (const double stops : m_exposures)
        m_reference.push_back(sightOf(shownAt(reference, stops), width));
}

double HdrFlip::mean(const Image& test) const
{
    std::vector<float> worst(test.size(), 0.0f);
    for (std::size_t i = 0; i < m_exposures.size(); ++i)
    {
        const std::vector<float> errors = flipErrors(m_reference[i], sightOf(shownAt(test, m_exposures[i]), m_width));
        for (std::size_t pixel = 0; pixel < worst.size(); ++pixel)
            worst[pixel] = std::max(worst[pixel], errors[pixel]);
    }
    return std::accumulate(worst.begin(), worst.end(), 0.0) / static_cast<double>(worst.size());
}

} // namespace scene
