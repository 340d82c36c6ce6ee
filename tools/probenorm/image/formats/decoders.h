/* libpng and libjpeg-turbo behind functions that neither throw nor jump. The C files end errors of these libraries by
   longjmp, so they hold no C++ objects. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum PnDecoderStatus
{
    PN_DECODER_OK,
    PN_DECODER_BROKEN,
    PN_DECODER_UNSUPPORTED,
    PN_DECODER_OUT_OF_MEMORY,
};

struct PnDecoderFile
{
    const unsigned char* bytes;
    size_t size;
};

struct PnDecoderResult
{
    enum PnDecoderStatus status;
    uint32_t width;
    uint32_t height;
    uint32_t channelBits; /* 8 or 16 */
    char message[240];    /* the library's reason, when the status is an error */
};

/* What a PNG file says of its colours. Of several chunks the strongest counts: cICP, then iCCP, sRGB, gAMA. */
struct PnPngColor
{
    int hasCicp;
    unsigned char cicp[4]; /* primaries, transfer, matrix, full range, by ITU-T H.273 */
    int hasProfile;        /* iCCP */
    int isSrgb;
    uint32_t gamma; /* of gAMA, times 100000; 0 without */
    int isRgbm;     /* PN_PNG_RGBM */
};

/* The tEXt chunk of ours that says how texels are packed (ranged_texels.h). */
#define PN_PNG_RGBM "texels\0RGBM"

/* Reads the size of a PNG file, whether its channels have 16 bits, and what it says of its colours. */
void pnReadPngHeader(const struct PnDecoderFile* file, struct PnDecoderResult* result, struct PnPngColor* color);

/* Decodes for the size that pnReadPngHeader gave, rows rowBytes apart: RGBA of 8 bits per channel, or RGB of 16 bits in
   this machine's byte order. */
void pnReadPngTexels(const struct PnDecoderFile* file, unsigned char* texels, size_t rowBytes,
                     struct PnDecoderResult* result);

/* Reads the size of a JPEG file. */
void pnReadJpegHeader(const struct PnDecoderFile* file, struct PnDecoderResult* result);

/* Where texels are written: that of column x and row y of the file at first + x * right + y * down, in bytes. */
struct PnTexelPlaces
{
    unsigned char* first;
    ptrdiff_t right;
    ptrdiff_t down;
};

/* Decodes into RGBA, 8 bits per channel, for the size that pnReadJpegHeader gave. The decoder's own buffers take at
   most maxBytes. */
void pnReadJpegTexels(const struct PnDecoderFile* file, const struct PnTexelPlaces* places, uint64_t maxBytes,
                      struct PnDecoderResult* result);

/* Writes rows of RGB, 8 bits per channel, as a JPEG file of a quality of 1 to 100. Returns its bytes; 0 where it does
   not fit, or without memory. */
size_t pnWriteJpeg(uint32_t width, uint32_t height, const unsigned char* rgb, int quality, unsigned char* file,
                   size_t fileBytes);

#ifdef __cplusplus
}
#endif
