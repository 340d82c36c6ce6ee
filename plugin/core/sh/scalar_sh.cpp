#include "core/sh/scalar_sh.h"

namespace pn {

ScalarSh channelOf(const ShSet& set, std::size_t channel)
{
    ScalarSh f{set.bands, {}};
    for (std::size_t i = 0; i < set.count(); ++i)
        f.coefficients[i] = set.rgb[i][channel];
    return f;
}

ScalarSh weightedSum(const ShSet& set, const ChannelWeights& weights)
{
    ScalarSh f{set.bands, {}};
    for (std::size_t i = 0; i < set.count(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
            f.coefficients[i] += weights[c] * set.rgb[i][c];
    return f;
}

double evaluate(const ScalarSh& f, const Vec3& d)
{
    const ShBasis basis = evaluateBasis(d);
    double sum = 0.0;
    for (std::size_t i = 0; i < f.count(); ++i)
        sum += f.coefficients[i] * basis[i];
    return sum;
}

} // namespace pn
