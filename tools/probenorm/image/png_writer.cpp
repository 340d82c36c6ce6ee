#include "image/png.h"

#include "image/cancel.h"
#include "image/error.h"
#include "image/png_encoder.h"

namespace pn::image {

namespace {

// Fails where memory ends or the user has cancelled.
int append(void* self, const unsigned char* bytes, std::size_t size) noexcept
try
{
    throwIfCancelled();
    auto& file = *static_cast<std::vector<std::byte>*>(self);
    const auto* const first = reinterpret_cast<const std::byte*>(bytes);
    file.insert(file.end(), first, first + size);
    return 1;
}
catch (...)
{
    return 0;
}

} // namespace

std::vector<std::byte> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb)
{
    if (width == 0 || height == 0 || rgb.size() != std::size_t{width} * height * 3)
        throw Error(ErrorKind::InvalidInput, "rgb must have 3 * width * height bytes");
    std::vector<std::byte> file;
    const PnEncoderOutput output{append, &file};
    if (pnWritePng(width, height, rgb.data(), &output) == PN_ENCODER_OK)
        return file;
    throwIfCancelled();
    throw Error(ErrorKind::OutOfMemory, "PNG: out of memory");
}

} // namespace pn::image
