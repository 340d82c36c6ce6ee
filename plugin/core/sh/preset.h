// Presets: the normalization formulas of games and engines, and our own, as tables of values.
// docs/normalization.md, section 2, has each formula and its source.
#pragma once

#include "core/sh/sh.h"

namespace pn {

struct Preset
{
    const char* name;
    PnNormalization values; // every field is set; version is that of the formula
    ChannelWeights brightness = kRec709;
    const char* cannotDivide = nullptr; // why texels cannot be divided by it; null if they can
    bool needsNormal = false;           // otherwise a surface without a normal uses its reflection direction alone
    bool usesAverages = false;          // uses only averages of the probe's light
    bool needsAverage = false;      // needs the average of the local light, so light along two directions is not enough
    bool needsCoefficients = false; // of the probe; otherwise the luminance of its light along the lookup is enough
    bool isFactor = true;           // the reflection is a multiple of the probe's
    double least = 0x1p-24;         // least denominator; the smallest half float: darker light counts as black
};

const Preset* findPreset(PnPreset preset); // null for an unknown one

// The preset of a resolved normalization.
const Preset& presetOf(const PnNormalization& normalization);

// Replaces each 0 by the preset's own value. Throws Error(PN_ERROR_INVALID_ARGUMENT) that names a bad field.
PnNormalization resolveNormalization(const PnNormalization& normalization);

// Throws Error(PN_ERROR_UNSUPPORTED) where no cubemap can be divided by the preset.
void requireDivides(const Preset& preset);

inline constexpr double kEeveeAddend = 1e-6; // added to both sums of L00

} // namespace pn
