#pragma once

#include "core/sh/sh.h"

namespace pn {

// Several directions at a time: as many as every processor has in a vector. gcc 12 keeps longer vectors in memory.
inline constexpr std::size_t kLanes = 2;
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));

// The harmonics of the first bands along a unit direction. A number is a double, or Lanes of them for several
// directions at a time.
template <std::uint32_t kBands, typename Number>
std::array<Number, std::size_t{kBands} * kBands> evaluateFirst(const Number& x, const Number& y, const Number& z)
{
    using namespace norm;
    std::array<Number, std::size_t{kBands} * kBands> basis;
    const auto set = [&basis](std::size_t first, const auto&... values) { ((basis[first++] = values), ...); };
    const Number xx = x * x, yy = y * y, zz = z * z;
    const Number sin2 = 2.0 * x * y, cos2 = xx - yy; // sin(m phi), cos(m phi) times sin^m theta
    const Number sin3 = y * (3.0 * xx - yy), cos3 = x * (xx - 3.0 * yy);
    const Number sin4 = 2.0 * sin2 * cos2, cos4 = cos2 * cos2 - sin2 * sin2;

    set(0, kL0 + Number{});
    if constexpr (kBands > 1)
        set(1, kL1 * y, kL1 * z, kL1 * x);
    if constexpr (kBands > 2)
        set(4, kL2M2 * sin2, kL2M1 * y * z, kL2M0 * (3.0 * zz - 1.0), kL2M1 * x * z, kL2M2 * cos2);
    if constexpr (kBands > 3)
        set(9, kL3M3 * sin3, kL3M2 * z * sin2, kL3M1 * y * (5.0 * zz - 1.0), kL3M0 * z * (5.0 * zz - 3.0),
            kL3M1 * x * (5.0 * zz - 1.0), kL3M2 * z * cos2, kL3M3 * cos3);
    if constexpr (kBands > 4)
        set(16, kL4M4 * sin4, kL4M3 * z * sin3, kL4M2 * sin2 * (7.0 * zz - 1.0), kL4M1 * y * z * (7.0 * zz - 3.0),
            kL4M0 * ((35.0 * zz - 30.0) * zz + 3.0), kL4M1 * x * z * (7.0 * zz - 3.0), kL4M2 * cos2 * (7.0 * zz - 1.0),
            kL4M3 * z * cos3, kL4M4 * cos4);
    return basis;
}

} // namespace pn
