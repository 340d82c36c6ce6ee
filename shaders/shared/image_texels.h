// What image_fetch.comp, image_store.comp and their host agree on.
#ifndef PN_SHARED_IMAGE_TEXELS_H
#define PN_SHARED_IMAGE_TEXELS_H

#include "lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kImageSide = 8u; // a workgroup takes a square of texels

// Descriptor set 0
PN_SHARED_CONST uint kImage = 0u;       // one mip of some layers
PN_SHARED_CONST uint kImageTexels = 1u; // the buffer's words

// Specialization constants
PN_SHARED_CONST uint kSpecFetchHalves = 0u; // 1: texels become RGBA16F, else RGBA32F

// Push constants: a strip of rows of some layers. Each layer of the grid takes one layer of the image.
struct ImageTexelsParams
{
    uint width; // of the face
    uint firstRow;
    uint rows;
    uint firstLayer;
    uint firstTexel; // of the buffer
};
PN_SHARED_SIZE(ImageTexelsParams, 20)

PN_SHARED_END

#endif
