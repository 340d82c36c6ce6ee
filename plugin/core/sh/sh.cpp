#include "core/sh/sh.h"

#include <algorithm>

namespace pn {

ShBasis evaluateBasis(const Vec3& d)
{
    using namespace norm;
    const double x = d.x, y = d.y, z = d.z;
    const double xx = x * x, yy = y * y, zz = z * z;
    const double sin2 = 2.0 * x * y, cos2 = xx - yy; // sin(m phi), cos(m phi) times sin^m theta
    const double sin3 = y * (3.0 * xx - yy), cos3 = x * (xx - 3.0 * yy);
    const double sin4 = 2.0 * sin2 * cos2, cos4 = cos2 * cos2 - sin2 * sin2;

    return {kL0,
            // l = 1
            kL1 * y, kL1 * z, kL1 * x,
            // l = 2
            kL2M2 * sin2, kL2M1 * y * z, kL2M0 * (3.0 * zz - 1.0), kL2M1 * x * z, kL2M2 * cos2,
            // l = 3
            kL3M3 * sin3, kL3M2 * z * sin2, kL3M1 * y * (5.0 * zz - 1.0), kL3M0 * z * (5.0 * zz - 3.0),
            kL3M1 * x * (5.0 * zz - 1.0), kL3M2 * z * cos2, kL3M3 * cos3,
            // l = 4
            kL4M4 * sin4, kL4M3 * z * sin3, kL4M2 * sin2 * (7.0 * zz - 1.0), kL4M1 * y * z * (7.0 * zz - 3.0),
            kL4M0 * ((35.0 * zz - 30.0) * zz + 3.0), kL4M1 * x * z * (7.0 * zz - 3.0), kL4M2 * cos2 * (7.0 * zz - 1.0),
            kL4M3 * z * cos3, kL4M4 * cos4};
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

} // namespace pn
