// What image_fetch.comp and its host agree on.
#ifndef PN_SHARED_IMAGE_FETCH_H
#define PN_SHARED_IMAGE_FETCH_H

#include "lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kFetchSide = 8u; // a workgroup takes a square of texels

// Descriptor set 0
PN_SHARED_CONST uint kFetchImage = 0u;  // one mip of six layers
PN_SHARED_CONST uint kFetchTexels = 1u; // words to write

// Specialization constants
PN_SHARED_CONST uint kSpecFetchHalves = 0u; // 1: texels become RGBA16F, else RGBA32F

// Push constants: a strip of rows of some layers. Each layer of the grid takes one layer of the image.
struct ImageFetchParams
{
    uint width; // of the face
    uint firstRow;
    uint rows;
    uint firstLayer;
    uint firstTexel; // of the buffer
};
PN_SHARED_SIZE(ImageFetchParams, 20)

PN_SHARED_END

#endif
