#include "core/inspect/mip_findings.h"

#include "core/cpu/cpu_backend.h"
#include "core/error.h"
#include "core/inspect/face_findings.h"
#include "core/inspect/thresholds.h"
#include "core/prefilter/mip_law.h"

#include <algorithm>
#include <cmath>

namespace pn::inspect {
namespace {

constexpr std::uint32_t kSourceSize = 64; // of means of the first mip: enough for mips of 16
constexpr std::array<std::uint32_t, 2> kFittedSizes = {16, 8};
constexpr std::array<const char*, 6> kLawNames = {"means", "linear", "unity", "unreal", "filament", "babylon"};
using LawErrors = std::array<double, kLawNames.size()>; // by PnMipLaw; those of means first

class NoMonitor final : public Monitor
{
public:
    void finished(std::uint32_t) override {}
    bool cancelled() const override { return false; }
};

// A cubemap of floats r g b a.
struct FloatCube
{
    explicit FloatCube(std::uint32_t size) : floats(std::size_t{6} * size * size * 4)
    {
        target = {PN_FORMAT_RGBA32F, std::size_t{size} * 4 * sizeof(float), {}};
        for (std::size_t face = 0; face < 6; ++face)
            target.faces[face] = reinterpret_cast<std::byte*>(floats.data()) + face * size * target.rowPitch;
    }

    ProbeView view(std::uint32_t size) const
    {
        ProbeView result{Shape::cubemap(size), target.format, target.rowPitch, {}};
        std::copy(target.faces.begin(), target.faces.end(), result.faces.begin());
        return result;
    }

    std::vector<float> floats;
    CubemapTarget target;
};

FloatCube prefiltered(const ProbeView& source, std::uint32_t size, double roughness, CpuBackend& backend)
{
    FloatCube texels(size);
    const PrefilterMip mip{source.shape.width, size, PN_LOBE_GGX, float(roughness), toleranceOf(PN_EFFORT_REALTIME)};
    NoMonitor monitor;
    const PrefilterTask task{source, {&mip, 1}, {&texels.target, 1}};
    backend.prefilter({&task, 1}, {}, monitor);
    return texels;
}

// The root of the mean square of the difference, as a share of the same of the mip.
double errorOf(const InspectedMap& mip, const std::vector<float>& texels)
{
    double error = 0, all = 0;
    for (std::uint32_t i = 0; i < mip.texelCount(); ++i)
    {
        const double weight = mip.solidAngle(i), value = signedLuminance(mip.rgb(i));
        const double difference = value - signedLuminance(&texels[4 * std::size_t{i}]);
        error += weight * difference * difference;
        all += weight * value * value;
    }
    return all > 0 ? std::sqrt(error / all) : 0;
}

// Of a mip against what each law makes of the first one.
LawErrors errorsOf(const InspectedMap& mip, const ProbeView& source, std::uint32_t baseSize, std::uint32_t mipCount,
                   std::uint32_t index, CpuBackend& backend)
{
    LawErrors errors{};
    for (PnMipLaw law = 0; law < PnMipLaw(errors.size()); ++law)
    {
        const double roughness = law != 0 ? mipRoughness(law, baseSize, mipCount, index) : 0;
        errors[std::size_t(law)] = errorOf(mip, prefiltered(source, mip.shape().width, roughness, backend).floats);
    }
    return errors;
}

void addForeign(std::uint32_t mip, double error, const char* what, Findings& findings)
{
    PnFinding& finding = findings.add(PN_FINDING_FOREIGN_MIP, PN_SEVERITY_WARNING);
    finding.mip = mip;
    finding.count = 1;
    finding.value = float(error);
    finding.limit = float(kMipFits);
    setText(finding, joined("mip ", mip, what, numberText(100 * error), " %"));
}

// Which law makes mips like these, if any does; errors: the largest of a mip, by law.
void addLaw(const LawErrors& errors, std::uint32_t mip, Findings& findings)
{
    const auto law = std::size_t(std::min_element(errors.begin(), errors.end()) - errors.begin());
    if (errors[law] > kMipResembles)
        return addForeign(mip, errors[law], " fits neither means of the first nor any law: it is off by ", findings);
    const bool isKnown = errors[law] <= kMipFits;
    PnFinding& finding = isKnown && law == 0 ? findings.add(PN_FINDING_PLAIN_MIPS, PN_SEVERITY_WARNING)
                                             : findings.add(PN_FINDING_MIP_LAW, PN_SEVERITY_NOTE);
    finding.mip = mip;
    finding.count = 1;
    finding.value = float(errors[law]);
    finding.limit = float(kMipFits);
    const std::string off = numberText(100 * errors[law]);
    if (isKnown && law == 0)
        setText(finding, "mips are means of the first, not prefiltered: rough surfaces would reflect too sharply");
    else
        setText(finding, isKnown ? joined("mips fit GGX and the law ", kLawNames[law], " to ", off, " %")
                                 : joined("mips fit no known law with GGX; the nearest is ", kLawNames[law],
                                          ", and off by ", off, " %"));
}

} // namespace

void findMips(std::span<const ProbeView> mips, std::uint32_t threadCount, Findings& findings)
{
    CpuBackend backend(threadCount);
    const auto mipCount = std::uint32_t(mips.size());
    const std::uint32_t baseSize = mips.front().shape.width, size = std::min(baseSize, kSourceSize);
    const FloatCube source = prefiltered(mips.front(), size, 0, backend);
    const double mean = InspectedMap(source.view(size), threadCount).mean();
    LawErrors errors{};
    std::uint32_t fitted = 0;
    for (std::uint32_t mip = 1; mip < mipCount; ++mip)
    {
        const InspectedMap map(mips[mip], threadCount);
        findSteps(map, FaceSeams(map).steps(), mip, findings);
        if (const double change = map.mean() / mean - 1; mean > 0 && std::abs(change) > kMipFits)
            return addForeign(mip, std::abs(change), " has other light than the first: its average differs by ",
                              findings);
        if (std::find(kFittedSizes.begin(), kFittedSizes.end(), map.shape().width) == kFittedSizes.end())
            continue;
        const LawErrors each = errorsOf(map, source.view(size), baseSize, mipCount, mip, backend);
        for (std::size_t law = 0; law < errors.size(); ++law)
            errors[law] = std::max(errors[law], each[law]);
        fitted = fitted == 0 ? mip : fitted;
    }
    if (fitted != 0)
        addLaw(errors, fitted, findings);
}

} // namespace pn::inspect
