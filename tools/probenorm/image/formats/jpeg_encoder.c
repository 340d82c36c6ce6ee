#include "image/formats/decoders.h"

#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs FILE */

#include <jpeglib.h>

#include <string.h>

struct Encoder
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr file;
    jmp_buf failed;
};

static void onError(j_common_ptr jpeg)
{
    longjmp(((struct Encoder*)jpeg->client_data)->failed, 1);
}

/* The file is written into the caller's memory. Nothing is done before or after; where it is full, encoding fails. */
static void doNothing(j_compress_ptr jpeg)
{
    (void)jpeg;
}

static boolean failWhenFull(j_compress_ptr jpeg)
{
    onError((j_common_ptr)jpeg);
    return FALSE;
}

static void writeRows(struct jpeg_compress_struct* jpeg, const unsigned char* rgb, int quality)
{
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, quality, TRUE);
    jpeg->optimize_coding = TRUE;
    jpeg_start_compress(jpeg, TRUE);
    while (jpeg->next_scanline < jpeg->image_height)
    {
        JSAMPROW row = (JSAMPROW)(rgb + (size_t)3 * jpeg->image_width * jpeg->next_scanline);
        jpeg_write_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_compress(jpeg);
}

size_t pnWriteJpeg(uint32_t width, uint32_t height, const unsigned char* rgb, int quality, unsigned char* file,
                   size_t fileBytes)
{
    struct Encoder encoder;
    volatile int isWritten = 0;
    memset(&encoder, 0, sizeof(encoder));
    encoder.file.next_output_byte = file;
    encoder.file.free_in_buffer = fileBytes;
    encoder.file.init_destination = doNothing;
    encoder.file.empty_output_buffer = failWhenFull;
    encoder.file.term_destination = doNothing;
    encoder.jpeg.client_data = &encoder;
    encoder.jpeg.err = jpeg_std_error(&encoder.errors);
    encoder.errors.error_exit = onError;
    if (setjmp(encoder.failed) == 0)
    {
        jpeg_create_compress(&encoder.jpeg);
        encoder.jpeg.dest = &encoder.file;
        encoder.jpeg.image_width = width;
        encoder.jpeg.image_height = height;
        writeRows(&encoder.jpeg, rgb, quality);
        isWritten = 1;
    }
    jpeg_destroy_compress(&encoder.jpeg);
    return isWritten ? fileBytes - encoder.file.free_in_buffer : 0;
}
