#pragma once

#include "image/formats/container.h"
#include "image/formats/layout.h"
#include "image/texels/limits.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pn::image {

// OpenEXR: the flat parts and layers with R, G, B channels, or Y or X, Y, Z alone, in any compression. Takes one layer,
// or six that are the faces of a cube (exr_parts.h). RGBA16F when every channel is half, else RGBA32F.
Container readExr(std::span<const std::byte> file, const std::string& layer = {}, const Limits& limits = {});

// R, G and B as half where the texels are, else as float; compressed without loss (ZIP). note is an attribute of the
// name kNoteKey; none where it is empty. The layouts of OpenEXR get the attribute envmap.
std::vector<std::byte> encodeExr(const Image& image, std::string_view note = {}, Layout layout = Layout::Auto);

} // namespace pn::image
