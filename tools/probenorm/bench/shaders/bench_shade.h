// What `probenorm bench shade` and its shader agree on.
#ifndef PN_SHARED_LAB_SHADE_H
#define PN_SHARED_LAB_SHADE_H

#include "shared/lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kLabShadeLamps = 16u; // the most
PN_SHARED_CONST uint kLabShadeProbeSize = 128u;
PN_SHARED_CONST uint kLabShadeProbeMips = 8u;
PN_SHARED_CONST uint kLabShadeShadowSize = 1024u;

// Descriptor set 0; reflection_forms.glsl has binding 0
PN_SHARED_CONST uint kLabShadeLights = 0u;
PN_SHARED_CONST uint kLabShadeProbe = 1u;
PN_SHARED_CONST uint kLabShadeOneChannel = 2u;
PN_SHARED_CONST uint kLabShadeAlbedo = 3u;
PN_SHARED_CONST uint kLabShadeNormals = 4u;
PN_SHARED_CONST uint kLabShadeLampList = 5u;
PN_SHARED_CONST uint kLabShadeShadow = 6u;
PN_SHARED_CONST uint kLabShadeBindings = 7u;

// Specialization constants
PN_SHARED_CONST uint kLabSpecForm = 0u;
PN_SHARED_CONST uint kLabSpecLamps = 1u;
PN_SHARED_CONST uint kLabSpecShadows = 2u; // how many of the lamps have one

// Forms of the preset probenorm, after the presets by their numbers (PnPreset).
PN_SHARED_CONST uint kLabFormFast = 11u;
PN_SHARED_CONST uint kLabFormPrepared = 12u;
PN_SHARED_CONST uint kLabFormNormalAlone = 13u;
PN_SHARED_CONST uint kLabFormFactor = 14u;
PN_SHARED_CONST uint kLabFormDivided = 15u;
PN_SHARED_CONST uint kLabFormOneChannel = 16u;
PN_SHARED_CONST uint kLabFormPlain = 17u;

PN_SHARED_END

#endif
