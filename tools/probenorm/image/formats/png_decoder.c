#include "image/formats/decoders.h"

#include <png.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Input
{
    const struct PnDecoderFile* file;
    size_t position;
    struct PnDecoderResult* result;
};

static void onError(png_structp png, png_const_charp message)
{
    struct Input* input = png_get_error_ptr(png);
    if (input->result->status == PN_DECODER_OK) /* or onAllocation was first */
        input->result->status = PN_DECODER_BROKEN;
    snprintf(input->result->message, sizeof(input->result->message), "%s", message);
    png_longjmp(png, 1);
}

/* libpng warns of what it can leave out without touching a texel. */
static void onWarning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static png_voidp onAllocation(png_structp png, png_alloc_size_t size)
{
    void* memory = malloc(size);
    if (memory == NULL)
        ((struct Input*)png_get_mem_ptr(png))->result->status = PN_DECODER_OUT_OF_MEMORY;
    return memory;
}

static void onFree(png_structp png, png_voidp memory)
{
    (void)png;
    free(memory);
}

static void onRead(png_structp png, png_bytep out, size_t count)
{
    struct Input* input = png_get_io_ptr(png);
    if (count > input->file->size - input->position)
        png_error(png, "file ends early");
    memcpy(out, input->file->bytes + input->position, count);
    input->position += count;
}

static void readHeader(png_structp png, png_infop info, struct PnDecoderResult* result)
{
    /* Nothing but what makes texels and their colours is looked at: IHDR, PLTE, tRNS, IDAT, IEND, and these. A profile
       is kept as it is, so nothing is unpacked. */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "gAMA\0sRGB", 2);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP\0iCCP\0tEXt", 3);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff); /* limits.h has ours */
    png_read_info(png, info);
    result->width = png_get_image_width(png, info);
    result->height = png_get_image_height(png, info);
    result->channelBits = png_get_bit_depth(png, info) == 16 ? 16 : 8;
}

static void readColor(png_structp png, png_infop info, struct PnPngColor* color)
{
    memset(color, 0, sizeof(*color));
    int intent = 0;
    png_fixed_point gamma = 0;
    color->isSrgb = png_get_sRGB(png, info, &intent) != 0;
    if (png_get_gAMA_fixed(png, info, &gamma) != 0 && gamma > 0)
        color->gamma = (uint32_t)gamma;
    png_unknown_chunkp chunks = NULL;
    const int count = png_get_unknown_chunks(png, info, &chunks);
    for (int i = 0; i < count; ++i)
    {
        if (memcmp(chunks[i].name, "iCCP", 4) == 0)
            color->hasProfile = 1;
        if (memcmp(chunks[i].name, "tEXt", 4) == 0 && chunks[i].size == sizeof(PN_PNG_RGBM) - 1)
            color->isRgbm |= memcmp(chunks[i].data, PN_PNG_RGBM, chunks[i].size) == 0;
        if (memcmp(chunks[i].name, "cICP", 4) != 0)
            continue;
        if (chunks[i].size != sizeof(color->cicp))
            png_error(png, "cICP chunk has a wrong size");
        color->hasCicp = 1;
        memcpy(color->cicp, chunks[i].data, sizeof(color->cicp));
    }
}

/* All kinds of PNG become RGBA of 8 bits or RGB of 16. Values stay as they are: no gamma, no colour profile. */
static void chooseOutput(png_structp png, unsigned channelBits)
{
    png_set_gray_to_rgb(png);
    if (channelBits == 16)
    {
        const unsigned short probe = 1;
        if (*(const unsigned char*)&probe == 1)
            png_set_swap(png);
        png_set_strip_alpha(png);
        return;
    }
    png_set_expand(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
}

static void readTexels(png_structp png, png_infop info, unsigned char* texels, size_t rowBytes,
                       const struct PnDecoderResult* result)
{
    chooseOutput(png, result->channelBits);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) > rowBytes)
        png_error(png, "rows are longer than the header says");
    for (int pass = 0; pass < passes; ++pass)
        for (uint32_t y = 0; y < result->height; ++y)
            png_read_row(png, texels + y * rowBytes, NULL);
    png_read_end(png, NULL);
}

/* texels is null for the header alone, else color is. */
static void run(const struct PnDecoderFile* file, unsigned char* texels, size_t rowBytes,
                struct PnDecoderResult* result, struct PnPngColor* color)
{
    memset(result, 0, sizeof(*result));
    struct Input input = {file, 0, result};
    png_structp png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &input, onError, onWarning, &input, onAllocation, onFree);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL)
    {
        result->status = PN_DECODER_OUT_OF_MEMORY;
        png_destroy_read_struct(&png, NULL, NULL);
        return;
    }
    if (setjmp(png_jmpbuf(png)) == 0)
    {
        png_set_read_fn(png, &input, onRead);
        readHeader(png, info, result);
        if (texels != NULL)
            readTexels(png, info, texels, rowBytes, result);
        else
            readColor(png, info, color);
    }
    png_destroy_read_struct(&png, &info, NULL);
}

void pnReadPngHeader(const struct PnDecoderFile* file, struct PnDecoderResult* result, struct PnPngColor* color)
{
    run(file, NULL, 0, result, color);
}

void pnReadPngTexels(const struct PnDecoderFile* file, unsigned char* texels, size_t rowBytes,
                     struct PnDecoderResult* result)
{
    run(file, texels, rowBytes, result, NULL);
}
