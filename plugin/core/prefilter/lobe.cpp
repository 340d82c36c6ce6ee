#include "core/prefilter/lobe.h"

#include "core/prefilter/power.h"
#include "core/prefilter/quadrature.h"

#include <algorithm>
#include <numbers>

namespace pn {
namespace {

constexpr double kLeastRoughness = 0.01; // a texel of 8192 is wider than this lobe
constexpr double kLeastClothRoughness = 0.1f;

} // namespace

LobeDensity::LobeDensity(PnLobe lobe, double roughness) : m_lobe(lobe)
{
    const double least = lobe == PN_LOBE_CHARLIE ? kLeastClothRoughness : kLeastRoughness;
    const double alpha = std::max(roughness, least) * std::max(roughness, least);
    switch (lobe)
    {
    case PN_LOBE_CHARLIE:
        m_exponent = 0.5 / alpha;
        m_width = std::sqrt(alpha);
        break;
    case PN_LOBE_COSINE:
        m_ggx.alpha2 = 1; // GGX of roughness 1
        m_width = 2;
        break;
    default:
        m_ggx.alpha2 = alpha * alpha;
        m_ggx.slope = (1 - m_ggx.alpha2) / 4;
        m_width = 2 * alpha;
    }
    // The integral over the sphere is pi times that over q. Its panels double in width from the axis on; each has
    // parts.
    constexpr int kParts = 16;
    constexpr int kPanels = 60;
    double integral = 0, begin = kHorizon;
    for (int panel = 0; panel < kPanels; ++panel)
    {
        begin /= 2;
        const double width = begin / kParts;
        for (int part = 0; part < kParts; ++part)
            integral += width * gauss(8, [&](double t) { return unscaled(begin + (part + t) * width); });
    }
    m_scale = 1 / (std::numbers::pi * integral);
    m_ggx.scale = m_scale * m_ggx.alpha2;
    constexpr double kStep = 1.0 / 1024;
    m_horizonSlope = m_scale * unscaled(kHorizon - 2 * kStep) / kStep;
    if (lobe == PN_LOBE_CHARLIE)
        makeClothPieces();
}

// Each piece has the density and its slope at both of its ends.
void LobeDensity::makeClothPieces()
{
    const auto valueAt = [&](std::size_t end) { return m_scale * unscaled(static_cast<double>(end) / kClothPerQ); };
    const auto slopeAt = [&](std::size_t end) {                                           // per piece
        const double q = static_cast<double>(std::max(end, std::size_t{1})) / kClothPerQ; // 0 is not used
        return m_scale * power(q / 4, m_exponent) * ((1 - q / 2) * m_exponent / q - 0.5) / kClothPerQ;
    };
    m_cloth.reserve(kClothPieces);
    for (std::size_t piece = 0; piece < kClothPieces; ++piece)
    {
        const double begin = valueAt(piece), rise = valueAt(piece + 1) - begin;
        const double first = slopeAt(piece), last = slopeAt(piece + 1);
        m_cloth.push_back({begin, first, 3 * rise - 2 * first - last, first + last - 2 * rise});
    }
}

double LobeDensity::unscaled(double q) const
{
    const double cosine = 1 - q / 2;
    if (m_lobe == PN_LOBE_CHARLIE)
        return q > 0 ? cosine * power(q / 4, m_exponent) : 0;
    const double t = m_ggx.alpha2 + m_ggx.slope * q;
    return cosine * m_ggx.alpha2 / (t * t);
}

} // namespace pn
