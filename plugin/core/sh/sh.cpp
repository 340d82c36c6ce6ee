#include "core/sh/sh.h"

#include "core/sh/basis.h"

#include <algorithm>

namespace pn {

ShBasis evaluateBasis(const Vec3& d)
{
    return evaluateFirst<kMaxBands>(d.x, d.y, d.z);
}

ShSet widenSh(const PnSh& sh)
{
    ShSet set{sh.bands, {}};
    for (std::size_t i = 0; i < set.count(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
            set.rgb[i][c] = sh.rgb[i][c];
    return set;
}

PnSh roundSh(const ShSet& set)
{
    PnSh sh{};
    sh.bands = set.bands;
    for (std::size_t i = 0; i < set.count(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
            sh.rgb[i][c] = static_cast<float>(set.rgb[i][c]);
    return sh;
}

ShSet scaleBands(const ShSet& set, std::span<const double> weights)
{
    ShSet scaled = set;
    for (std::size_t i = 0; i < scaled.count(); ++i)
        for (double& channel : scaled.rgb[i])
            channel *= weights[kBandOf[i]];
    return scaled;
}

PnSh firstBands(const PnSh& sh, std::uint32_t bands)
{
    ShSet set = widenSh(sh);
    set.bands = std::min(set.bands, bands);
    return roundSh(set);
}

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
