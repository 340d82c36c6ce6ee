#include "image/formats/png_encoder.h"

#include <png.h>
#include <zlib.h>

static void onError(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void onWarning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void onWrite(png_structp png, png_bytep bytes, size_t size)
{
    const struct PnEncoderOutput* output = png_get_io_ptr(png);
    if (output->write(output->self, bytes, size) == 0)
        png_error(png, "no room");
}

static void onFlush(png_structp png)
{
    (void)png;
}

/* What a pixel differs by from its left neighbour is small in most pictures. The quick search for repeats of level 1
   takes less time than a search for runs alone, because it leaves fewer symbols to write. */
static void chooseSpeed(png_structp png)
{
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_compression_level(png, 1);
    png_set_compression_strategy(png, Z_DEFAULT_STRATEGY);
}

static void writePicture(png_structp png, png_infop info, uint32_t width, uint32_t height, const unsigned char* rgb)
{
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    chooseSpeed(png);
    png_write_info(png, info);
    for (uint32_t y = 0; y < height; ++y)
        png_write_row(png, rgb + (size_t)3 * width * y);
    png_write_end(png, NULL);
}

enum PnEncoderStatus pnWritePng(uint32_t width, uint32_t height, const unsigned char* rgb,
                                const struct PnEncoderOutput* output)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, onError, onWarning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL)
    {
        png_destroy_write_struct(&png, NULL);
        return PN_ENCODER_FAILED;
    }
    volatile enum PnEncoderStatus status = PN_ENCODER_FAILED;
    if (setjmp(png_jmpbuf(png)) == 0)
    {
        png_set_write_fn(png, (png_voidp)(uintptr_t)output, onWrite, onFlush);
        writePicture(png, info, width, height, rgb);
        status = PN_ENCODER_OK;
    }
    png_destroy_write_struct(&png, &info);
    return status;
}
