#include "core/prefilter/node_grid.h"

#include "core/cube_faces.h"
#include "core/prefilter/quadrature.h"

#include <algorithm>
#include <cmath>

namespace pn {

namespace {

constexpr std::uint32_t kStencilNodes = 6;
constexpr std::uint32_t kLeastIntervals = 2;

// Lagrange's polynomials of nodes first to first + count - 1 at a position.
void addPolynomials(NodeGrid::Stencil& stencil, double at, double weight)
{
    for (std::uint32_t k = 0; k < stencil.count; ++k)
    {
        double value = weight;
        for (std::uint32_t other = 0; other < stencil.count; ++other)
            if (other != k)
                value *= (at - (stencil.first + other)) / (double(k) - double(other));
        stencil.weights[k] += value;
    }
}

// The nodes around an interval of a level with some intervals; next to an edge, those that lie nearest to it.
NodeGrid::Stencil stencilAround(std::uint32_t intervals, std::uint32_t interval)
{
    NodeGrid::Stencil stencil;
    stencil.count = std::min(kStencilNodes, intervals + 1);
    const std::uint32_t before = stencil.count / 2 - 1;
    stencil.first = std::min(interval > before ? interval - before : 0, intervals + 1 - stencil.count);
    return stencil;
}

using Axis = std::array<int, 3>;

CubeSymmetry makeSymmetry(std::uint32_t index)
{
    CubeSymmetry made;
    made.face = index / 8;
    made.swaps = (index & 4) != 0;
    made.mirrorsV = (index & 2) != 0;
    made.mirrorsU = (index & 1) != 0;

    // The axes of face 0 become axes of the face, as rows of a matrix.
    const FaceFrame from = kFaceFrames[0], to = kFaceFrames[made.face];
    const Axis axisU = made.swaps ? from.down : from.right, axisV = made.swaps ? from.right : from.down;
    const int signU = made.mirrorsU ? -1 : 1, signV = made.mirrorsV ? -1 : 1;
    const auto mapped = [&](const Axis& v) {
        const int u = along(v, axisU), w = along(v, axisV), outward = along(v, from.outward);
        Axis result{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            result[axis] = signU * u * to.right[axis] + signV * w * to.down[axis] + outward * to.outward[axis];
        return result;
    };
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        const Axis outward = mapped(kFaceFrames[face].outward), right = mapped(kFaceFrames[face].right);
        const Axis down = mapped(kFaceFrames[face].down);
        CubeSymmetry::Face& image = made.faces[face];
        while (kFaceFrames[image.face].outward != outward)
            ++image.face;
        const FaceFrame& frame = kFaceFrames[image.face];
        image.swaps = along(right, frame.right) == 0;
        image.mirrorsI = along(image.swaps ? down : right, frame.right) < 0;
        image.mirrorsJ = along(image.swaps ? right : down, frame.down) < 0;
    }
    return made;
}

} // namespace

const std::array<CubeSymmetry, 48>& cubeSymmetries()
{
    static const auto symmetries = [] {
        std::array<CubeSymmetry, 48> made;
        for (std::uint32_t i = 0; i < made.size(); ++i)
            made[i] = makeSymmetry(i);
        return made;
    }();
    return symmetries;
}

NodeGrid::NodeGrid(std::uint32_t faceSize)
{
    levels.push_back({faceSize, faceSize, 0});
    for (std::uint32_t intervals = faceSize;; intervals = (intervals + 1) / 2)
    {
        const Level& below = levels.back();
        levels.push_back({intervals, intervals + 1, below.first + 6 * below.size * below.size});
        if (intervals <= kLeastIntervals)
            break;
    }
    stencils.resize(levels.size());
    for (std::uint32_t level = 1; level < levels.size(); ++level)
        for (std::uint32_t i = 0; i < levels[level - 1].size; ++i)
            stencils[level].push_back(stencilBelow(level, i));
    whites.emplace_back(faceSize, 1.0);
    readers.resize(levels.size());
    for (std::uint32_t level = 1; level < levels.size(); ++level)
    {
        std::vector<double> white;
        for (const Gather& gather : gathers(level))
        {
            double sum = 0;
            for (std::size_t k = 0; k < gather.weights.size(); ++k)
                sum += gather.weights[k] * whites.back()[gather.first + k];
            white.push_back(sum);
            readers[level].push_back({gather.first, gather.first + std::uint32_t(gather.weights.size())});
        }
        whites.push_back(std::move(white));
    }
}

std::uint32_t NodeGrid::nodeCount() const
{
    return levels.back().first + 6 * levels.back().size * levels.back().size;
}

NodeGrid::Stencil NodeGrid::stencilBelow(std::uint32_t level, std::uint32_t i) const
{
    const std::uint32_t intervals = levels[level].intervals;
    if (level == 1) // texel i lies on interval i
    {
        Stencil stencil = stencilAround(intervals, i);
        for (const QuadraturePoint& point : gaussPoints(3)) // exact for the polynomials' degree
            addPolynomials(stencil, i + point.x, point.weight);
        return stencil;
    }
    const double at = double(i) * intervals / levels[level - 1].intervals;
    if (at == std::floor(at)) // a node of both levels
        return {std::uint32_t(at), 1, {1}};
    Stencil stencil = stencilAround(intervals, std::uint32_t(at));
    addPolynomials(stencil, at, 1);
    return stencil;
}

std::vector<NodeGrid::Gather> NodeGrid::gathers(std::uint32_t level) const
{
    const std::uint32_t below = levels[level - 1].size;
    std::vector<Gather> made(levels[level].size);
    for (std::uint32_t i = 0; i < below; ++i)
    {
        const Stencil& stencil = stencils[level][i];
        for (std::uint32_t k = 0; k < stencil.count; ++k)
        {
            if (stencil.weights[k] == 0)
                continue;
            Gather& gather = made[stencil.first + k];
            if (gather.weights.empty())
                gather.first = i;
            gather.weights.resize(i - gather.first + 1);
            gather.weights.back() = stencil.weights[k];
        }
    }
    return made;
}

} // namespace pn
