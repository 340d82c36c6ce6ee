/* libpng's writer behind a function that neither throws nor jumps. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum PnEncoderStatus
{
    PN_ENCODER_OK,
    PN_ENCODER_FAILED, /* out of memory: nothing else can fail */
};

/* Where the bytes of a file go. write returns 0 if it has no room. */
struct PnEncoderOutput
{
    int (*write)(void* self, const unsigned char* bytes, size_t size);
    void* self;
};

/* Writes 8-bit RGB pixels, three bytes each, rows without gaps, for speed rather than for size. */
enum PnEncoderStatus pnWritePng(uint32_t width, uint32_t height, const unsigned char* rgb,
                                const struct PnEncoderOutput* output);

#ifdef __cplusplus
}
#endif
