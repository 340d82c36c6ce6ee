#pragma once

#include "image/formats/ktx.h"

#include <span>
#include <string_view>

namespace pn::image {

// A cubemap with all mips as Babylon.js' .env. Channels above 255 are cut off. irradiance is JSON: the polynomial of
// the light by the names that the engine gives its parts.
void writeEnv(std::span<const Image* const> mips, const ByteSink& sink, std::string_view irradiance);

} // namespace pn::image
