#include "core/inspect/find.h"

#include "core/cpu/cpu_backend.h"
#include "core/error.h"
#include "core/inspect/thresholds.h"
#include "core/prefilter/mip_law.h"
#include "core/self_test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pn::inspect {
namespace {

constexpr std::uint32_t kFittedSize = 16;  // of the mip that laws are compared by
constexpr std::uint32_t kLeastMipSize = 8; // whose average counts: a mean of texels is not one of solid angles
constexpr std::array<const char*, 6> kLawNames = {"means", "linear", "unity", "unreal", "filament", "babylon"};
using LawErrors = std::array<double, kLawNames.size()>; // by PnMipLaw; that of means first

// The root of the mean square of the difference, as a share of the same of the mip.
double errorOf(const InspectedMap& mip, const InspectedMap& made)
{
    double error = 0, all = 0;
    for (std::uint32_t i = 0; i < mip.texelCount; ++i)
    {
        const double value = signedLuminance(mip.rgb(i)), difference = value - signedLuminance(made.rgb(i));
        error += mip.solidAngle(i) * difference * difference;
        all += mip.solidAngle(i) * value * value;
    }
    return all > 0 ? std::sqrt(error / all) : 0;
}

// Of mip number index against what each law makes of the first one.
LawErrors errorsOf(const InspectedMap& mip, std::span<const ProbeView> mips, std::uint32_t index,
                   std::uint32_t threadCount)
{
    const std::uint32_t baseSize = mips.front().shape.width, size = mip.grid.shape().width;
    const std::size_t pitch = std::size_t{16} * size;
    LawErrors errors{};
    CpuBackend backend(threadCount);
    for (PnMipLaw law = 0; law < PnMipLaw(errors.size()); ++law)
    {
        std::vector<std::byte> texels(6 * pitch * size);
        CubemapTarget target{PN_FORMAT_RGBA32F, pitch, {}};
        ProbeView made{mip.grid.shape(), PN_FORMAT_RGBA32F, pitch, {}};
        for (std::size_t face = 0; face < 6; ++face)
            made.faces[face] = target.faces[face] = &texels[face * size * pitch];
        const double roughness = law != 0 ? mipRoughness(law, baseSize, std::uint32_t(mips.size()), index) : 0;
        const PrefilterMip wanted{baseSize, size, PN_LOBE_GGX, float(roughness), toleranceOf(PN_EFFORT_REALTIME)};
        const PrefilterTask task{mips.front(), {&wanted, 1}, {&target, 1}};
        NullMonitor monitor;
        backend.prefilter({&task, 1}, {}, monitor);
        errors[std::size_t(law)] = errorOf(mip, InspectedMap(made));
    }
    return errors;
}

// Which law makes a mip like this, if any does.
PnFinding& addLaw(const LawErrors& errors, std::uint32_t mip, Findings& findings)
{
    const auto law = std::size_t(std::min_element(errors.begin(), errors.end()) - errors.begin());
    const double error = errors[law];
    const std::string off = joined(numberText(100 * error), " %");
    if (error > kMipResembles)
        return findings.add(PN_FINDING_FOREIGN_MIP, PN_SEVERITY_WARNING, 1, error,
                            joined("mip ", mip, " fits neither means of the first nor any law: it is off by ", off));
    if (error <= kMipFits && law == 0)
        return findings.add(PN_FINDING_PLAIN_MIPS, PN_SEVERITY_WARNING, 1, error,
                            "mips are means of the first, not prefiltered: rough surfaces would reflect too sharply");
    return findings.add(PN_FINDING_MIP_LAW, PN_SEVERITY_NOTE, 1, error,
                        error <= kMipFits ? joined("mips fit GGX and the law ", kLawNames[law], " to ", off)
                                          : joined("mips fit no known law with GGX; the nearest is ", kLawNames[law],
                                                   ", and off by ", off));
}

} // namespace

void findMips(std::span<const ProbeView> mips, double mean, std::uint32_t threadCount, Findings& findings)
{
    for (std::uint32_t mip = 1; mip < mips.size(); ++mip)
    {
        const InspectedMap map(mips[mip]);
        findSteps(map, findEdgeSteps(map), mip, findings);
        const double change = mean > 0 ? map.mean() / mean - 1 : 0;
        if (map.grid.shape().width >= kLeastMipSize && std::abs(change) > kMipFits)
        {
            findings
                .add(PN_FINDING_FOREIGN_MIP, PN_SEVERITY_WARNING, 1, std::abs(change),
                     joined("mip ", mip, " has other light than the first: its average differs by ",
                            percentText(change)))
                .mip = mip;
            return;
        }
        if (map.grid.shape().width == kFittedSize)
            addLaw(errorsOf(map, mips, mip, threadCount), mip, findings).mip = mip;
    }
}

} // namespace pn::inspect
