#pragma once

#include "core/inspect/inspected_map.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

// The rows of texels at the edges of a cubemap's faces, and how well they fit together. Steps are 2 (a - b) / (a + b),
// which is the difference of logarithms where it is small.
namespace pn::inspect {

// One of the 12 edges of a cube, where two faces meet.
struct CubeEdge
{
    std::uint32_t face, other;

    bool touches(std::uint32_t any) const { return face == any || other == any; }
};
inline constexpr std::array<CubeEdge, 12> kCubeEdges = {
    {{0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 4}, {2, 5}, {3, 4}, {3, 5}}};

struct EdgeStep
{
    double step = 0;   // mean magnitude of the steps across
    double ratio = 0;  // the same over steps beside the edge
    double seam = 0;   // the step that is the same all along the edge, over the mean step within faces
    double offset = 0; // mean of the steps: of the edge's face against the other
    double error = 0;  // its standard error
};
using EdgeSteps = std::array<EdgeStep, 12>; // by kCubeEdges

// Colours and luminance of the texels at the edges of all faces.
class Borders
{
public:
    explicit Borders(const InspectedMap& map);

    EdgeSteps steps();

    // Mean step if two edges met, numbered by 4 * face + edge; 0 to 3 clockwise from the top.
    double cost(std::uint32_t a, std::uint32_t b, bool isReversed) const;

private:
    static constexpr std::uint32_t kRows = 4; // so that steps count of a face that was made of larger texels

    // Luminances at the border, those of the rows further in, and r g b at the border.
    using Planes = std::array<std::vector<float>, kRows + 3>;

    double step(float a, float b) const;
    EdgeStep stepAt(const CubeEdge& edge);
    bool variesMoreThan(double limit); // looks at as many texels as it needs

    const InspectedMap& m_map;
    std::uint32_t m_size, m_row = 1; // rows from that on have not been looked at
    double m_dark;
    double m_variation = kSeamFloor;                // mean step between two texels within a face
    std::array<std::array<Planes, 24>, 2> m_planes; // as they are, and reversed
};

// Which face of a file belongs to a place, and how it is turned: mirrored left to right if turn & 4, then turned
// clockwise by turn & 3 quarters.
struct FacePlace
{
    std::uint32_t face = 0, turn = 0;

    bool operator==(const FacePlace&) const = default;
};
using FaceOrder = std::array<FacePlace, 6>;

// Where a texel of a turned face was in the given one.
std::array<std::uint32_t, 2> turnedFrom(std::uint32_t turn, std::uint32_t size, std::uint32_t x, std::uint32_t y);

struct OrderFit
{
    FaceOrder order;       // the best one; of those that are turns of the whole cube, the one that moves least
    double givenCost = 0;  // mean step at the seams of the order of the file
    double bestCost = 0;   // of the best one
    double secondCost = 0; // of the best one of the others, or what the order of the file costs where they cost more
};

// isUniform: no turn of such a face counts.
OrderFit fitOrder(const Borders& borders, const std::array<bool, 6>& isUniform);

} // namespace pn::inspect
