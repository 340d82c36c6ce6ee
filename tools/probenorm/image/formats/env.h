#pragma once

#include "image/formats/ktx.h"
#include "image/texels/limits.h"

#include <span>
#include <string_view>

namespace pn::image {

inline constexpr std::string_view kEnvIdentifier{"\x86\x16\x87\x96\xf6\xd6\x96\x36", 8};

// A mip of Babylon.js' .env with faces in PNG, as RGB32F. Light in other kinds of it, and the polynomial, are not read.
Container readEnv(std::span<const std::byte> file, std::uint32_t mip = 0, const Limits& limits = {});

// A cubemap with all mips as Babylon.js' .env. Channels above 255 are clipped. irradiance is JSON: the polynomial of
// the light by the names that the engine gives its parts.
void writeEnv(std::span<const Image* const> mips, const ByteSink& sink, std::string_view irradiance);

} // namespace pn::image
