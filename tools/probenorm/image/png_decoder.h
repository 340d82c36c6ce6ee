/* libpng's reader behind two functions that neither throw nor jump. */
#pragma once

#include "image/decoder_result.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the size of a PNG file, and whether its channels have 16 bits. */
void pnReadPngHeader(const struct PnDecoderFile* file, struct PnDecoderResult* result);

/* Decodes for the size that pnReadPngHeader gave, rows rowBytes apart: RGBA of 8 bits per channel, or RGB of 16 bits in
   this machine's byte order. */
void pnReadPngTexels(const struct PnDecoderFile* file, unsigned char* texels, size_t rowBytes,
                     struct PnDecoderResult* result);

#ifdef __cplusplus
}
#endif
