#pragma once

#include "probenorm/probenorm.h"

#include <array>
#include <cstdint>

namespace pn {

using RgbBits = std::array<std::uint32_t, 3>; // three channels as the bits of float32

std::uint32_t formatBytes(PnFormat format); // 0 for an unknown format

// The 256 values of an 8-bit channel as float32, rounded once.
const std::array<float, 256>& unormTable();
const std::array<float, 256>& srgbTable();

// What becomes of special values, decided on integer bits so that every backend agrees (docs/math.md, section 6).
struct TexelPolicy
{
    static constexpr std::uint32_t kNoMaximum = 0x7fffffff;

    bool zeroNegative = false;
    std::uint32_t maximumBits = kNoMaximum; // float32 bits of the largest magnitude

    bool operator==(const TexelPolicy&) const = default;
    bool clamps() const { return maximumBits != kNoMaximum; }
};

struct TexelFlags
{
    bool nonFinite = false;
    bool negative = false;
    bool clamped = false;

    bool any() const { return nonFinite || negative || clamped; }
};

} // namespace pn
