#include "core/sh/evaluate.h"

#include "core/sh/basis.h"

namespace pn {

namespace {

template <std::uint32_t kBands>
Rgb evaluateBands(const ShSet& set, const Vec3& d)
{
    const auto basis = evaluateFirst<kBands>(d);
    Rgb sum{};
    for (std::size_t i = 0; i < basis.size(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
            sum[c] += set.rgb[i][c] * basis[i];
    return sum;
}

} // namespace

ShSet convolveWithCosine(const ShSet& radiance)
{
    return scaleBands(radiance, kCosineLobe);
}

Rgb evaluate(const ShSet& set, const Vec3& d)
{
    switch (set.bands)
    {
    case 1: return evaluateBands<1>(set, d);
    case 2: return evaluateBands<2>(set, d);
    case 3: return evaluateBands<3>(set, d);
    case 4: return evaluateBands<4>(set, d);
    default: return evaluateBands<5>(set, d);
    }
}

} // namespace pn
