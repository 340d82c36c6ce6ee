#include "core/check/find.h"

#include "core/check/thresholds.h"
#include "core/error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pn::check {
namespace {

bool isBlack(const CheckedMap& map, std::uint32_t face)
{
    return double(map.faces[face].most) <= kBlack * map.mean();
}

// Faces of one colour that do not continue their neighbours. Where they do, they may show what they have to.
bool findUniformFaces(const CheckedMap& map, const std::array<bool, 6>& isUniform, const EdgeSteps& steps,
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
    std::string text;
    std::size_t count = 0;
    for (std::uint32_t place = 0; place < 6; ++place)
        if (const auto [face, turn] = fit.order[place]; fit.order[place] != FacePlace{place, 0})
            text += joined(count++ == 0 ? "" : ", ", faceName(place), " is the file's ", faceName(face),
                           (turn & 4) != 0 ? " mirrored" : "", kTurns[turn & 3]);
    const double ratio = fit.bestCost > 0 ? std::min(1e6, fit.givenCost / fit.bestCost) : 1e6;
    // One wrong face is sure. Several may also be a mirror image's; the text ends with them, since it may be cut.
    text = joined(isSure ? "seams" : "faces do not fit together, and seams cannot tell how they would: they", " are ",
                  numberText(ratio), " times smaller", count > 1 ? ", also in a mirror image" : "", ", where ",
                  isSure ? "" : "perhaps ", text);
    PnFinding& finding =
        findings.add(PN_FINDING_FACE_ORDER, isSure ? PN_SEVERITY_ERROR : PN_SEVERITY_WARNING, count, ratio, text);
    for (std::uint32_t place = 0; place < 6; ++place)
    {
        finding.places[place] = fit.order[place].face;
        finding.turns[place] = fit.order[place].turn;
    }
    if (!isSure)
        finding.fixes = 0;
}

constexpr const char* kOthersFit = "gains of other faces fit as well";

// What an edge says of the gains of its two faces: the first one's less the other's, as logarithms.
struct EdgeGain
{
    double offset = 0, weight = 0;
};
using EdgeGains = std::array<EdgeGain, std::tuple_size_v<EdgeSteps>>; // by kCubeEdges

EdgeGains edgeGainsOf(const EdgeSteps& steps)
{
    EdgeGains edges;
    std::transform(steps.begin(), steps.end(), edges.begin(), [](const EdgeStep& step) {
        const double scale = 1 - step.offset * step.offset / 4; // d logarithm / d step = 1 / scale
        const double error = std::sqrt(step.error * step.error + kSeamFloor * kSeamFloor) / scale;
        return EdgeGain{std::log2((2 + step.offset) / (2 - step.offset)) * std::numbers::ln2, 1 / (error * error)};
    });
    return edges;
}

// How much brighter a face is than its neighbours continue it, as a logarithm: the weighted mean of its edges. Where
// they differ by more than their errors, that is its error.
struct FaceGain
{
    // others: the gains of all faces as far as they are known; the face's own counts for nothing.
    FaceGain(const EdgeGains& edges, const std::array<double, 6>& others, std::uint32_t whose) : face(whose)
    {
        std::array<EdgeGain, 4> own;
        std::size_t count = 0;
        double weights = 0, squares = 0;
        for (std::size_t i = 0; i < edges.size(); ++i)
        {
            const CubeEdge& edge = kCubeEdges[i];
            if (!edge.touches(face))
                continue;
            const double sign = edge.face == face ? 1 : -1;
            own[count] = {sign * edges[i].offset + others[edge.face == face ? edge.other : edge.face], edges[i].weight};
            weights += own[count].weight;
            gain += own[count].weight * own[count].offset;
            ++count;
        }
        gain /= weights;
        for (const auto& [offset, weight] : own)
        {
            squares += weight * std::max(1.0, weight * (offset - gain) * (offset - gain));
            agreeing += offset / gain + 1 / (std::sqrt(weight) * std::abs(gain)) >= kGainAgreement;
        }
        errors = std::abs(gain) * weights / std::sqrt(squares);
    }

    // By exp2() and log2(), which the library takes from old versions of glibc, too (api/old_glibc.cpp).
    double ratio() const { return std::exp2(gain * std::numbers::log2e); }
    double change(const CheckedMap& map) const
    {
        const auto count = std::uint32_t(map.grid.shape().texelsPerFace());
        double flux = 0;
        for (std::uint32_t i = face * count; i < (face + 1) * count; ++i)
            flux += map.flux(i);
        return flux * (1 - 1 / ratio());
    }
    bool isFound(const CheckedMap& map) const
    {
        return std::abs(gain) >= kGain && errors >= kGainErrors && agreeing >= 3 &&
               std::abs(change(map)) >= kLeastGainEffect * map.light.flux;
    }

    std::uint32_t face;
    double gain = 0, errors = 0; // of them, so many standard errors
    int agreeing = 0;            // edges that show it, too, or may
    const char* doubt = nullptr; // why it is not sure
};

// The gains of some faces, by the bits of faces, that fit all their edges together; the others have none.
std::vector<FaceGain> fitTogether(const EdgeGains& edges, std::uint32_t faces)
{
    std::array<double, 6> gains{};
    double change = 1;
    for (int round = 0; round < kGainRounds && change > kGainChange; ++round)
    {
        change = 0;
        for (std::uint32_t face = 0; face < 6; ++face)
            if ((faces >> face & 1) != 0)
            {
                const double gain = FaceGain(edges, gains, face).gain;
                change = std::max(change, std::abs(gain - gains[face]));
                gains[face] = gain;
            }
    }
    std::vector<FaceGain> fits;
    for (std::uint32_t face = 0; face < 6; ++face)
        if ((faces >> face & 1) != 0)
            fits.emplace_back(edges, gains, face);
    return fits;
}

// How badly gains fit the edges: the sum of the logarithms of what is left, over what true maps have, since an edge
// where another thing begins is off whatever the gains are. Each face has its price.
double misfit(const EdgeGains& edges, const std::vector<FaceGain>& fits)
{
    std::array<double, 6> gains{};
    for (const FaceGain& fit : fits)
        gains[fit.face] = fit.gain;
    double sum = kGainPrice * double(fits.size());
    for (std::size_t i = 0; i < edges.size(); ++i)
    {
        const double left = edges[i].offset - gains[kCubeEdges[i].face] + gains[kCubeEdges[i].other];
        sum += std::log1p(left * left / (1 / edges[i].weight + kGain * kGain));
    }
    return sum;
}

// A set of faces, its bits, and how gains of them fit.
struct GainSet
{
    std::uint32_t faces = 0;
    std::vector<FaceGain> fits;
    double misfit = 0;
};

// All sets of up to kMostGains faces whose gains are found beside each other, the best first.
std::vector<GainSet> findGainSets(const CheckedMap& map, const EdgeGains& edges)
{
    std::vector<GainSet> sets;
    for (std::uint32_t faces = 1; faces < 64; ++faces)
    {
        if (std::popcount(faces) > kMostGains)
            continue;
        std::vector<FaceGain> fits = fitTogether(edges, faces);
        if (std::ranges::all_of(fits, [&](const FaceGain& fit) { return fit.isFound(map); }))
        {
            const double left = misfit(edges, fits);
            sets.push_back({faces, std::move(fits), left});
        }
    }
    std::ranges::stable_sort(sets, {}, &GainSet::misfit);
    return sets;
}

// What each face is divided by: its gain where that is sure, else 1.
std::array<double, 6> sureRatios(const std::vector<FaceGain>& fits)
{
    std::array<double, 6> ratios = {1, 1, 1, 1, 1, 1};
    for (const FaceGain& fit : fits)
        if (fit.doubt == nullptr)
            ratios[fit.face] = fit.ratio();
    return ratios;
}

// To divide some faces and leave others can make light worse, so all gains are doubtful where one of size is, or where
// seams get worse.
const char* commonDoubt(const CheckedMap& map, const std::vector<FaceGain>& fits)
{
    double sure = 0, unsure = 0;
    int count = 0;
    for (const FaceGain& fit : fits)
    {
        double& most = fit.doubt == nullptr ? sure : unsure;
        most = std::max(most, std::abs(fit.gain));
        count += fit.doubt == nullptr;
    }
    if (count > kMostSureGains)
        return kOthersFit;
    if (count != 0 && unsure >= kLeftGain * sure)
        return "that of another face is not";
    const bool isWorse = count != 0 && seamCost(map, sureRatios(fits)) > kOrderGain * seamCost(map, sureRatios({}));
    return isWorse ? "seams get larger without it" : nullptr;
}

// The faces whose brightness differs from what their edges say: of the best set.
std::vector<FaceGain> fitGains(const CheckedMap& map, const EdgeGains& edges)
{
    const std::vector<GainSet> sets = findGainSets(map, edges);
    if (sets.empty())
        return {};
    std::vector<FaceGain> fits = sets.front().fits;
    for (FaceGain& fit : fits)
    {
        const auto fitsWithout = [&](const GainSet& set) {
            return (set.faces >> fit.face & 1) == 0 && set.misfit < sets.front().misfit + kGainMargin;
        };
        if (fit.errors < kSureGainErrors)
            fit.doubt = "its own edges differ as much";
        else if (std::ranges::any_of(sets, fitsWithout))
            fit.doubt = kOthersFit;
    }
    if (const char* doubt = commonDoubt(map, fits))
        for (FaceGain& fit : fits)
            fit.doubt = fit.doubt == nullptr ? doubt : fit.doubt;
    return fits;
}

// Whether sure gains leave seams as small as the best order of faces would.
bool explainSeams(const CheckedMap& map, const std::vector<FaceGain>& fits, const OrderFit& order)
{
    const bool isAnySure = std::ranges::any_of(fits, [](const FaceGain& fit) { return fit.doubt == nullptr; });
    return isAnySure && seamCost(map, sureRatios(fits)) <= kOrderGain * order.bestCost;
}

// Notes the gains of faces in the findings, and those that are sure in the verdict.
void addGains(const CheckedMap& map, const std::vector<FaceGain>& gains, EdgeSteps& steps, FaceVerdict& verdict,
              Findings& findings)
{
    verdict.gains = sureRatios(gains);
    for (const FaceGain& fit : gains)
    {
        const double effect = fit.change(map) / (map.light.flux - fit.change(map));
        const bool isSure = fit.doubt == nullptr;
        PnFinding& finding =
            findings.add(PN_FINDING_FACE_GAIN, isSure ? PN_SEVERITY_ERROR : PN_SEVERITY_WARNING, 1, fit.ratio(),
                         joined("face ", faceName(fit.face), " is ", numberText(fit.ratio()),
                                " times as bright as its neighbours at its edges: ", percentText(effect),
                                " of the average light", isSure ? "" : "; not sure, since ", isSure ? "" : fit.doubt));
        finding.face = fit.face;
        finding.average = float(effect);
        finding.fixes *= isSure;
        for (std::size_t i = 0; i < steps.size() && isSure; ++i)
            steps[i].seam *= !kCubeEdges[i].touches(fit.face);
    }
}

} // namespace

void findSteps(const CheckedMap& map, const EdgeSteps& steps, std::uint32_t mip, Findings& findings)
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

FaceVerdict findFaces(const CheckedMap& map, Findings& findings)
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
    const std::vector<FaceGain> gains = fitGains(map, edgeGainsOf(steps));
    if (!isWrong || (!isSure && fit.givenCost <= kOrderNotGain * fit.bestCost) || explainSeams(map, gains, fit))
        addGains(map, gains, steps, verdict, findings);
    if (isWrong && !verdict.hasGains())
        addOrder(fit, isSure, findings);
    if (isWrong && isSure && !verdict.hasGains())
        verdict.order = fit.order;
    else
        findSteps(map, steps, 0, findings);
    return verdict;
}

} // namespace pn::check
