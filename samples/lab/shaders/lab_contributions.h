// What sh_contributions.comp and its host agree on.
#ifndef PN_SHARED_LAB_CONTRIBUTIONS_H
#define PN_SHARED_LAB_CONTRIBUTIONS_H

#include "shared/lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kLabCoefficients = 9u; // 3 bands

// Descriptor set 0
PN_SHARED_CONST uint kLabBindingTexels = 0u;
PN_SHARED_CONST uint kLabBindingSolidAngles = 1u; // of the quarter face's texels, row by row
PN_SHARED_CONST uint kLabBindingContributions = 2u;

// Specialization constants
PN_SHARED_CONST uint kLabSpecContributionsGroupSize = 0u;
PN_SHARED_CONST uint kLabSpecTexelWords = 1u; // 2: RGBA16F, 4: RGBA32F

// Push constants. A dispatch has one probe for each step of z.
struct LabContributionsParams
{
    uint faceSize;
    uint vectorStride; // floats from one coefficient's channel to the next one
};
PN_SHARED_SIZE(LabContributionsParams, 8)

PN_SHARED_END

#endif
