/* libjpeg-turbo behind two functions that neither throw nor jump. */
#pragma once

#include "image/formats/decoder_result.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the size of a JPEG file. */
void pnReadJpegHeader(const struct PnDecoderFile* file, struct PnDecoderResult* result);

/* Decodes into rows of RGBA, 8 bits per channel, for the size that pnReadJpegHeader gave. The decoder's own buffers
   take at most maxBytes. */
void pnReadJpegTexels(const struct PnDecoderFile* file, unsigned char* rgba, uint64_t maxBytes,
                      struct PnDecoderResult* result);

#ifdef __cplusplus
}
#endif
