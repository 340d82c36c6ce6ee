#pragma once

#include "core/sh/sh.h"

#include <span>

namespace pn {

// The factor of one band (docs/math.md, section 3); 0 from l = width on, but for PN_WINDOW_GAUSS.
// PN_WINDOW_NONE is 1 and ignores the width.
double windowWeight(PnWindow window, double width, std::uint32_t band);

ShSet windowSh(const ShSet& set, PnWindow window, double width);

// De-ringing: the mildest Gaussian window (PN_WINDOW_GAUSS) that lifts the least value of some lights to a fraction of
// their average. Widths are multiples of 1 / kDeringSteps, so that the search is short and its result exact. See
// docs/normalization.md, section 4.
struct Dering
{
    std::uint32_t step = 0;     // the window's width in 1 / kDeringSteps; kDeringSteps changes nothing
    double minimumBefore = 0.0; // the least of all lights
    double minimumAfter = 0.0;
    double energyKept = 1.0; // share of the squared coefficients above band 0 that is left; 1 where there are none

    double width() const;
};

// One to three lights, one per channel. Lights whose average is not above zero are ignored: no window makes them
// positive.
Dering findDering(std::span<const ScalarSh> lights, double floor);

Dering describeDering(std::span<const ScalarSh> lights, std::uint32_t step);

ScalarSh windowScalar(const ScalarSh& light, double width);

// The same for a set of radiance coefficients, judged by the irradiance of its three channels as outSh rounds it.
Dering deringSh(const PnSh& radiance, double floor, PnSh& outSh);

} // namespace pn
