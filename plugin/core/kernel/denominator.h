#pragma once

#include "core/sh/sh.h"

#include "shared/denominator.h"

#include <span>

namespace pn {

// The denominator of a cubemap: its own light as polynomials of the direction in each face's frame, de-ringed, and a
// floor. shaders/shared/denominator.h has the layout.
struct Denominator
{
    std::array<float, shared::kUsedWords> values{};
    std::uint32_t step = shared::kDeringSteps; // of the de-ringing window

    std::span<const float> polynomial(std::uint32_t channel, std::uint32_t face) const
    {
        return std::span(values).subspan(channel * shared::kChannelWords + face * shared::kPolynomialWords,
                                         shared::kPolynomialWords);
    }
    float floor(std::uint32_t channel) const { return values[shared::kFloorWord + channel]; }
};

// The CPU twin of denominator.comp. coefficients are canonical, at least 27 floats.
Denominator makeDenominator(const shared::DenominatorParams& params, std::span<const float> coefficients);

} // namespace pn
