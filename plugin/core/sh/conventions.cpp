#include "core/sh/conventions.h"

#include "core/sh/evaluate.h"

#include <numbers>

namespace pn {
namespace {

constexpr std::uint32_t kFixedBands = 3;
constexpr std::size_t kFixedCount = 9;
constexpr std::size_t kVectorFloats = 28;

using enum Quantity;
using enum Signs;
using enum Packing;

// Sources and layouts, row by row, are in docs/conventions.md.
constexpr std::array<Convention, PN_CONVENTION_COUNT> kConventions = {{
    {"canonical", Radiance, Positive, SlotOrder::Canonical, Interleaved, true},
    {"unity", IrradiancePolynomial, Positive, SlotOrder::Canonical, ChannelMajor, false},
    {"unity-sha", IrradiancePolynomial, Positive, SlotOrder::Canonical, ShaderVectors, false},
    {"unreal", Radiance, CondonShortley, SlotOrder::Canonical, ChannelMajor, false},
    {"unreal-packed", IrradiancePolynomial, Positive, SlotOrder::Canonical, ShaderVectors, false},
    {"filament", IrradiancePolynomial, Positive, SlotOrder::Canonical, Interleaved, false},
    {"filament-radiance", Radiance, CondonShortley, SlotOrder::Canonical, Interleaved, true},
    {"godot", RadianceOverPi, Positive, SlotOrder::Canonical, Interleaved, false},
    {"three", Radiance, Positive, SlotOrder::Canonical, Interleaved, false},
    {"babylon", Irradiance, CondonShortley, SlotOrder::Canonical, Interleaved, false},
    {"playcanvas", PlayCanvasPolynomial, Positive, SlotOrder::PlayCanvas, Interleaved, false},
    {"directxmath", Radiance, CondonShortley, SlotOrder::Canonical, ChannelMajor, true},
    {"google", Radiance, CondonShortley, SlotOrder::Canonical, Interleaved, true},
    {"cmft", Radiance, CondonShortley, SlotOrder::Canonical, Interleaved, true},
    {"eevee", Radiance, CondonShortley, SlotOrder::Canonical, Interleaved, false},
}};

struct Axes
{
    const char* name = nullptr;
    Mat3 matrix;
};

constexpr std::array<Axes, PN_AXES_COUNT> kAxes = {{
    {"keep", {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}},
    {"unreal", {{{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}}},
    {"zup", {{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}}}},
    {"mirror-x", {{{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}},
    {"mirror-z", {{{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}}},
}};

constexpr std::array<std::size_t, kFixedCount> kPlayCanvasOrder = {0, 3, 1, 2, 7, 5, 4, 6, 8};

// The constants of the polynomials 1 y z x xy yz 3zz-1 xz xx-yy.
constexpr std::array<double, kFixedCount> kPolynomial = {norm::kL0,   norm::kL1,   norm::kL1,   norm::kL1,  norm::kL2M1,
                                                         norm::kL2M1, norm::kL2M0, norm::kL2M1, norm::kL2M2};

double quantityScale(Quantity quantity, std::size_t index)
{
    const double lobe = kCosineLobe[kBandOf[index]];
    switch (quantity)
    {
    case Quantity::Radiance: return 1.0;
    case Quantity::RadianceOverPi: return std::numbers::inv_pi;
    case Quantity::Irradiance: return lobe;
    case Quantity::IrradiancePolynomial: return lobe * kPolynomial[index];
    case Quantity::PlayCanvasPolynomial: return lobe * kPolynomial[index] * (16.0 * std::numbers::pi / 51.0);
    }
    return 0.0;
}

// What one canonical coefficient is multiplied by.
double scaleOf(const Convention& convention, std::size_t index)
{
    const bool oddOrder = index % 2 == 1; // l (l + 1) is even, so m = index - l (l + 1) is odd where the index is
    const double sign = convention.signs == Signs::CondonShortley && oddOrder ? -1.0 : 1.0;
    return sign * quantityScale(convention.quantity, index);
}

std::size_t indexInSlot(const Convention& convention, std::size_t slot)
{
    return convention.order == SlotOrder::PlayCanvas ? kPlayCanvasOrder[slot] : slot;
}

std::size_t slotCount(const Convention& convention, std::uint32_t bands)
{
    return convention.holdsAnyBands ? std::size_t{bands} * bands : kFixedCount;
}

// Where channel c of a slot lies among the floats.
std::size_t position(const Convention& convention, std::size_t slots, std::size_t slot, std::size_t c)
{
    return convention.packing == Packing::ChannelMajor ? c * slots + slot : slot * 3 + c;
}

using Slots = std::array<Rgb, kShCount>;

// Evaluated as dot(SHA, (n, 1)) + dot(SHB, (xy, yz, zz, zx)) + SHC (xx - yy); 3zz - 1 is split between SHB and SHA.
void packVectors(const Slots& p, std::span<float> values)
{
    const auto put = [values](std::size_t vector, const std::array<double, 4>& xyzw) {
        for (std::size_t i = 0; i < 4; ++i)
            values[vector * 4 + i] = static_cast<float>(xyzw[i]);
    };
    for (std::size_t c = 0; c < 3; ++c)
    {
        put(c, {p[3][c], p[1][c], p[2][c], p[0][c] - p[6][c]});
        put(3 + c, {p[4][c], p[5][c], 3.0 * p[6][c], p[7][c]});
    }
    put(6, {p[8][0], p[8][1], p[8][2], 1.0});
}

Slots unpackVectors(std::span<const float> values)
{
    Slots p{};
    for (std::size_t c = 0; c < 3; ++c)
    {
        const auto a = values.subspan(c * 4, 4);
        const auto b = values.subspan((3 + c) * 4, 4);
        const double zonal = b[2] / 3.0;
        const std::array<double, kFixedCount> channel = {a[3] + zonal, a[1],  a[2], a[0],          b[0],
                                                         b[1],         zonal, b[3], values[24 + c]};
        for (std::size_t i = 0; i < kFixedCount; ++i)
            p[i][c] = channel[i];
    }
    return p;
}

} // namespace

const Convention* findConvention(PnConvention convention)
{
    const bool isKnown = convention >= 0 && convention < PN_CONVENTION_COUNT;
    return isKnown ? &kConventions[static_cast<std::size_t>(convention)] : nullptr;
}

const char* axesName(PnAxes axes)
{
    return axes >= 0 && axes < PN_AXES_COUNT ? kAxes[static_cast<std::size_t>(axes)].name : nullptr;
}

Mat3 axesMatrix(PnAxes axes)
{
    return kAxes[static_cast<std::size_t>(axes)].matrix;
}

std::uint32_t floatCount(const Convention& convention, std::uint32_t bands)
{
    const std::uint32_t most = convention.holdsAnyBands ? kMaxBands : kFixedBands;
    if (bands < 1 || bands > most)
        return 0;
    if (convention.packing == Packing::ShaderVectors)
        return kVectorFloats;
    return static_cast<std::uint32_t>(slotCount(convention, bands) * 3);
}

void toConvention(const ShSet& set, const Convention& convention, std::span<float> values)
{
    const std::size_t slots = slotCount(convention, set.bands);
    Slots stored{};
    for (std::size_t slot = 0; slot < slots; ++slot)
    {
        const std::size_t index = indexInSlot(convention, slot);
        for (std::size_t c = 0; c < 3; ++c)
            stored[slot][c] = set.rgb[index][c] * scaleOf(convention, index);
    }
    if (convention.packing == Packing::ShaderVectors)
        return packVectors(stored, values);
    for (std::size_t slot = 0; slot < slots; ++slot)
        for (std::size_t c = 0; c < 3; ++c)
            values[position(convention, slots, slot, c)] = static_cast<float>(stored[slot][c]);
}

ShSet fromConvention(const Convention& convention, std::uint32_t bands, std::span<const float> values)
{
    const std::size_t slots = slotCount(convention, bands);
    Slots stored{};
    if (convention.packing == Packing::ShaderVectors)
        stored = unpackVectors(values);
    else
        for (std::size_t slot = 0; slot < slots; ++slot)
            for (std::size_t c = 0; c < 3; ++c)
                stored[slot][c] = values[position(convention, slots, slot, c)];

    ShSet set{bands, {}};
    for (std::size_t slot = 0; slot < slots; ++slot)
    {
        const std::size_t index = indexInSlot(convention, slot);
        if (index < set.count())
            for (std::size_t c = 0; c < 3; ++c)
                set.rgb[index][c] = stored[slot][c] / scaleOf(convention, index);
    }
    return set;
}

} // namespace pn
