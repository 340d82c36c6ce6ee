#include "image/formats/decoders.h"

#include <limits.h>
#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs FILE */

#include <jerror.h>
#include <jpeglib.h>

#include <string.h>

/* A progressive file may repeat scans of a few bytes, and each costs a pass over the whole picture. Real encoders write
   about ten; libjpeg-turbo's own tools and browsers draw the line here or higher. */
enum
{
    kMaxScans = 100
};

struct Decoder
{
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    struct PnDecoderResult* result;
};

static enum PnDecoderStatus statusOf(int code)
{
    switch (code)
    {
    case JERR_OUT_OF_MEMORY: return PN_DECODER_OUT_OF_MEMORY;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED: return PN_DECODER_UNSUPPORTED;
    default: return PN_DECODER_BROKEN;
    }
}

static void fail(struct Decoder* decoder, enum PnDecoderStatus status, const char* message)
{
    decoder->result->status = status;
    snprintf(decoder->result->message, sizeof(decoder->result->message), "%s", message);
    longjmp(decoder->failed, 1);
}

static void onError(j_common_ptr jpeg)
{
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    if (jpeg->err->msg_code == JERR_NO_BACKING_STORE)
        fail(jpeg->client_data, PN_DECODER_BROKEN, "needs more memory than the limit of decoded bytes");
    fail(jpeg->client_data, statusOf(jpeg->err->msg_code), message);
}

/* Warnings of level -1 mean that texels are missing or made up; these four do not. */
static int isHarmless(int code)
{
    return code == JWRN_ADOBE_XFORM || code == JWRN_BOGUS_ICC || code == JWRN_EXTRANEOUS_DATA ||
           code == JWRN_JFIF_MAJOR;
}

static void onMessage(j_common_ptr jpeg, int level)
{
    if (level < 0 && !isHarmless(jpeg->err->msg_code))
        onError(jpeg);
}

static void onProgress(j_common_ptr jpeg)
{
    if (((j_decompress_ptr)jpeg)->input_scan_number > kMaxScans)
        fail(jpeg->client_data, PN_DECODER_BROKEN, "has more than 100 scans");
}

static void begin(struct Decoder* decoder, const struct PnDecoderFile* file)
{
    jpeg_create_decompress(&decoder->jpeg);
    decoder->jpeg.progress = &decoder->progress;
    decoder->progress.progress_monitor = onProgress;
    jpeg_mem_src(&decoder->jpeg, file->bytes, (unsigned long)file->size);
    jpeg_read_header(&decoder->jpeg, TRUE);
    decoder->result->width = decoder->jpeg.image_width;
    decoder->result->height = decoder->jpeg.image_height;
}

/* Inks are stored inverted, as all programs that write them do: 255 is none. */
static void inksToRgba(unsigned char* row, size_t width)
{
    for (unsigned char* texel = row; texel != row + 4 * width; texel += 4)
    {
        for (int i = 0; i < 3; ++i)
            texel[i] = (unsigned char)((texel[i] * texel[3] + 127) / 255);
        texel[3] = 255;
    }
}

static void readRows(struct jpeg_decompress_struct* jpeg, const struct PnTexelPlaces* places)
{
    const size_t width = jpeg->output_width;
    unsigned char* row = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, 4 * width);
    while (jpeg->output_scanline < jpeg->output_height)
    {
        unsigned char* to = places->first + (ptrdiff_t)jpeg->output_scanline * places->down;
        jpeg_read_scanlines(jpeg, &row, 1);
        if (jpeg->out_color_space == JCS_CMYK)
            inksToRgba(row, width);
        for (size_t x = 0; x < width; ++x)
            memcpy(to + (ptrdiff_t)x * places->right, row + 4 * x, 4);
    }
}

static void readTexels(struct Decoder* decoder, const struct PnTexelPlaces* places, uint64_t maxBytes)
{
    struct jpeg_decompress_struct* jpeg = &decoder->jpeg;
    const int hasInks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = hasInks ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg->do_block_smoothing = FALSE;
    jpeg->mem->max_memory_to_use = maxBytes < LONG_MAX ? (long)maxBytes : LONG_MAX;
    jpeg_start_decompress(jpeg);
    readRows(jpeg, places);
    jpeg_finish_decompress(jpeg);
}

/* places is null for the header alone. */
static void run(const struct PnDecoderFile* file, const struct PnTexelPlaces* places, uint64_t maxBytes,
                struct PnDecoderResult* result)
{
    struct Decoder decoder;
    memset(&decoder, 0, sizeof(decoder));
    memset(result, 0, sizeof(*result));
    result->channelBits = 8;
    decoder.result = result;
    decoder.jpeg.client_data = &decoder;
    decoder.jpeg.err = jpeg_std_error(&decoder.errors);
    decoder.errors.error_exit = onError;
    decoder.errors.emit_message = onMessage;
    if (setjmp(decoder.failed) == 0)
    {
        begin(&decoder, file);
        if (places != NULL)
            readTexels(&decoder, places, maxBytes);
    }
    jpeg_destroy_decompress(&decoder.jpeg);
}

void pnReadJpegHeader(const struct PnDecoderFile* file, struct PnDecoderResult* result)
{
    run(file, NULL, 0, result);
}

void pnReadJpegTexels(const struct PnDecoderFile* file, const struct PnTexelPlaces* places, uint64_t maxBytes,
                      struct PnDecoderResult* result)
{
    run(file, places, maxBytes, result);
}
