#include "image/texels/bc6h.h"

#include "image/files/cancel.h"

#include "probenorm/probenorm.hpp"

#include <array>
#include <cstring>

namespace pn::image {

namespace {

void decode(bool isSigned, const std::byte* block, std::byte* texels)
{
    std::array<std::uint16_t, 64> halves;
    probenorm::check(pnDecodeBc6h(isSigned ? 1 : 0, 1, reinterpret_cast<const std::uint8_t*>(block), halves.data()));
    std::memcpy(texels, halves.data(), sizeof(halves));
}

} // namespace

Image toBc6h(const Image& image, PnFormat format, PnBc6hEffort effort, std::uint32_t threads)
{
    auto desc = probenorm::sized<PnContextDesc>();
    desc.backend = PN_BACKEND_CPU;
    desc.threadCount = threads;
    const probenorm::Context context(desc);
    const std::uint32_t size = image.width, edge = (size + 3) / 4;
    const std::size_t faceBytes = std::size_t{16} * edge * edge;
    Image result{format, image.width, image.height, Buffer(faceBytes * (image.height / size))};
    auto face = probenorm::sized<PnEquirectView>();
    face.width = face.height = size;
    face.format = image.format;
    face.texelBytes = image.rowBytes() * size;
    for (std::uint32_t i = 0; i < image.height / size; ++i)
    {
        throwIfCancelled();
        face.texels = image.row(i * size);
        probenorm::check(pnEncodeBc6h(context.get(), &face, effort, format == kBc6hSigned ? 1 : 0, faceBytes,
                                      reinterpret_cast<std::uint8_t*>(result.texels.data() + i * faceBytes)));
    }
    return result;
}

void decodeBc6hUnsigned(const std::byte* block, std::byte* texels)
{
    decode(false, block, texels);
}

void decodeBc6hSigned(const std::byte* block, std::byte* texels)
{
    decode(true, block, texels);
}

} // namespace pn::image
