#include "run/compare.h"

#include "support/failure.h"

#include "image/texels/texel.h"

#include "probenorm/probenorm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace pn::cli {
namespace {

constexpr std::uint32_t kDirectionCount = 1024; // 6 degrees apart: finer than 5 bands vary

// Relative to the value that is compared with. Relative to zero, any difference is the largest number.
double ratio(double difference, double reference)
{
    if (difference == 0.0)
        return 0.0;
    return reference > 0.0 ? difference / reference : std::numeric_limits<float>::max();
}

// Evenly spread directions on a spiral of golden angles.
std::vector<float> spiralDirections()
{
    std::vector<float> directions;
    for (std::uint32_t i = 0; i < kDirectionCount; ++i)
    {
        const double y = 1.0 - (2.0 * i + 1.0) / kDirectionCount;
        const double radius = std::sqrt(1.0 - y * y);
        const double angle = i * std::numbers::pi * (3.0 - std::sqrt(5.0));
        for (const double value : {radius * std::cos(angle), y, radius * std::sin(angle)})
            directions.push_back(static_cast<float>(value));
    }
    return directions;
}

double irradianceDifference(const PnSh& a, const PnSh& b, double largestL00)
{
    const std::vector<float> directions = spiralDirections();
    const std::vector<float> rgbA = probenorm::evaluateIrradiance(a, directions);
    const std::vector<float> rgbB = probenorm::evaluateIrradiance(b, directions);
    double largest = 0.0;
    for (std::size_t i = 0; i < rgbA.size(); ++i)
        largest = std::max(largest, std::fabs(double{rgbA[i]} - double{rgbB[i]}));
    const double average = largestL00 * 0.5 * std::numbers::inv_sqrtpi; // L00 Y00
    return ratio(largest, average);
}

} // namespace

ShDifference compareSh(const PnSh& a, const PnSh& b)
{
    ShDifference result;
    double sum = 0.0;
    double largestL00 = 0.0;
    const std::uint32_t bands = std::max(a.bands, b.bands);
    for (std::uint32_t i = 0; i < bands * bands; ++i)
        for (std::uint32_t c = 0; c < 3; ++c)
        {
            const double difference = std::fabs(double{a.rgb[i][c]} - double{b.rgb[i][c]});
            sum += difference * difference;
            if (difference > result.maxAbs)
                result = {difference, i, c, 0.0, 0.0, 0.0};
            if (i == 0)
                largestL00 = std::max({largestL00, std::fabs(double{a.rgb[0][c]}), std::fabs(double{b.rgb[0][c]})});
        }
    result.relative = ratio(result.maxAbs, largestL00);
    result.rms = std::sqrt(sum / (3.0 * bands * bands));
    result.irradiance = irradianceDifference(a, b, largestL00);
    return result;
}

namespace {

constexpr double kRelativeFloor = 0.01; // of the mean; keeps noise in black corners out of relativeMse

using Channels = std::array<float, 3>;

Channels channels(const image::Rgb& rgb)
{
    return {rgb.r, rgb.g, rgb.b};
}

bool isFinite(const Channels& texel)
{
    return std::all_of(texel.begin(), texel.end(), [](float value) { return std::isfinite(value); });
}

bool isSame(const Channels& a, const Channels& b)
{
    for (std::size_t c = 0; c < 3; ++c)
        if (a[c] != b[c] && !(std::isnan(a[c]) && std::isnan(b[c])))
            return false;
    return true;
}

// Calls visit(x, y, a, b) for each texel.
template <typename Visit>
void forEachTexel(const image::Image& a, const image::Image& b, Visit&& visit)
{
    std::vector<image::Rgb> rowA(a.width);
    std::vector<image::Rgb> rowB(a.width);
    for (std::uint32_t y = 0; y < a.height; ++y)
    {
        image::decodeRow(a.format, a.row(y), a.width, rowA.data());
        image::decodeRow(b.format, b.row(y), b.width, rowB.data());
        for (std::uint32_t x = 0; x < a.width; ++x)
            visit(x, y, channels(rowA[x]), channels(rowB[x]));
    }
}

double meanMagnitude(const image::Image& image)
{
    double sum = 0.0;
    std::uint64_t count = 0;
    forEachTexel(image, image, [&](std::uint32_t, std::uint32_t, const Channels& texel, const Channels&) {
        for (const float value : texel)
        {
            sum += std::isfinite(value) ? std::fabs(double{value}) : 0.0;
            count += std::isfinite(value) ? 1 : 0;
        }
    });
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
}

void requireSameShape(const image::Environment& a, const image::Environment& b)
{
    if (a.kind == b.kind && a.image.width == b.image.width && a.image.height == b.image.height)
        return;
    const auto shape = [](const image::Environment& environment) { return shapeText(describe(environment)); };
    throw Failure(Exit::InvalidInput,
                  fmt::format("{}: cannot be compared with {}: {} and {}", a.path, b.path, shape(a), shape(b)));
}

} // namespace

ImageDifference compareImages(const image::Environment& a, const image::Environment& b)
{
    requireSameShape(a, b);
    const std::uint32_t faceRows = a.kind == image::Kind::Cubemap ? a.image.width : a.image.height;
    ImageDifference result;
    const double floor = kRelativeFloor * meanMagnitude(a.image);
    double squares = 0.0;
    double relative = 0.0;
    std::uint64_t count = 0; // of channels
    forEachTexel(a.image, b.image,
                 [&](std::uint32_t x, std::uint32_t y, const Channels& texelA, const Channels& texelB) {
                     if (!isFinite(texelA) || !isFinite(texelB))
                     {
                         result.nonFiniteTexels += isSame(texelA, texelB) ? 0 : 1;
                         return;
                     }
                     for (std::size_t c = 0; c < 3; ++c)
                     {
                         const double valueA = texelA[c];
                         const double valueB = texelB[c];
                         const double difference = std::fabs(valueA - valueB);
                         const double square = difference * difference;
                         ++count;
                         squares += square;
                         if (square > 0.0)
                             relative += square / (0.5 * (valueA * valueA + valueB * valueB) + floor * floor);
                         if (difference <= result.maxAbs)
                             continue;
                         result.maxAbs = difference;
                         result.worst = {y / faceRows, x, y % faceRows};
                     }
                 });
    if (count > 0)
    {
        result.rms = std::sqrt(squares / static_cast<double>(count));
        result.relativeMse = relative / static_cast<double>(count);
    }
    return result;
}

} // namespace pn::cli
