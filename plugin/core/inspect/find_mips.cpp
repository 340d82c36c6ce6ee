#include "core/inspect/find.h"

#include "core/error.h"
#include "core/inspect/mip_fit.h"
#include "core/inspect/thresholds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pn::inspect {
namespace {

using Numbers = std::vector<std::uint32_t>; // of mips

std::string percentOf(double error)
{
    return joined(numberText(100 * error), " %");
}

// The mips that can be compared: of these sizes, without those of other light than the first one. In order.
Numbers comparedMips(std::span<const ProbeView> mips, std::uint32_t mostSize, const Numbers& foreign)
{
    Numbers numbers;
    for (std::uint32_t mip = 1; mip < mips.size(); ++mip)
    {
        const std::uint32_t size = mips[mip].shape.width;
        if (size >= kLeastFittedSize && size <= mostSize && std::ranges::find(foreign, mip) == foreign.end())
            numbers.push_back(mip);
    }
    return numbers;
}

// A law's error over some mips. One wrong mip does not change it.
double typicalError(std::span<const MipFit> fits, std::size_t law)
{
    std::vector<double> errors;
    for (const MipFit& fit : fits)
        errors.push_back(fit.errors[law]);
    return quantileOf(std::move(errors));
}

// The laws that fit as well as the best one, which comes first. Noise of the mips is in all errors alike: the
// difference of the squares has none.
std::vector<std::size_t> bestLaws(std::span<const MipFit> fits)
{
    std::array<double, kLawCount> errors{};
    for (std::size_t law = 0; law < kLawCount; ++law)
        errors[law] = typicalError(fits, law);
    const auto best = std::size_t(std::ranges::min_element(errors) - errors.begin());
    std::vector<std::size_t> laws = {best};
    for (std::size_t law = 0; law < kLawCount; ++law)
        if (law != best && errors[best] * errors[best] + kMipTie * kMipTie >= errors[law] * errors[law])
            laws.push_back(law);
    return laws;
}

std::string namesOf(std::span<const std::size_t> laws)
{
    std::string names = kLawNames[laws.front()];
    for (const std::size_t law : laws.subspan(1))
        names += joined(", ", kLawNames[law]);
    return laws.size() > 1 ? joined("any of the laws ", names) : joined("the law ", names);
}

// The mip that a law fits worst.
const MipFit& worstFit(std::span<const MipFit> fits, std::size_t law)
{
    return *std::ranges::max_element(fits, {}, [law](const MipFit& fit) { return fit.errors[law]; });
}

// Which law makes mips like these, if any does.
PnFinding& addLaw(std::span<const MipFit> fits, std::span<const std::size_t> laws, Findings& findings)
{
    const std::size_t law = laws.front();
    const double error = typicalError(fits, law);
    const MipFit& worst = worstFit(fits, law);
    if (error <= kMipFits && law == 0)
        return findings.add(PN_FINDING_PLAIN_MIPS, PN_SEVERITY_WARNING, 1, error,
                            "mips are means of the first, not prefiltered: rough surfaces would reflect too sharply");
    std::string text = error <= kMipFits ? joined("mips fit GGX and ", namesOf(laws), " to ", percentOf(error))
                                         : joined("mips fit no known law with GGX; the nearest is ", kLawNames[law],
                                                  ", and off by ", percentOf(error));
    if (worst.errors[law] > std::max(kMipFits, error))
        text += joined("; mip ", worst.mip, " is off by ", percentOf(worst.errors[law]));
    return findings.add(PN_FINDING_MIP_LAW, PN_SEVERITY_NOTE, 1, error, text);
}

void addForeign(std::uint32_t mip, double error, const std::string& text, Findings& findings)
{
    findings.add(PN_FINDING_FOREIGN_MIP, PN_SEVERITY_WARNING, 1, error, text).mip = mip;
}

// Mips with faces in other places than the first one has them. The least error of each mip that has none is looked at
// then: it may have another picture. True if a mip is like the first one.
bool findForeign(std::span<const ProbeView> mips, std::span<const MipFit> fits, PnMipLaw law, const Numbers& compared,
                 std::uint32_t threadCount, Findings& findings)
{
    const std::vector<MisplacedFace> misplaced = findMisplacedFaces(mips, compared, law, threadCount);
    bool isAnyLike = false;
    for (std::size_t i = 0; i < compared.size(); ++i)
    {
        const std::uint32_t mip = compared[i];
        const auto fit = std::ranges::find(fits, mip, &MipFit::mip);
        const double least = fit != fits.end() ? std::ranges::min(fit->errors) : 0;
        if (misplaced[i].place < 6)
            addForeign(mip, misplaced[i].own,
                       joined("mip ", mip, " has faces swapped, turned or mirrored: ", faceName(misplaced[i].place),
                              " is off by ", percentOf(misplaced[i].own), ", and with another face or turn by ",
                              percentOf(misplaced[i].best)),
                       findings);
        else if (least > kMipResembles && mips[mip].shape.width <= kRoughSize)
            addForeign(
                mip, least,
                joined("mip ", mip, " fits neither means of the first nor any law: it is off by ", percentOf(least)),
                findings);
        else
            isAnyLike = true;
    }
    return isAnyLike;
}

// Mips whose average light is not the first one's. The first of them is a finding.
Numbers findOtherLight(std::span<const ProbeView> mips, double mean, Findings& findings)
{
    Numbers foreign;
    for (std::uint32_t mip = 1; mip < mips.size(); ++mip)
    {
        const InspectedMap map(mips[mip]);
        const double change = mean > 0 ? map.mean() / mean - 1 : 0;
        if (foreign.empty())
            findSteps(map, findEdgeSteps(map), mip, findings);
        if (map.grid.shape().width < kLeastMipSize || std::abs(change) <= kMipFits)
            continue;
        if (foreign.empty())
            addForeign(
                mip, std::abs(change),
                joined("mip ", mip, " has other light than the first: its average differs by ", percentText(change)),
                findings);
        foreign.push_back(mip);
    }
    return foreign;
}

} // namespace

void findMips(std::span<const ProbeView> mips, double mean, std::uint32_t threadCount, Findings& findings)
{
    const Numbers foreign = findOtherLight(mips, mean, findings);
    Numbers fitted = comparedMips(mips, kMostFittedSize, foreign);
    if (fitted.empty())
        return;
    fitted.erase(fitted.begin(), fitted.end() - std::min(std::ptrdiff_t(fitted.size()), kMostFitted));
    const std::vector<MipFit> fits = fitMips(mips, fitted, threadCount);
    const std::vector<std::size_t> laws = bestLaws(fits);
    const Numbers compared = comparedMips(mips, kMostComparedSize, foreign);
    if (findForeign(mips, fits, PnMipLaw(laws.front()), compared, threadCount, findings))
        addLaw(fits, laws, findings).mip = worstFit(fits, laws.front()).mip;
}

} // namespace pn::inspect
