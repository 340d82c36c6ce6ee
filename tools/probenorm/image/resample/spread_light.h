// Light that is too bright for the texels of a file.
#pragma once

#include "image/texels/image.h"
#include "image/texels/light_range.h"

#include <cstdint>

namespace pn::image {

// How far light may move from the texel that had it. A sun of 2 degrees and radiance 1e6 needs 3 degrees in half
// floats, and the true sun in clear sky, .53 degrees and radiance 3e5, needs 9 degrees in .env, which ends at 255.
inline constexpr double kMostSpread = 0.175; // radians: 10 degrees

// What became of the light that a range does not hold.
struct BrightLight
{
    std::uint32_t mip = 0;
    std::uint64_t texels = 0;  // of the mip
    std::uint64_t bright = 0;  // of them had more than the range holds,
    std::uint64_t missing = 0; // and so many lose light,
    double lost = 0.0;         // this share of that of the mip
    double moved = 0.0;        // radians that light moved at most
};

// Six faces one below the other, or a latitude-longitude map.
enum class Sphere
{
    Cube,
    Map,
};

// Makes the image one that the range holds. Where texels have more, each group of them and the texels that are nearest
// to it get the mean of their light, of as few texels as the range needs: the sum over solid angle stays, and the group
// keeps its colour and its shape. What rounding to the file's values would change goes to the texels beside them. Where
// even the texels up to mostSpread radians away do not hold the light, the rest of it is missing; with 0 each texel is
// cut by itself. The result depends on the texels alone.
BrightLight spreadLight(Image& image, Sphere sphere, const LightRange& range, double mostSpread = kMostSpread);

} // namespace pn::image
