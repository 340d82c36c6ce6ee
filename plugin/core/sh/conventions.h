#pragma once

#include "core/sh/rotate.h"

#include <span>

namespace pn {

// What a convention's numbers are; docs/math.md, section 3, has the formulas.
enum class Quantity
{
    Radiance,             // the coefficients L_lm themselves
    RadianceOverPi,       // L_lm / pi
    Irradiance,           // coefficients of E / pi: L_lm A_l / pi
    IrradiancePolynomial, // E / pi as a polynomial in x y z: the harmonics' constants are multiplied in
    PlayCanvasPolynomial  // the same times 16 pi / 51, as that engine's projector has it
};

enum class Signs
{
    Positive,
    CondonShortley // minus for odd m
};

enum class SlotOrder
{
    Canonical, // slot l * (l + 1) + m
    PlayCanvas // 1 x y z xz yz xy 3zz-1 xx-yy
};

enum class Packing
{
    Interleaved,  // r g b of each slot
    ChannelMajor, // all slots of r, then of g, then of b
    ShaderVectors // seven float4: SHAr SHAg SHAb SHBr SHBg SHBb SHC
};

struct Convention
{
    const char* name;
    Quantity quantity;
    Signs signs;
    SlotOrder order;
    Packing packing;
    bool holdsAnyBands; // false: exactly three bands
};

// nullptr for an unknown value.
const Convention* findConvention(PnConvention convention);

// nullptr for an unknown value.
const char* axesName(PnAxes axes);

// Takes a direction of the cubemap to the receiving engine's axes. axes must be known.
Mat3 axesMatrix(PnAxes axes);

// 0 when the convention cannot hold that many bands.
std::uint32_t floatCount(const Convention& convention, std::uint32_t bands);

// Both need values.size() == floatCount(convention, bands) > 0.
void toConvention(const ShSet& set, const Convention& convention, std::span<float> values);
ShSet fromConvention(const Convention& convention, std::uint32_t bands, std::span<const float> values);

} // namespace pn
