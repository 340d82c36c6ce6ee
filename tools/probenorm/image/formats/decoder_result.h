/* What the decoders in C give back. They end errors of their libraries by longjmp, so they hold no C++ objects. */
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

#ifdef __cplusplus
}
#endif
