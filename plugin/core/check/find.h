#pragma once

#include "core/check/checked_map.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// What looks for one kind of defect each.
namespace pn::check {

// The findings of one environment.
class Findings
{
public:
    static constexpr std::size_t kMost = 64;

    // Without a place and without effects. Its kind has a limit and names what fixes it.
    PnFinding& add(PnFindingKind kind, PnSeverity severity, std::size_t count, double value, const std::string& text);

    std::vector<PnFinding> taken(); // the gravest first

private:
    std::vector<PnFinding> m_findings;
};

void setPlace(PnFinding& finding, const Shape& shape, std::uint32_t texel);
std::string countedTexels(std::size_t count);
std::string numberText(double value);  // three digits
std::string percentText(double share); // with its sign, but for what is below .001 %
const char* faceName(std::uint32_t face);

// Up to four texels far above all around them.
struct BrightCluster
{
    enum class Kind
    {
        Firefly,
        Unsure, // it may be a sun whose disc is smaller than a texel
        Sun     // its glow says so
    };

    Kind kind = Kind::Firefly;
    Texels texels;       // the brightest first
    Texels ring;         // the texels that touch them
    double contrast = 0; // of the brightest against the ring's median
    LightShare light;    // above the ring's median
};

// The brightest first.
std::vector<BrightCluster> findBrightClusters(const CheckedMap& map);

// Whether no sun explains a cluster: it is far brighter than all the rest of the light, and nothing shows that it
// shines.
bool outshinesSuns(const CheckedMap& map, const BrightCluster& cluster, double rest);

// Those of a kind that matter, each by itself, and the others where their sum does. Only they are found and fixed.
std::vector<BrightCluster> clustersThatMatter(const CheckedMap& map, const std::vector<BrightCluster>& clusters,
                                              BrightCluster::Kind kind);

void findNonFinite(const CheckedMap& map, Findings& findings);
void findNegative(const CheckedMap& map, Findings& findings);
void findFireflies(const CheckedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings);
void findDarkness(const CheckedMap& map, Findings& findings);
void findClipping(const CheckedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings);
void findEightBits(const CheckedMap& map, Findings& findings);

// Steps between faces are 2 (a - b) / (a + b), which is the difference of logarithms where it is small.

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
EdgeSteps findEdgeSteps(const CheckedMap& map);

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
std::pair<EdgeSteps, OrderFit> findSeams(const CheckedMap& map, const std::array<bool, 6>& isUniform);

// What OrderFit::givenCost would be if each face were divided by its gain.
double seamCost(const CheckedMap& map, const std::array<double, 6>& gains);

// What the faces of a cubemap and its seams say.
struct FaceVerdict
{
    std::optional<FaceOrder> order;                   // where another one is surely right
    std::array<double, 6> gains = {1, 1, 1, 1, 1, 1}; // of the faces; others than 1 where they are sure

    bool hasGains() const
    {
        return std::any_of(gains.begin(), gains.end(), [](double gain) { return gain != 1; });
    }
};
FaceVerdict findFaces(const CheckedMap& map, Findings& findings);

// Steps at the edges of mip number mip, whose order is right.
void findSteps(const CheckedMap& map, const EdgeSteps& steps, std::uint32_t mip, Findings& findings);

// What the mips of a cubemap are made of the first one by: means, a lobe and a mapping, or neither. mean: of the first
// one.
void findMips(std::span<const ProbeView> mips, double mean, std::uint32_t threadCount, Findings& findings);

} // namespace pn::check
