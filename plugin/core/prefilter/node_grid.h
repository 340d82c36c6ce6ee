#pragma once

#include "core/cube_faces.h"
#include "core/sh/vec3.h"

#include <array>
#include <cstdint>
#include <vector>

namespace pn {

// What is less counts as 0, so that no product of a weight and a light becomes denormal: some devices take that for 0.
inline constexpr float kLeastNodeLight = 0x1p-60f;
inline constexpr float kLeastSpreadWeight = 0x1p-30f; // of the light that a node hands to the level above
inline constexpr float kLeastNodeWeight = 0x1p-40f;

// The points at which a prefiltered cubemap reads its source.
//
// Level 0 holds the texels of the source. Each level above is a square grid of nodes over every face, with nodes on the
// face's edges. The first has one interval per texel, and each further one half as many, down to 2. A node holds light:
// a level's light is that of the level below, handed to the nodes around it with the weights of an interpolation. A sum
// of the light times any smooth function is therefore the same on every level, up to the interpolation's error.
class NodeGrid
{
public:
    explicit NodeGrid(std::uint32_t faceSize);

    struct Level
    {
        std::uint32_t intervals = 0; // per edge of a face
        std::uint32_t size = 0;      // nodes per edge: intervals, or intervals + 1 above level 0
        std::uint32_t first = 0;     // index of its first node; nodes go face by face and row by row

        std::uint32_t index(std::uint32_t face, std::uint32_t i, std::uint32_t j) const
        {
            return first + (face * size + j) * size + i;
        }
    };

    // What a node gets from the level below, along one axis: sources first to first + weights.size() - 1.
    struct Gather
    {
        std::uint32_t first = 0;
        std::vector<double> weights;
    };

    // A polynomial of degree 5 through nodes first to first + count - 1, or a node itself.
    struct Stencil
    {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::array<double, 6> weights{};
    };

    std::uint32_t faceSize() const { return levels.front().size; }
    std::uint32_t nodeCount() const;

    // The same turned round.
    std::vector<Gather> gathers(std::uint32_t level) const;

    std::vector<Level> levels;

    // On a level above 0, for what lies below it: [level][i] gives its value at a node i of the level below, or its
    // mean over texel i where that level is 0.
    std::vector<std::vector<Stencil>> stencils;
    struct Span
    {
        std::uint32_t begin, end;
    };

    // On a level above 0: [level][i] are the nodes of the level below whose stencils have node i.
    std::vector<std::vector<Span>> readers;
    std::vector<std::vector<double>> whites; // per level and node along an edge: the light of a white source

private:
    Stencil stencilBelow(std::uint32_t level, std::uint32_t i) const;
};

// Where u to the right and v down, in [-1, 1], of a face point; not of unit length.
[[gnu::always_inline]] inline Vec3 faceDirection(std::uint32_t face, double u, double v)
{
    const FaceFrame& frame = kFaceFrames[face];
    const auto component = [&](std::size_t axis) {
        return u * frame.right[axis] + v * frame.down[axis] + frame.outward[axis];
    };
    return {component(0), component(1), component(2)};
}

// One of the 48 ways to turn and mirror a cube. It maps face 0 to a face: u and v are swapped first, if at all, and
// then mirrored.
struct CubeSymmetry
{
    // Where a face's nodes go.
    struct Face
    {
        std::uint32_t face = 0;
        bool swaps = false, mirrorsI = false, mirrorsJ = false; // i and j after the swap
    };

    std::uint32_t face = 0;
    bool swaps = false, mirrorsU = false, mirrorsV = false;
    std::array<Face, 6> faces{};
};

// face * 8 + swaps * 4 + mirrorsV * 2 + mirrorsU
const std::array<CubeSymmetry, 48>& cubeSymmetries();

} // namespace pn
