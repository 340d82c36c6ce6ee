#pragma once

#include "core/moments.h"

namespace pn {

// An equirect map's frame is that of the +Z face: x = a, y = -b, z = c.
inline constexpr std::uint32_t kEquirectFace = 4;

using MomentFactors = std::array<double, kMaxMoments>;

// The canonical basis function l (l + 1) + m = coefficient as a polynomial in a face's own a, b, c: its factor for
// each of kMoments. Only moments of degree up to l occur, so fewer bands are a prefix of more.
MomentFactors momentFactors(std::uint32_t coefficient, std::uint32_t face);

} // namespace pn
