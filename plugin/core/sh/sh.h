#pragma once

#include "core/sh/vec3.h"

#include "probenorm/probenorm.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pn {

inline constexpr std::uint32_t kMaxBands = PN_MAX_BANDS;
inline constexpr std::size_t kShCount = std::size_t{kMaxBands} * kMaxBands;

using Rgb = std::array<double, 3>;
using ShBasis = std::array<double, kShCount>;

inline Rgb multiplied(const Rgb& a, const Rgb& b)
{
    return {a[0] * b[0], a[1] * b[1], a[2] * b[2]};
}

// Canonical coefficients at working precision: sums and products are made in double, and roundSh() rounds once.
struct ShSet
{
    std::uint32_t bands = 0;
    std::array<Rgb, kShCount> rgb{};

    std::size_t count() const { return std::size_t{bands} * bands; }
};

// The band l of each index l * (l + 1) + m.
inline constexpr std::array<std::uint32_t, kShCount> kBandOf = {0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3,
                                                                3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4};

// Normalization constants of the real harmonics, each the double nearest to the formula (docs/math.md, section 1).
// With sin(m phi) and cos(m phi) written out, m and -m share one constant.
namespace norm {
inline constexpr double kL0 = 0.28209479177387814;   // 1/2 sqrt(1 / pi)
inline constexpr double kL1 = 0.4886025119029199;    // 1/2 sqrt(3 / pi)
inline constexpr double kL2M1 = 1.0925484305920792;  // 1/2 sqrt(15 / pi)
inline constexpr double kL2M0 = 0.31539156525252;    // 1/4 sqrt(5 / pi)
inline constexpr double kL2M2 = 0.5462742152960396;  // 1/4 sqrt(15 / pi)
inline constexpr double kL3M0 = 0.3731763325901154;  // 1/4 sqrt(7 / pi)
inline constexpr double kL3M1 = 0.4570457994644657;  // 1/4 sqrt(21 / (2 pi))
inline constexpr double kL3M2 = 1.4453057213202771;  // 1/4 sqrt(105 / pi)
inline constexpr double kL3M3 = 0.5900435899266435;  // 1/4 sqrt(35 / (2 pi))
inline constexpr double kL4M0 = 0.10578554691520431; // 3/16 sqrt(1 / pi)
inline constexpr double kL4M1 = 0.6690465435572892;  // 3/4 sqrt(5 / (2 pi))
inline constexpr double kL4M2 = 0.47308734787878;    // 3/8 sqrt(5 / pi)
inline constexpr double kL4M3 = 1.7701307697799304;  // 3/4 sqrt(35 / (2 pi))
inline constexpr double kL4M4 = 0.6258357354491761;  // 3/16 sqrt(35 / pi)
} // namespace norm

// All 25 harmonics along a unit direction.
ShBasis evaluateBasis(const Vec3& d);

ShSet widenSh(const PnSh& sh);
PnSh roundSh(const ShSet& set); // rows beyond the bands are zero

// Multiplies each band l by weights[l]; there is one for every band of the set.
ShSet scaleBands(const ShSet& set, std::span<const double> weights);

// The first bands of a set; all of them where it has no more.
PnSh firstBands(const PnSh& sh, std::uint32_t bands);

// Weights of red, green and blue in a scalar.
using ChannelWeights = std::array<double, 3>;

inline constexpr ChannelWeights kRec709 = {0.2126, 0.7152, 0.0722};

// One channel of a set, or a weighted sum of its channels.
struct ScalarSh
{
    std::uint32_t bands = 0;
    std::array<double, kShCount> coefficients{};

    std::size_t count() const { return std::size_t{bands} * bands; }
};

ScalarSh channelOf(const ShSet& set, std::size_t channel);
ScalarSh weightedSum(const ShSet& set, const ChannelWeights& weights);
double evaluate(const ScalarSh& f, const Vec3& d);

// The mean over the sphere.
inline double average(const ScalarSh& f)
{
    return f.coefficients[0] * norm::kL0;
}

} // namespace pn
