#include "core/inspect/find.h"

#include "core/error.h"
#include "core/inspect/thresholds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace pn::inspect {
namespace {

bool isBlack(const InspectedMap& map, std::uint32_t face)
{
    return double(map.faces[face].most) <= kBlack * map.mean();
}

// Faces of one colour that do not continue their neighbours. Where they do, they may show what they have to.
bool findUniformFaces(const InspectedMap& map, const std::array<bool, 6>& isUniform, const EdgeSteps& steps,
                      Findings& findings)
{
    bool isFound = false;
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        int broken = 0;
        for (std::size_t i = 0; i < steps.size(); ++i)
            broken += kCubeEdges[i].touches(face) && steps[i].step > kBrokenStep && steps[i].ratio > kBrokenSteps;
        if (!isUniform[face] || broken < 3)
            continue;
        findings
            .add(isBlack(map, face) ? PN_FINDING_BLACK : PN_FINDING_CONSTANT, PN_SEVERITY_ERROR, 1, 1,
                 joined("face ", faceName(face), isBlack(map, face) ? " is black" : " has one colour",
                        ", and its neighbours do not continue it"))
            .face = face;
        isFound = true;
    }
    return isFound;
}

void addOrder(const OrderFit& fit, bool isSure, Findings& findings)
{
    constexpr std::array<const char*, 4> kTurns = {"", " turned 90", " turned 180", " turned 270"};
    std::string text = isSure ? "" : "faces do not fit together, and seams cannot tell how they would; perhaps ";
    std::size_t count = 0;
    for (std::uint32_t place = 0; place < 6; ++place)
        if (const auto [face, turn] = fit.order[place]; fit.order[place] != FacePlace{place, 0})
            text += joined(count++ == 0 ? "" : ", ", faceName(place), " is the file's ", faceName(face),
                           (turn & 4) != 0 ? " mirrored" : "", kTurns[turn & 3]);
    const double ratio = fit.bestCost > 0 ? std::min(1e6, fit.givenCost / fit.bestCost) : 1e6;
    PnFinding& finding = findings.add(PN_FINDING_FACE_ORDER, isSure ? PN_SEVERITY_ERROR : PN_SEVERITY_WARNING, count,
                                      ratio, joined(text, ": seams are ", numberText(ratio), " times smaller"));
    for (std::uint32_t place = 0; place < 6; ++place)
    {
        finding.places[place] = fit.order[place].face;
        finding.turns[place] = fit.order[place].turn;
    }
    if (!isSure)
        finding.mends = 0;
}

double ratioOf(double gain) // from 2 (a - b) / (a + b)
{
    return (2 + gain) / (2 - gain);
}

// How much brighter a face is than its neighbours continue it, as a logarithm: the weighted mean of its edges. Where
// they differ by more than their errors, that is its error.
struct FaceGain
{
    FaceGain(const EdgeSteps& steps, std::uint32_t whose) : face(whose)
    {
        std::array<std::pair<double, double>, 4> offsets; // and their weights
        std::size_t count = 0;
        double weights = 0, squares = 0;
        for (std::size_t i = 0; i < steps.size(); ++i)
        {
            if (!kCubeEdges[i].touches(face))
                continue;
            const double weight = 1 / (steps[i].error * steps[i].error + kSeamFloor * kSeamFloor);
            offsets[count++] = {kCubeEdges[i].face == face ? steps[i].offset : -steps[i].offset, weight};
            weights += weight;
            gain += weight * offsets[count - 1].first;
        }
        gain /= weights;
        for (const auto& [offset, weight] : offsets)
        {
            squares += weight * std::max(1.0, weight * (offset - gain) * (offset - gain));
            agreeing += offset / gain + 1 / (std::sqrt(weight) * std::abs(gain)) >= kGainAgreement;
        }
        errors = std::abs(gain) * weights / std::sqrt(squares);
    }

    double change(const InspectedMap& map) const
    {
        const auto count = std::uint32_t(map.grid.shape().texelsPerFace());
        double flux = 0;
        for (std::uint32_t i = face * count; i < (face + 1) * count; ++i)
            flux += map.flux(i);
        return flux * (1 - 1 / ratioOf(gain));
    }
    bool isFound(const InspectedMap& map) const
    {
        return std::abs(gain) >= kGain && errors >= kGainErrors && agreeing >= 3 &&
               std::abs(change(map)) >= kLeastGainEffect * map.light.flux;
    }

    std::uint32_t face;
    double gain = 0, errors = 0; // of them, so many standard errors
    int agreeing = 0;            // edges that show it, too, or may
};

// The faces whose brightness differs from what their edges say, the surest first: what it explains is no other's.
void findGains(const InspectedMap& map, EdgeSteps& steps, FaceVerdict& verdict, Findings& findings)
{
    for (int round = 0; round < 3; ++round) // more have no three neighbours that are right
    {
        std::optional<FaceGain> best;
        for (std::uint32_t face = 0; face < 6; ++face)
            if (const FaceGain gain(steps, face); gain.isFound(map) && (!best || gain.errors > best->errors))
                best = gain;
        if (!best)
            return;
        const bool isSure = best->errors >= kSureGainErrors;
        const double ratio = ratioOf(best->gain), effect = best->change(map) / (map.light.flux - best->change(map));
        PnFinding& finding = findings.add(
            PN_FINDING_FACE_GAIN, isSure ? PN_SEVERITY_ERROR : PN_SEVERITY_WARNING, 1, ratio,
            joined("face ", faceName(best->face), " is ", numberText(ratio),
                   " times as bright as its neighbours at its edges: ", percentText(effect), " of the average light"));
        finding.face = best->face;
        finding.average = float(effect);
        finding.mends *= isSure;
        if (isSure && !verdict.wrongFace)
        {
            verdict.wrongFace = best->face;
            verdict.gain = ratio;
        }
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (kCubeEdges[i].touches(best->face))
            {
                steps[i].offset += kCubeEdges[i].face == best->face ? -best->gain : best->gain;
                steps[i].seam *= !isSure;
            }
    }
}

} // namespace

void findSteps(const InspectedMap& map, const EdgeSteps& steps, std::uint32_t mip, Findings& findings)
{
    const auto worst = std::max_element(steps.begin(), steps.end(),
                                        [](const EdgeStep& a, const EdgeStep& b) { return a.seam < b.seam; });
    if (worst->seam < kSeam || map.grid.shape().width < kLeastSeamSize)
        return;
    const CubeEdge& edge = kCubeEdges[std::size_t(worst - steps.begin())];
    const auto count =
        std::count_if(steps.begin(), steps.end(), [](const EdgeStep& step) { return step.seam >= kSeam; });
    PnFinding& finding =
        findings.add(PN_FINDING_SEAM, PN_SEVERITY_WARNING, std::size_t(count), worst->seam,
                     joined("mip ", mip, ": the step from ", faceName(edge.face), " to ", faceName(edge.other), " is ",
                            numberText(worst->seam), " times as large as steps within faces"));
    finding.mip = mip;
    finding.face = edge.face;
}

FaceVerdict findFaces(const InspectedMap& map, Findings& findings)
{
    FaceVerdict verdict;
    if (map.grid.shape().width < kLeastFaceSize)
        return verdict;
    std::array<bool, 6> isUniform{};
    for (std::uint32_t face = 0; face < 6; ++face)
        isUniform[face] = isBlack(map, face) || map.faces[face].isUniform();
    auto [steps, fit] = findSeams(map, isUniform);
    const bool fitsElsewhere = fit.bestCost < kBrokenStep / 4 && fit.givenCost > kOrderNotGain * fit.bestCost;
    if (!fitsElsewhere && findUniformFaces(map, isUniform, steps, findings))
        return verdict;
    const bool isWrong = fit.givenCost > kLeastSeam && fit.givenCost > kOrderGain * fit.bestCost;
    const bool isSure = fit.secondCost > (1 + kOrderMargin) * fit.bestCost;
    if (!isWrong || (!isSure && fit.givenCost <= kOrderNotGain * fit.bestCost))
        findGains(map, steps, verdict, findings);
    if (isWrong && !verdict.wrongFace)
        addOrder(fit, isSure, findings);
    if (isWrong && isSure && !verdict.wrongFace)
        verdict.order = fit.order;
    else
        findSteps(map, steps, 0, findings);
    return verdict;
}

} // namespace pn::inspect
