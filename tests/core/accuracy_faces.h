#pragma once

#include "support/oracle.h"

#include <array>
#include <cmath>

namespace pn::testing {

struct FaceCorners
{
    std::array<double, 3> topLeft, topRight, bottomLeft;
};

// Corners of the cube where each face's texture coordinates say they are, read by hand from the table of cube map
// faces in the Vulkan specification (section "Cube Map Face Selection").
inline constexpr FaceCorners kFaceCorners[6] = {
    {{1, 1, 1}, {1, 1, -1}, {1, -1, 1}},     // +X
    {{-1, 1, -1}, {-1, 1, 1}, {-1, -1, -1}}, // -X
    {{-1, 1, -1}, {1, 1, -1}, {-1, 1, 1}},   // +Y
    {{-1, -1, 1}, {1, -1, 1}, {-1, -1, -1}}, // -Y
    {{-1, 1, 1}, {1, 1, 1}, {-1, -1, 1}},    // +Z
    {{1, 1, -1}, {-1, 1, -1}, {1, -1, -1}},  // -Z
};

// Direction through the centre of a texel, by walking from the top left corner along the face's edges.
inline oracle::Direction directionByHand(std::uint32_t face, std::uint32_t x, std::uint32_t y, std::uint32_t faceSize)
{
    const auto& [topLeft, topRight, bottomLeft] = kFaceCorners[face];
    const double right = (x + 0.5) / faceSize, down = (y + 0.5) / faceSize;
    std::array<double, 3> d{};
    for (std::size_t i = 0; i < 3; ++i)
        d[i] = topLeft[i] + right * (topRight[i] - topLeft[i]) + down * (bottomLeft[i] - topLeft[i]);
    const double length = std::hypot(d[0], d[1], d[2]);
    return {d[0] / length, d[1] / length, d[2] / length};
}

} // namespace pn::testing
