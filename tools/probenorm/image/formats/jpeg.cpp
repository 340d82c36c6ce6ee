#include "image/formats/jpeg.h"

#include "image/formats/decoder_file.h"
#include "image/formats/jpeg_decoder.h"

namespace pn::image {

Image readJpeg(std::span<const std::byte> file, const Limits& limits)
{
    const PnDecoderFile input = decoderFile(file);
    PnDecoderResult result{};
    pnReadJpegHeader(&input, &result);
    requireDecoded("JPEG", result);
    Image image = makeImage(PN_FORMAT_RGBA8_SRGB, result.width, result.height, limits);
    pnReadJpegTexels(&input, reinterpret_cast<unsigned char*>(image.texels.data()), limits.maxBytes, &result);
    requireDecoded("JPEG", result);
    return image;
}

} // namespace pn::image
