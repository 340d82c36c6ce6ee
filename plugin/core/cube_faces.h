#pragma once

#include <array>

namespace pn {

// The axes of a face of a cube: to the right, down and outwards.
struct FaceFrame
{
    std::array<int, 3> right, down, outward;
};

// By the table of cube faces in the Vulkan specification, 16.5.4.
inline constexpr std::array<FaceFrame, 6> kFaceFrames = {{
    {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}}, // +X
    {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}}, // -X
    {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},   // +Y
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, // -Y
    {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}},  // +Z
    {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}} // -Z
}};

// How far a point lies along an axis of a face.
template <typename Number>
Number along(const std::array<Number, 3>& point, const std::array<int, 3>& axis)
{
    return point[0] * axis[0] + point[1] * axis[1] + point[2] * axis[2];
}

} // namespace pn
