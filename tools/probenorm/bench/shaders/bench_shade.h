// What `probenorm bench shade` and its kernel agree on.
#ifndef PN_BENCH_SHADE_H
#define PN_BENCH_SHADE_H

#include "shared/lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kShadeGroup = 8u;  // invocations along an edge of a workgroup
PN_SHARED_CONST uint kShadeLamps = 16u; // the most
PN_SHARED_CONST uint kShadeMapSize = 256u;
PN_SHARED_CONST uint kShadeProbeSize = 128u;
PN_SHARED_CONST uint kShadeProbeMips = 6u; // the last has 4 x 4 texels
PN_SHARED_CONST uint kShadeShadowSize = 1024u;

// Descriptor set 0; reflection_forms.glsl has binding 0
PN_SHARED_CONST uint kShadeLights = 0u;
PN_SHARED_CONST uint kShadeLampList = 1u;
PN_SHARED_CONST uint kShadeProbe = 2u;
PN_SHARED_CONST uint kShadeAlbedo = 3u;
PN_SHARED_CONST uint kShadeNormals = 4u;
PN_SHARED_CONST uint kShadeShadow = 5u;
PN_SHARED_CONST uint kShadePixels = 6u;
PN_SHARED_CONST uint kShadeBindings = 7u;

// Specialization constants
PN_SHARED_CONST uint kShadeSpecForm = 0u;
PN_SHARED_CONST uint kShadeSpecLamps = 1u;
PN_SHARED_CONST uint kShadeSpecShadows = 2u; // how many of the lamps have a shadow map
PN_SHARED_CONST uint kShadeSpecWidth = 3u;
PN_SHARED_CONST uint kShadeSpecHeight = 4u;
PN_SHARED_CONST uint kShadeSpecIsProof = 5u; // 1: write what the form reads and gives, in place of a picture

// Forms of a reflection
PN_SHARED_CONST uint kShadePlain = 0u;
PN_SHARED_CONST uint kShadeHdrpCorrected = 1u;
PN_SHARED_CONST uint kShadeLastMip = 2u;
PN_SHARED_CONST uint kShadeCoefficients = 3u;
PN_SHARED_CONST uint kShadeLightmap = 4u;

// Words of a pixel: half floats of a picture; of a proof floats: radiance, roughness, the last mip, 0, the normal, 0,
// the reflection's direction, 0, the result, 0
PN_SHARED_CONST uint kShadePictureWords = 2u;
PN_SHARED_CONST uint kShadeProofWords = 20u;

PN_SHARED_END

#endif
