#pragma once

#include "core/inspect/inspected_map.h"

#include <array>
#include <vector>

namespace pn::inspect {

// Which face of a file belongs to a place, and how it is turned: mirrored left to right if turn & 4, then turned
// clockwise by turn & 3 quarters.
struct FacePlace
{
    std::uint32_t face = 0, turn = 0;

    bool operator==(const FacePlace&) const = default;
};
using FaceOrder = std::array<FacePlace, 6>;

inline constexpr FaceOrder kFilesOrder = {{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}};

// Where a texel of a turned face was in the given one.
std::array<std::uint32_t, 2> turnedFrom(std::uint32_t turn, std::uint32_t size, std::uint32_t x, std::uint32_t y);

// The 12 edges of a cube: edge number edge of face meets edge number otherEdge of other. Edges are numbered clockwise
// from the top; seen clockwise, the texels of the two run against each other.
struct CubeEdge
{
    std::uint32_t face, edge, other, otherEdge;
};
const std::array<CubeEdge, 12>& cubeEdges();

struct OrderFit
{
    FaceOrder order;       // the best one; of those that are turns of the whole cube, the one that moves least
    double givenCost = 0;  // mean step at the seams of the order of the file
    double bestCost = 0;   // of the best one
    double secondCost = 0; // of the best one of the others
};

struct EdgeStep
{
    double offset = 0;    // mean of the step, as a difference of logarithms: of the edge's face against the other
    double error = 0;     // its standard error
    double step = 0;      // mean magnitude of the steps across
    double variation = 0; // the same between texels beside the edge
    double medianStep = 0, medianVariation = 0; // of both; few texels of a picture's own edges do not change them
};

// The rows of texels at the edges of a cubemap's faces, and how well they fit together. Steps are 2 (a - b) / (a + b),
// which is the difference of logarithms where it is small.
class FaceSeams
{
public:
    explicit FaceSeams(const InspectedMap& map);

    OrderFit fitOrder(const std::array<bool, 6>& isUniform) const; // isUniform: no turn of such a face counts
    std::array<EdgeStep, 12> steps() const;                        // by cubeEdges()

private:
    static constexpr std::uint32_t kRows = 4; // so that steps count of a face that was made of larger texels

    struct Sample
    {
        std::array<double, 3> outer{};         // r g b at the border
        std::array<double, kRows> luminance{}; // there, and in the rows of texels further in
    };
    using Samples = std::vector<Sample>;
    class OrderSearch;

    double cost(const Samples& a, const Samples& b, bool isReversed) const;
    double step(double a, double b) const;
    EdgeStep stepAt(const Samples& a, const Samples& b) const;

    double m_dark = 0;
    std::array<std::array<Samples, 4>, 6> m_samples; // by face and edge, clockwise
};

// How much brighter each face is than it would be if seams showed no steps, as logarithms whose median is 0; and the
// largest standard error.
struct FaceGains
{
    std::array<double, 6> gain{};
    double error = 0;
};
FaceGains fitGains(const std::array<EdgeStep, 12>& steps);

} // namespace pn::inspect
