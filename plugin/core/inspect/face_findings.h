#pragma once

#include "core/inspect/face_seams.h"
#include "core/inspect/findings.h"

#include <optional>

namespace pn::inspect {

// What the faces of a cubemap and its seams say.
struct FaceVerdict
{
    std::optional<FaceOrder> order; // where another one is surely right
    std::optional<std::uint32_t> wrongFace;
    double gain = 1; // of that face
};

FaceVerdict findFaces(const InspectedMap& map, Findings& findings);

// Steps at the edges of mip number mip, whose order and gains are right.
void findSteps(const InspectedMap& map, const std::array<EdgeStep, 12>& steps, std::uint32_t mip, Findings& findings);

} // namespace pn::inspect
