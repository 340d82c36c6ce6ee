// Babylon.js' .env: magic, JSON with a NUL, and faces as PNG, each mip after the other (environmentTextureTools.ts).
#include "image/files/bytes.h"
#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/formats/env.h"
#include "image/formats/png_jpeg.h"
#include "image/texels/ranged_texels.h"
#include "image/texels/texel.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace pn::image {

namespace {

std::vector<std::byte> encodeFace(const Image& mip, std::uint32_t face)
{
    std::vector<Rgb> row(mip.width);
    std::vector<std::uint8_t> rgba(std::size_t{4} * mip.width * mip.width);
    for (std::uint32_t y = 0; y < mip.width; ++y)
    {
        throwIfCancelled();
        decodeCleanTexels(mip, 0, (face + 1) * mip.width - 1 - y, mip.width, row.data()); // from the bottom up
        for (std::uint32_t x = 0; x < mip.width; ++x)
        {
            const Rgba8 packed = packRgbd(row[x]);
            std::copy(packed.begin(), packed.end(), &rgba[4 * (std::size_t{y} * mip.width + x)]);
        }
    }
    return encodePng(mip.width, mip.width, rgba, 4);
}

} // namespace

void writeEnv(std::span<const Image* const> mips, const ByteSink& sink, std::string_view irradiance)
{
    const std::uint32_t width = mips[0]->width;
    if (requireMips(mips) != 6 || !std::has_single_bit(width) || mips.size() != std::size_t(std::bit_width(width)))
        reject("an .env file holds all mips of a cubemap whose faces are a power of two; use prefilter --for babylon");
    std::vector<std::byte> faces;
    std::string places;
    for (const Image* mip : mips)
        for (std::uint32_t face = 0; face < 6; ++face)
        {
            const std::vector<std::byte> png = encodeFace(*mip, face);
            places +=
                fmt::format(R"({}{{"length":{},"position":{}}})", places.empty() ? "" : ",", png.size(), faces.size());
            faces.insert(faces.end(), png.begin(), png.end());
        }
    ByteWriter out;
    out.text(kEnvIdentifier);
    out.text(fmt::format(R"({{"version":2,"width":{},"imageType":"image/png","irradiance":{},)"
                         R"("specular":{{"mipmaps":[{}],"lodGenerationScale":0.8}}}})",
                         width, irradiance, places));
    out.zeros(1);
    out.bytes(faces);
    sink(out.take());
}

} // namespace pn::image
