/* libpng's reader behind two functions that neither throw nor jump. */
#pragma once

#include "image/formats/decoder_result.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a PNG file says of its colours. Of several chunks the strongest counts: cICP, then iCCP, sRGB, gAMA. */
struct PnPngColor
{
    int hasCicp;
    unsigned char cicp[4]; /* primaries, transfer, matrix, full range, by ITU-T H.273 */
    int hasProfile;        /* iCCP */
    int isSrgb;
    uint32_t gamma; /* of gAMA, times 100000; 0 without */
};

/* Reads the size of a PNG file, whether its channels have 16 bits, and what it says of its colours. */
void pnReadPngHeader(const struct PnDecoderFile* file, struct PnDecoderResult* result, struct PnPngColor* color);

/* Decodes for the size that pnReadPngHeader gave, rows rowBytes apart: RGBA of 8 bits per channel, or RGB of 16 bits in
   this machine's byte order. */
void pnReadPngTexels(const struct PnDecoderFile* file, unsigned char* texels, size_t rowBytes,
                     struct PnDecoderResult* result);

#ifdef __cplusplus
}
#endif
