#pragma once

#include <OpenEXR/ImfHeader.h>

#include <array>
#include <string>
#include <vector>

namespace pn::image {

enum class ExrColor
{
    Rgb,
    Grey,
    Xyz, // CIE 1931
};

// Three channels of one part that make a picture.
struct ExrLayer
{
    std::string name; // of the part and the layer, joined by a dot; empty in a file that has neither
    std::size_t part = 0;
    std::array<std::string, 3> channels; // those of a grey picture are all the same
    ExrColor color = ExrColor::Rgb;
};

struct ExrSelection
{
    std::vector<ExrLayer> layers;      // one, or the six faces +X -X +Y -Y +Z -Z
    std::vector<std::string> warnings; // of a choice that the user did not make
};

// The layer that is asked for by its name or the end of it. With nothing asked for: the only one, the one without a
// name, six that are named after the faces of a cube, or the only one that is named RGBA, Combined or beauty. Throws,
// with a list of the layers, where none of these is there.
ExrSelection selectExrLayers(const std::vector<Imf::Header>& parts, const std::string& asked);

} // namespace pn::image
