// Pictures for people: tone mapped, as PNG.
#pragma once

#include "view.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace scene {

// sRGB bytes, rows from the top.
struct Picture
{
    int width;
    int height;
    std::vector<std::uint8_t> rgb;
};

// Brings the logarithmic mean of their sum's luminance to a fixed key.
float exposureFor(const Image& base, const Image& specular);

// The sum of two images of the view's size, tone mapped.
Picture develop(const View& view, const Image& base, const Image& specular, float exposure);

// Pictures of one height, with a gap of white between them.
Picture sideBySide(const std::vector<Picture>& pictures);

// Throws std::runtime_error.
void writePng(const std::filesystem::path& path, const Picture& picture);

// Wang et al., "Image Quality Assessment: From Error Visibility to Structural Similarity" (2004): the mean over all
// windows, a Gaussian of 11 x 11 pixels with a deviation of 1.5, of the luma. 1 is the same picture.
double structuralSimilarity(const Picture& a, const Picture& b);

enum class Part
{
    Base,
    Specular // smoothed less where the surface is smoother
};

// Means over neighbours on the same surface, under a Gaussian of up to five pixels. Bright samples among dark ones
// count less, by their luminance after exposure.
Image smoothed(const View& view, const Image& image, Part part, float exposure, unsigned threadCount);

} // namespace scene
