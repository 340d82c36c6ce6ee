#include "core/inspect/face_findings.h"

#include "core/error.h"
#include "core/inspect/thresholds.h"

#include <algorithm>
#include <cmath>

namespace pn::inspect {
namespace {

struct FaceRange
{
    float least, most;
    double flux;
};

std::array<FaceRange, 6> rangesOf(const InspectedMap& map)
{
    std::array<FaceRange, 6> ranges{};
    const auto count = std::uint32_t(map.shape().texelsPerFace());
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        FaceRange& range = ranges[face] = {INFINITY, 0, 0};
        for (std::uint32_t i = face * count; i < (face + 1) * count; ++i)
        {
            range.least = std::min(range.least, map.luminance(i));
            range.most = std::max(range.most, map.luminance(i));
            range.flux += map.flux(i);
        }
    }
    return ranges;
}

bool touches(const CubeEdge& edge, std::uint32_t face)
{
    return edge.face == face || edge.other == face;
}

bool isBroken(const EdgeStep& step)
{
    return step.step > std::max(kBrokenStep, kBrokenSteps * step.variation);
}

std::uint32_t brokenEdges(const std::array<EdgeStep, 12>& steps, std::uint32_t face)
{
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < steps.size(); ++i)
        count += touches(cubeEdges()[i], face) && isBroken(steps[i]);
    return count;
}

// A face of one colour that does not continue its neighbours. Where it does, it may show what it has to.
bool findUniformFaces(const InspectedMap& map, const std::array<FaceRange, 6>& ranges,
                      const std::array<bool, 6>& isUniform, const std::array<EdgeStep, 12>& steps, Findings& findings)
{
    const auto uniform = std::uint32_t(std::count(isUniform.begin(), isUniform.end(), true));
    const bool isWhole = uniform == 6 && double(map.brightest()) <= (1 + kConstant) * map.mean();
    bool isFound = false;
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        const bool isBlack = double(ranges[face].most) <= kBlack * map.mean();
        if (!isUniform[face] || (!isWhole && brokenEdges(steps, face) < 3))
            continue;
        const PnSeverity severity = isWhole && !isBlack ? PN_SEVERITY_NOTE : PN_SEVERITY_ERROR;
        PnFinding& finding = findings.add(isBlack ? PN_FINDING_BLACK : PN_FINDING_CONSTANT, severity);
        const std::string what = isBlack
                                     ? std::string("is black")
                                     : joined("has one colour, of luminance ", numberText(double(ranges[face].most)));
        isFound = true;
        finding.count = isWhole ? 6 : 1;
        finding.value = float(finding.count);
        if (isWhole)
        {
            setText(finding, joined("the whole map ", what));
            return true;
        }
        finding.face = face;
        setText(finding, joined("face ", faceName(face), " ", what, ", and its neighbours do not continue it"));
    }
    return isFound;
}

std::string placeText(std::uint32_t place, const FacePlace& from)
{
    constexpr std::array<const char*, 4> kTurns = {"", " turned 90", " turned 180", " turned 270"};
    return joined(faceName(place), " is the file's ", faceName(from.face), (from.turn & 4) != 0 ? " mirrored" : "",
                  kTurns[from.turn & 3]);
}

void addOrder(const OrderFit& fit, bool isSure, Findings& findings)
{
    PnFinding& finding = findings.add(PN_FINDING_FACE_ORDER, isSure ? PN_SEVERITY_ERROR : PN_SEVERITY_WARNING);
    finding.value = float(fit.bestCost > 0 ? std::min(1e6, fit.givenCost / fit.bestCost) : 1e6);
    finding.limit = float(kOrderGain);
    std::string text = isSure ? "" : "faces do not fit together, and seams cannot tell how they would; perhaps ";
    for (std::uint32_t place = 0; place < 6; ++place)
    {
        finding.places[place] = fit.order[place].face;
        finding.turns[place] = fit.order[place].turn;
        if (fit.order[place] == FacePlace{place, 0})
            continue;
        text += joined(finding.count++ == 0 ? "" : ", ", placeText(place, fit.order[place]));
    }
    finding.mends = isSure ? std::uint32_t(PN_MEND_FACES) : 0;
    setText(finding, joined(text, ": seams are ", numberText(double(finding.value)), " times smaller"));
}

// How many edges of a face show half its gain or more.
std::uint32_t agreeingEdges(const std::array<EdgeStep, 12>& steps, const FaceGains& gains, std::uint32_t face)
{
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < steps.size(); ++i)
    {
        const CubeEdge& e = cubeEdges()[i];
        if (!touches(e, face))
            continue;
        const double gain =
            e.face == face ? steps[i].offset + gains.gain[e.other] : gains.gain[e.face] - steps[i].offset;
        count += gain / gains.gain[face] >= 0.5;
    }
    return count;
}

double ratioOf(double gain) // from 2 (a - b) / (a + b)
{
    return (2 + gain) / (2 - gain);
}

// The face whose brightness differs most from what its edges say; none where that is not sure.
std::optional<std::uint32_t> findGain(const InspectedMap& map, const std::array<FaceRange, 6>& ranges,
                                      const std::array<EdgeStep, 12>& steps, const FaceGains& gains, Findings& findings)
{
    std::optional<std::uint32_t> worst;
    double effect = 0;
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        const double gain = std::abs(gains.gain[face]);
        if (gain < kGain || gain < kGainErrors * gains.error || (worst && gain <= std::abs(gains.gain[*worst])))
            continue;
        const double change = ranges[face].flux * (1 - 1 / ratioOf(gains.gain[face]));
        if (std::abs(change) < kLeastGainEffect * map.light().flux() || agreeingEdges(steps, gains, face) < 3)
            continue;
        worst = face;
        effect = change / (map.light().flux() - change);
    }
    if (!worst)
        return worst;
    PnFinding& finding = findings.add(PN_FINDING_FACE_GAIN, PN_SEVERITY_ERROR);
    finding.face = *worst;
    finding.mends = PN_MEND_GAINS;
    finding.count = 1;
    finding.value = float(ratioOf(gains.gain[*worst]));
    finding.limit = float(kGain);
    finding.average = float(effect);
    setText(finding,
            joined("face ", faceName(*worst), " is ", numberText(double(finding.value)),
                   " times as bright as its neighbours at its edges: ", percentText(effect), " of the average light"));
    return worst;
}

// How much larger the step at an edge is than those beside it: as a mean and as a median, so that an edge of the
// picture that falls on it does not count, or as a step all along it.
double stepRatio(const EdgeStep& step)
{
    const double variation = step.variation + kSeamFloor, offset = std::abs(step.offset);
    const double ratio = std::min(step.step / variation, step.medianStep / (step.medianVariation + kSeamFloor));
    return offset < kOffsetErrors * step.error ? ratio : std::max(ratio, kOffset * offset / variation);
}

} // namespace

void findSteps(const InspectedMap& map, const std::array<EdgeStep, 12>& steps, std::uint32_t mip, Findings& findings)
{
    if (map.shape().width < kLeastSeamSize)
        return;
    PnFinding* finding = nullptr;
    for (std::size_t i = 0; i < steps.size(); ++i)
    {
        const double ratio = stepRatio(steps[i]);
        if (ratio < kSeam)
            continue;
        if (finding == nullptr)
            finding = &findings.add(PN_FINDING_SEAM, PN_SEVERITY_WARNING);
        ++finding->count;
        if (ratio <= double(finding->value))
            continue;
        finding->mip = mip;
        finding->face = cubeEdges()[i].face;
        finding->value = float(ratio);
        finding->limit = float(kSeam);
        setText(*finding, joined("mip ", mip, ": the step from ", faceName(cubeEdges()[i].face), " to ",
                                 faceName(cubeEdges()[i].other), " is ", numberText(ratio),
                                 " times as large as steps beside it"));
    }
}

FaceVerdict findFaces(const InspectedMap& map, Findings& findings)
{
    FaceVerdict verdict;
    if (map.shape().width < kLeastFaceSize)
        return verdict;
    const std::array<FaceRange, 6> ranges = rangesOf(map);
    std::array<bool, 6> isUniform;
    for (std::uint32_t face = 0; face < 6; ++face)
        isUniform[face] = double(ranges[face].most) <= kBlack * map.mean() ||
                          double(ranges[face].most - ranges[face].least) <= kConstant * double(ranges[face].most);
    const FaceSeams seams(map);
    const std::array<EdgeStep, 12> steps = seams.steps();
    const OrderFit fit = seams.fitOrder(isUniform);
    const bool fitsElsewhere = fit.bestCost < kBrokenStep / 4 && fit.givenCost > kOrderNotGain * fit.bestCost;
    if (!fitsElsewhere && findUniformFaces(map, ranges, isUniform, steps, findings))
        return verdict;
    const FaceGains gains = fitGains(steps);
    const bool isWrong = fit.givenCost > kLeastSeam && fit.givenCost > kOrderGain * fit.bestCost;
    const bool isSure = fit.secondCost > (1 + kOrderMargin) * fit.bestCost;
    if (isWrong && (isSure || fit.givenCost > kOrderNotGain * fit.bestCost))
    {
        addOrder(fit, isSure, findings);
        if (isSure)
            verdict.order = fit.order;
        return verdict;
    }
    verdict.wrongFace = findGain(map, ranges, steps, gains, findings);
    if (verdict.wrongFace)
        verdict.gain = ratioOf(gains.gain[*verdict.wrongFace]);
    else if (isWrong)
        addOrder(fit, isSure, findings);
    else
        findSteps(map, steps, 0, findings);
    return verdict;
}

} // namespace pn::inspect
