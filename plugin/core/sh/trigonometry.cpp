#include "core/sh/trigonometry.h"

#include <numbers>

namespace pn {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kTaylorTerms = 10; // (pi / 4)^21 / 21! is below 2^-72

// Taylor series, smallest term first, for |y| <= pi / 4.
double sineSeries(double y)
{
    double sum = 1.0;
    for (int k = kTaylorTerms; k > 0; --k)
        sum = 1.0 - y * y / ((2.0 * k) * (2.0 * k + 1.0)) * sum;
    return y * sum;
}

double cosineSeries(double y)
{
    double sum = 1.0;
    for (int k = kTaylorTerms; k > 0; --k)
        sum = 1.0 - y * y / ((2.0 * k - 1.0) * (2.0 * k)) * sum;
    return sum;
}

} // namespace

double sinPi(double x)
{
    const double fold = x > 0.5 ? 1.0 - x : x; // exact: x is at least half of 1
    return fold <= 0.25 ? sineSeries(kPi * fold) : cosineSeries(kPi * (0.5 - fold));
}

double cosPi(double x)
{
    const double fold = x > 0.5 ? 1.0 - x : x;
    const double value = fold <= 0.25 ? cosineSeries(kPi * fold) : sineSeries(kPi * (0.5 - fold));
    return x > 0.5 ? -value : value;
}

double atanSmall(double x)
{
    constexpr int kTerms = 8; // 0.11^19 / 19 is below 2^-64
    double sum = 0.0;
    for (int k = kTerms; k >= 0; --k)
        sum = 1.0 / (2.0 * k + 1.0) - x * x * sum;
    return x * sum;
}

} // namespace pn
