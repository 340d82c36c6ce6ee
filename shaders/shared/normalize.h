// What denominator.comp, normalize.comp and their host agree on.
#ifndef PN_SHARED_NORMALIZE_H
#define PN_SHARED_NORMALIZE_H

#include "lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kDeringSteps = 1024u; // widths that the de-ringing window may have

PN_SHARED_END

#endif
