#include "sh/compare.h"

#include "support/library_result.h"

#include <algorithm>
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

std::vector<float> irradianceOf(const PnSh& sh, const std::vector<float>& directions)
{
    std::vector<float> rgb(directions.size());
    const auto count = static_cast<std::uint32_t>(directions.size() / 3);
    if (const PnResult result = pnEvaluateIrradiance(&sh, count, directions.data(), rgb.data()); result != PN_SUCCESS)
        throwResult(result, "cannot evaluate");
    return rgb;
}

double irradianceDifference(const PnSh& a, const PnSh& b, double largestL00)
{
    const std::vector<float> directions = spiralDirections();
    const std::vector<float> rgbA = irradianceOf(a, directions);
    const std::vector<float> rgbB = irradianceOf(b, directions);
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

} // namespace pn::cli
