// Takes the paths' noise out of pictures. Errors are measured without it.
#pragma once

#include "view.h"

namespace scene {

enum class Part
{
    Base,
    Specular // smoothed less where the surface is smoother
};

// Means over neighbours on the same surface, under a Gaussian of up to five subpixels. Bright samples among dark ones
// count less, by their luminance after exposure.
Image smoothed(const View& view, const Image& image, Part part, float exposure, unsigned threadCount);

} // namespace scene
