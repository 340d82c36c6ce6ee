#pragma once

#include "probenorm/probenorm.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pn {

// What a lobe gives light from a direction, where the surface is seen along its normal: V = N = R. It depends on the
// angle between R and the light alone, and its integral over the sphere is 1.
//
//   q       the squared distance of the two unit vectors, 2 (1 - c) for c = R.L
//   GGX     D(h) c with (N.h)^2 = (1 + c) / 2 = 1 - q / 4, D = a^2 / (pi ((N.h)^2 (a^2 - 1) + 1)^2)
//           (Walter et al. 2007; the weight c is that of the split sum, Karis 2013), a = roughness^2
//   cosine  c / pi
//   Charlie D(h) c with D = (2 + 1 / a) sin(theta_h)^(1 / a) / (2 pi) (Estevez and Kulla 2017)
//
// Everything is made of additions, multiplications, divisions and square roots, so that every machine has the same
// bits.
class LobeDensity
{
public:
    LobeDensity(PnLobe lobe, double roughness);

    // GGX and the cosine at a squared distance q of 0 to 2, where the cosine is 1 - q / 2: scale cosine / (alpha2 +
    // slope q)^2.
    struct Ggx
    {
        double scale = 1;
        double alpha2 = 0;
        double slope = 0; // (1 - a^2) / 4
    };
    const Ggx& ggx() const { return m_ggx; }
    double width() const { return m_width; } // of the peak, or of cloth's ring, in radians
    bool isCloth() const { return m_lobe == PN_LOBE_CHARLIE; }

    // At a squared distance of 0 to 4; 0 from 2 on, behind the horizon.
    double at(double q) const
    {
        if (q >= kHorizon)
            return 0;
        if (isCloth())
            return clothAt(q);
        const double t = m_ggx.alpha2 + m_ggx.slope * q;
        return m_ggx.scale * (1 - q / 2) / (t * t);
    }

    // The angle, in radians, over which the density changes at a squared distance q; for cloth, whose ring of light
    // lies next to the horizon, at (q / 2 - 1)^2.
    double scaleAt(double q) const { return std::sqrt(q + m_width * m_width); }

    // How fast it falls to 0 at the horizon, per radian.
    double horizonSlope() const { return m_horizonSlope; }

private:
    static constexpr double kHorizon = 2; // q where c = 0

    // Cubic polynomials for Charlie's density, whose power is slow: wrong by 2e-7 of its peak at most. They begin where
    // the square root, which the power is at a roughness of 1, is smooth.
    static constexpr std::size_t kClothPieces = 1024;
    static constexpr double kClothPerQ = kClothPieces / kHorizon, kClothBegin = 1.0 / 16;

    double unscaled(double q) const;
    void makeClothPieces();

    double clothAt(double q) const
    {
        if (q < kClothBegin)
            return m_scale * unscaled(q);
        const auto piece = static_cast<std::size_t>(q * kClothPerQ);
        const double t = q * kClothPerQ - static_cast<double>(piece);
        const std::array<double, 4>& k = m_cloth[piece];
        return ((k[3] * t + k[2]) * t + k[1]) * t + k[0];
    }

    PnLobe m_lobe;
    Ggx m_ggx;
    double m_exponent = 0; // Charlie: 1 / (2 a)
    double m_width = 0;    // of the peak
    double m_horizonSlope = 0;
    double m_scale = 1;
    std::vector<std::array<double, 4>> m_cloth; // of each piece, the constant first; empty but for Charlie
};

} // namespace pn
