#include "core/sh/evaluate.h"

namespace pn {

ShSet convolveWithCosine(const ShSet& radiance)
{
    return scaleBands(radiance, kCosineLobe);
}

Rgb evaluate(const ShSet& set, const Vec3& d)
{
    const ShBasis basis = evaluateBasis(d);
    Rgb sum{};
    for (std::size_t i = 0; i < set.count(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
            sum[c] += set.rgb[i][c] * basis[i];
    return sum;
}

} // namespace pn
