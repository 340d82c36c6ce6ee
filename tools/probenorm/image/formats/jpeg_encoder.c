#include "image/formats/decoders.h"

#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs FILE */

#include <jpeglib.h>

#include <stdlib.h>
#include <string.h>

struct Encoder
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
};

/* Writing to memory fails only where there is none. */
static void onError(j_common_ptr jpeg)
{
    longjmp(((struct Encoder*)jpeg->client_data)->failed, 1);
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
    unsigned char* written = file; /* another buffer of the library's own where the file is too small */
    unsigned long size = (unsigned long)fileBytes;
    memset(&encoder, 0, sizeof(encoder));
    encoder.jpeg.client_data = &encoder;
    encoder.jpeg.err = jpeg_std_error(&encoder.errors);
    encoder.errors.error_exit = onError;
    volatile int isWritten = 0;
    if (setjmp(encoder.failed) == 0)
    {
        jpeg_create_compress(&encoder.jpeg);
        jpeg_mem_dest(&encoder.jpeg, &written, &size);
        encoder.jpeg.image_width = width;
        encoder.jpeg.image_height = height;
        writeRows(&encoder.jpeg, rgb, quality);
        isWritten = 1;
    }
    jpeg_destroy_compress(&encoder.jpeg);
    if (isWritten && written != file)
        free(written);
    return isWritten && written == file ? size : 0;
}
