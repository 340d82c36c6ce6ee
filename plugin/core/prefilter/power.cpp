#include "core/prefilter/power.h"

#include <cmath>
#include <numbers>

namespace pn {
namespace {

// log2 by its series about 1: 2 / ln 2 (t + t^3 / 3 + ...) with t = (x - 1) / (x + 1).
double log2Of(double x)
{
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent); // [1/2, 1)
    if (mantissa < std::numbers::sqrt2 / 2)
    {
        mantissa *= 2;
        --exponent;
    }
    const double t = (mantissa - 1) / (mantissa + 1); // |t| < 0.172
    double sum = 0;
    for (int k = 23; k >= 1; k -= 2)
        sum = sum * t * t + 1.0 / k;
    return exponent + 2 * std::numbers::log2e * t * sum;
}

// 2^x by the series of exp on [-1/2, 1/2] ln 2.
double exp2Of(double x)
{
    const double whole = std::floor(x + 0.5);
    const double t = (x - whole) * std::numbers::ln2;
    double sum = 1;
    for (int k = 16; k >= 1; --k)
        sum = 1 + sum * t / k;
    return std::ldexp(sum, int(whole));
}

} // namespace

double power(double x, double exponent)
{
    return exp2Of(exponent * log2Of(x));
}

} // namespace pn
