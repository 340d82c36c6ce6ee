#include "core/check/find.h"

#include "core/check/mip_fit.h"
#include "core/check/thresholds.h"
#include "core/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pn::check {
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

// A mapping's error over some mips. One wrong mip does not change it.
double typicalError(std::span<const MipFit> fits, std::size_t mapping)
{
    std::vector<double> errors;
    for (const MipFit& fit : fits)
        errors.push_back(fit.errors[mapping]);
    return quantileOf(std::move(errors));
}

// The mappings that fit as well as the best one, which comes first. Noise of the mips is in all errors alike: the
// difference of the squares has none.
std::vector<std::size_t> bestMappings(std::span<const MipFit> fits)
{
    std::array<double, kMappingCount> errors{};
    for (std::size_t mapping = 0; mapping < kMappingCount; ++mapping)
        errors[mapping] = typicalError(fits, mapping);
    const auto best = std::size_t(std::ranges::min_element(errors) - errors.begin());
    std::vector<std::size_t> mappings = {best};
    for (std::size_t mapping = 0; mapping < kMappingCount; ++mapping)
        if (mapping != best && errors[best] * errors[best] + kMipTie * kMipTie >= errors[mapping] * errors[mapping])
            mappings.push_back(mapping);
    return mappings;
}

std::string namesOf(std::span<const std::size_t> mappings)
{
    std::string names = kMappingNames[mappings.front()];
    for (const std::size_t mapping : mappings.subspan(1))
        names += joined(", ", kMappingNames[mapping]);
    return mappings.size() > 1 ? joined("any of the mappings ", names) : joined("the mapping ", names);
}

// The mip that a mapping fits worst.
const MipFit& worstFit(std::span<const MipFit> fits, std::size_t mapping)
{
    return *std::ranges::max_element(fits, {}, [mapping](const MipFit& fit) { return fit.errors[mapping]; });
}

// Which mapping makes mips like these, if any does.
PnFinding& addMapping(std::span<const MipFit> fits, std::span<const std::size_t> mappings, Findings& findings)
{
    const std::size_t mapping = mappings.front();
    const double error = typicalError(fits, mapping);
    const MipFit& worst = worstFit(fits, mapping);
    if (error <= kMipFits && mapping == 0)
        return findings.add(PN_FINDING_BOX_FILTERED_MIPS, PN_SEVERITY_WARNING, 1, error,
                            "mips are box-filtered, not prefiltered: rough surfaces would reflect too sharply");
    std::string text = error <= kMipFits ? joined("mips fit GGX and ", namesOf(mappings), " to ", percentOf(error))
                                         : joined("mips fit no known mapping with GGX; the nearest is ",
                                                  kMappingNames[mapping], ", and off by ", percentOf(error));
    if (worst.errors[mapping] > std::max(kMipFits, error))
        text += joined("; mip ", worst.mip, " is off by ", percentOf(worst.errors[mapping]));
    return findings.add(PN_FINDING_ROUGHNESS_MAPPING, PN_SEVERITY_NOTE, 1, error, text);
}

void addForeign(std::uint32_t mip, double error, const std::string& text, Findings& findings)
{
    findings.add(PN_FINDING_FOREIGN_MIP, PN_SEVERITY_WARNING, 1, error, text).mip = mip;
}

// Mips with faces in other places than the first one has them. The least error of each mip that has none is looked at
// then: it may have another picture. True if a mip is like the first one.
bool findForeign(std::span<const ProbeView> mips, std::span<const MipFit> fits, PnRoughnessMapping mapping,
                 const Numbers& compared, std::uint32_t threadCount, Findings& findings)
{
    const std::vector<MisplacedFace> misplaced = findMisplacedFaces(mips, compared, mapping, threadCount);
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
            addForeign(mip, least,
                       joined("mip ", mip, " fits neither means of the first nor any mapping: it is off by ",
                              percentOf(least)),
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
        const CheckedMap map(mips[mip]);
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
    const std::vector<std::size_t> mappings = bestMappings(fits);
    const Numbers compared = comparedMips(mips, kMostComparedSize, foreign);
    if (findForeign(mips, fits, PnRoughnessMapping(mappings.front()), compared, threadCount, findings))
        addMapping(fits, mappings, findings).mip = worstFit(fits, mappings.front()).mip;
}

} // namespace pn::check
