#pragma once

#include "picture/canvas.h"

#include "image/formats/environment.h"

#include "probenorm/probenorm.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pn::cli {

inline constexpr Pixel kPictureBackground{24, 26, 31};

// All texels of a cube, face after face, or any other list of colours or directions.
using Texels = std::vector<glm::vec3>;

Texels radianceAlong(const PnSh& sh, const Texels& directions);
Texels irradianceAlong(const PnSh& sh, const Texels& directions); // over pi

// Made once for each size and kept.
const Texels& cubeDirections(std::uint32_t faceSize);

// cube is RGBA32F, its faces one below the other.
Texels cubeTexels(const image::Image& cube);

// A cube's texels along directions, bilinear across its edges as well.
Texels interpolatedAlong(const Texels& cube, std::uint32_t faceSize, const Texels& directions);

// What autoExposure() makes of an environment and the ball that it lights.
float exposureOf(const PnSh& sh, const Texels& radiance);

// Column and row of each face, +X -X +Y -Y +Z -Z, in the unfolded cube: four wide, three high.
struct CrossCell
{
    std::uint32_t column;
    std::uint32_t row;
};
inline constexpr std::array<CrossCell, 6> kCross = {{{2, 1}, {0, 1}, {1, 0}, {1, 2}, {1, 1}, {3, 1}}};

// Draws the unfolded cube with its corner at left, top, all inside of the canvas; colors are those of its texels.
inline void drawCross(Canvas& canvas, std::uint32_t left, std::uint32_t top, std::uint32_t faceSize,
                      std::span<const Pixel> colors)
{
    for (const CrossCell& cell : kCross)
        for (std::uint32_t y = 0; y < faceSize; ++y)
        {
            canvas.setRow(left + cell.column * faceSize, top + cell.row * faceSize + y, colors.first(faceSize));
            colors = colors.subspan(faceSize);
        }
}

// Frames around what lies in these directions, of any length, in the unfolded cube with its corner at left, top.
void drawMarks(Canvas& canvas, std::uint32_t left, std::uint32_t top, std::uint32_t faceSize, const Texels& marks);

void addDirections(const PnLights& lights, Texels& directions);

enum class BallSide
{
    AlongPlusZ, // seen by an eye that looks along +Z, +X to its right
    AlongMinusZ,
};

// The normals of a ball in a square of diameter pixels, one per pixel that drawBall() draws.
const Texels& ballNormals(std::uint32_t diameter, BallSide side);

// A ball with the light of each of its normals.
void drawBall(Canvas& canvas, std::uint32_t left, std::uint32_t top, std::uint32_t diameter, BallSide side,
              const Texels& light, float exposure);

} // namespace pn::cli
