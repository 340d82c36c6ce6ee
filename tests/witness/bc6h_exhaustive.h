// The least error of a block of BC6H, unsigned, by a search over all modes and shapes: for each, lines by least
// squares, then every endpoint's channel moved by itself for as long as this gains, with the best index of every texel.
// It shares the format's tables with the product, no arithmetic.
#pragma once

#include "core/kernel/bc6h_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace pn::witness {

using Texels16 = std::array<std::array<std::int32_t, 3>, 16>; // bits of halves

class ExhaustiveBc6h
{
public:
    explicit ExhaustiveBc6h(const Texels16& texels) : m_texels(texels) {}

    std::int64_t leastError()
    {
        std::int64_t least = INT64_MAX;
        for (const bc6h::Mode& mode : bc6h::kModes)
            for (std::uint32_t shape = 0; shape < (mode.hasTwoSubsets ? 32u : 1u); ++shape)
                least = std::min(least, leastError(mode, mode.hasTwoSubsets ? bc6h::kShapes[shape] : 0u,
                                                   mode.hasTwoSubsets ? bc6h::kAnchors[shape] : 0u));
        return least;
    }

private:
    using Ends = std::array<std::array<std::int32_t, 3>, 4>;
    using Indices = std::array<std::uint32_t, 16>;

    static std::int32_t decoded(std::int32_t q, std::uint32_t bits)
    {
        if (bits == 16 || q == 0)
            return q;
        return q == (1 << bits) - 1 ? 0xFFFF : (q * 65536 + 0x8000) / (1 << bits);
    }

    static std::int32_t nearest(double half, std::uint32_t bits)
    {
        const double wide = std::clamp((half + 0.5) * 64 / 31, 0.0, 65535.0);
        const auto q = std::int32_t(wide * (1 << bits) / 65536);
        return std::clamp(q, 0, (1 << bits) - 1);
    }

    static bool fits(const bc6h::Mode& mode, const Ends& ends, std::uint32_t count)
    {
        for (std::uint32_t e = 0; e < count; ++e)
            for (std::uint32_t c = 0; c < 3; ++c)
            {
                if (ends[e][c] < 0 || ends[e][c] >= 1 << mode.endpointBits)
                    return false;
                const std::int32_t bound = 1 << (mode.deltaBits[c] - 1), delta = ends[e][c] - ends[0][c];
                if (e > 0 && mode.isDelta && (delta < -bound || delta >= bound))
                    return false;
            }
        return true;
    }

    // The best indices and their error.
    std::int64_t errorOf(const bc6h::Mode& mode, std::uint32_t shape, std::uint32_t anchor, const Ends& ends,
                         Indices* indices = nullptr) const
    {
        const std::uint32_t count = mode.hasTwoSubsets ? 8 : 16;
        std::array<std::array<std::array<std::int32_t, 3>, 16>, 2> palettes;
        for (std::uint32_t s = 0; s < (mode.hasTwoSubsets ? 2u : 1u); ++s)
            for (std::uint32_t i = 0; i < count; ++i)
                for (std::uint32_t c = 0; c < 3; ++c)
                {
                    const std::int32_t weight = mode.hasTwoSubsets ? bc6h::kWeights3[i] : bc6h::kWeights4[i];
                    const std::int32_t value = decoded(ends[2 * s][c], mode.endpointBits) * (64 - weight) +
                                               decoded(ends[2 * s + 1][c], mode.endpointBits) * weight + 32;
                    palettes[s][i][c] = value / 64 * 31 / 64;
                }
        std::int64_t total = 0;
        for (std::uint32_t t = 0; t < 16; ++t)
        {
            const bool isAnchor = t == 0 || (mode.hasTwoSubsets && t == anchor);
            const auto& palette = palettes[mode.hasTwoSubsets ? shape >> t & 1 : 0];
            std::int64_t least = INT64_MAX;
            for (std::uint32_t i = 0; i < (isAnchor ? count / 2 : count); ++i)
            {
                std::int64_t error = 0;
                for (std::uint32_t c = 0; c < 3; ++c)
                    error += std::int64_t{palette[i][c] - m_texels[t][c]} * (palette[i][c] - m_texels[t][c]);
                if (error < least && indices != nullptr)
                    (*indices)[t] = i;
                least = std::min(least, error);
            }
            total += least;
        }
        return total;
    }

    // Ends of a line through a subset: along the diagonal of its box that its channels' covariances choose.
    void boxEnds(std::uint32_t members, std::array<double, 3>& from, std::array<double, 3>& to) const
    {
        std::array<double, 3> mean{}, low{}, high{};
        double n = 0;
        for (std::uint32_t t = 0; t < 16; ++t)
            if ((members >> t & 1) != 0)
            {
                for (std::uint32_t c = 0; c < 3; ++c)
                {
                    low[c] = n == 0 ? m_texels[t][c] : std::min<double>(low[c], m_texels[t][c]);
                    high[c] = n == 0 ? m_texels[t][c] : std::max<double>(high[c], m_texels[t][c]);
                    mean[c] += m_texels[t][c];
                }
                ++n;
            }
        std::uint32_t widest = 0;
        for (std::uint32_t c = 0; c < 3; ++c)
            widest = high[c] - low[c] > high[widest] - low[widest] ? c : widest;
        for (std::uint32_t c = 0; c < 3; ++c)
        {
            double covariance = 0;
            for (std::uint32_t t = 0; t < 16; ++t)
                if ((members >> t & 1) != 0)
                    covariance += (m_texels[t][c] - mean[c] / n) * (m_texels[t][widest] - mean[widest] / n);
            from[c] = covariance < 0 ? high[c] : low[c];
            to[c] = covariance < 0 ? low[c] : high[c];
        }
    }

    void leastSquares(std::uint32_t members, const Indices& indices, double last, std::array<double, 3>& from,
                      std::array<double, 3>& to) const
    {
        double n = 0, x = 0, xx = 0;
        std::array<double, 3> y{}, xy{};
        for (std::uint32_t t = 0; t < 16; ++t)
            if ((members >> t & 1) != 0)
            {
                const double place = indices[t] / last;
                n += 1;
                x += place;
                xx += place * place;
                for (std::uint32_t c = 0; c < 3; ++c)
                {
                    y[c] += m_texels[t][c];
                    xy[c] += place * m_texels[t][c];
                }
            }
        const double scale = n * xx - x * x;
        for (std::uint32_t c = 0; c < 3 && scale > 1e-9; ++c)
        {
            const double slope = (n * xy[c] - x * y[c]) / scale;
            from[c] = (y[c] - slope * x) / n;
            to[c] = from[c] + slope;
        }
    }

    static Ends quantized(const bc6h::Mode& mode, const std::array<std::array<double, 3>, 4>& lines)
    {
        Ends ends{};
        for (std::uint32_t e = 0; e < 4; ++e)
            for (std::uint32_t c = 0; c < 3; ++c)
            {
                ends[e][c] = nearest(lines[e][c], mode.endpointBits);
                const std::int32_t bound = 1 << (mode.deltaBits[c] - 1);
                if (mode.isDelta && e > 0)
                    ends[e][c] = std::clamp(ends[e][c], ends[0][c] - bound, ends[0][c] + bound - 1);
            }
        return ends;
    }

    std::int64_t leastError(const bc6h::Mode& mode, std::uint32_t shape, std::uint32_t anchor) const
    {
        const std::uint32_t subsets = mode.hasTwoSubsets ? 2 : 1;
        const std::uint32_t members[2] = {mode.hasTwoSubsets ? ~shape : ~0u, shape};
        std::array<std::array<double, 3>, 4> lines{};
        for (std::uint32_t s = 0; s < subsets; ++s)
        {
            boxEnds(members[s], lines[2 * s], lines[2 * s + 1]);
            orient(s == 0 ? 0 : anchor, lines[2 * s], lines[2 * s + 1]);
        }
        std::int64_t best = INT64_MAX;
        Ends ends{};
        for (int round = 0; round < 6; ++round)
        {
            const Ends tried = quantized(mode, lines);
            Indices indices{};
            const std::int64_t error = errorOf(mode, shape, anchor, tried, &indices);
            if (error < best)
            {
                best = error;
                ends = tried;
            }
            for (std::uint32_t s = 0; s < subsets; ++s)
            {
                leastSquares(members[s], indices, mode.hasTwoSubsets ? 7.0 : 15.0, lines[2 * s], lines[2 * s + 1]);
                orient(s == 0 ? 0 : anchor, lines[2 * s], lines[2 * s + 1]);
            }
        }
        return descended(mode, shape, anchor, ends, best);
    }

    void orient(std::uint32_t anchor, std::array<double, 3>& from, std::array<double, 3>& to) const
    {
        double side = 0;
        for (std::uint32_t c = 0; c < 3; ++c)
            side += (2 * m_texels[anchor][c] - from[c] - to[c]) * (to[c] - from[c]);
        if (side > 0)
            std::swap(from, to);
    }

    std::int64_t descended(const bc6h::Mode& mode, std::uint32_t shape, std::uint32_t anchor, Ends ends,
                           std::int64_t best) const
    {
        const std::uint32_t count = mode.hasTwoSubsets ? 4 : 2;
        for (bool gains = true; gains;)
        {
            gains = false;
            for (std::uint32_t e = 0; e < count; ++e)
                for (std::uint32_t c = 0; c < 3; ++c)
                    for (const std::int32_t step : {-4, -2, -1, 1, 2, 4})
                    {
                        Ends tried = ends;
                        tried[e][c] += step;
                        if (!fits(mode, tried, count))
                            continue;
                        const std::int64_t error = errorOf(mode, shape, anchor, tried);
                        if (error >= best)
                            continue;
                        best = error;
                        ends = tried;
                        gains = true;
                    }
        }
        return best;
    }

    const Texels16& m_texels;
};

} // namespace pn::witness
