#pragma once

#include "core/inspect/face_seams.h"
#include "core/inspect/findings.h"

#include <optional>
#include <span>
#include <vector>

// What looks for one kind of defect each.
namespace pn::inspect {

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
std::vector<BrightCluster> findBrightClusters(const InspectedMap& map);

// Those of a kind that matter, each by itself, and the others where their sum does. Only they are found and mended.
std::vector<BrightCluster> clustersThatMatter(const InspectedMap& map, const std::vector<BrightCluster>& clusters,
                                              BrightCluster::Kind kind);

void findNonFinite(const InspectedMap& map, Findings& findings);
void findNegative(const InspectedMap& map, Findings& findings);
void findFireflies(const InspectedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings);
void findDarkness(const InspectedMap& map, Findings& findings);
void findClipping(const InspectedMap& map, const std::vector<BrightCluster>& clusters, Findings& findings);
void findEightBits(const InspectedMap& map, Findings& findings);

// What the faces of a cubemap and its seams say.
struct FaceVerdict
{
    std::optional<FaceOrder> order; // where another one is surely right
    std::optional<std::uint32_t> wrongFace;
    double gain = 1; // of that face
};
FaceVerdict findFaces(const InspectedMap& map, Findings& findings);

// Steps at the edges of mip number mip, whose order is right.
void findSteps(const InspectedMap& map, const EdgeSteps& steps, std::uint32_t mip, Findings& findings);

// What the mips of a cubemap are made of the first one by: means, a lobe and a law, or neither. mean: of the first one.
void findMips(std::span<const ProbeView> mips, double mean, std::uint32_t threadCount, Findings& findings);

} // namespace pn::inspect
