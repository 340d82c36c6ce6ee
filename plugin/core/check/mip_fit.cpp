#include "core/check/mip_fit.h"

#include "core/check/find.h"
#include "core/check/thresholds.h"
#include "core/cpu/cpu_backend.h"
#include "core/self_test.h"
#include "core/sh/roughness_mapping.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace pn::check {
namespace {

using MadeTexels = std::vector<float>; // r g b 1 of the six faces of a mip

double mappingRoughnessOf(std::span<const ProbeView> mips, PnRoughnessMapping mapping, std::uint32_t mip)
{
    return mapping == 0 ? 0 : mipRoughness(mapping, mips.front().shape.width, std::uint32_t(mips.size()), mip);
}

// What the library makes of the first mip for each of the wanted sizes and roughnesses.
std::vector<MadeTexels> makeMips(const ProbeView& source, std::span<const PrefilterMip> wanted,
                                 std::uint32_t threadCount)
{
    std::vector<MadeTexels> made;
    std::vector<CubemapTarget> targets;
    for (const PrefilterMip& mip : wanted)
    {
        const std::size_t pitch = std::size_t{4} * mip.size;
        made.emplace_back(6 * pitch * mip.size);
        targets.push_back({PN_FORMAT_RGBA32F, pitch * sizeof(float), {}});
        for (std::size_t face = 0; face < 6; ++face)
            targets.back().faces[face] = reinterpret_cast<std::byte*>(&made.back()[face * pitch * mip.size]);
    }
    const PrefilterTask task{source, wanted, targets};
    NullMonitor monitor;
    CpuBackend(threadCount).prefilter({&task, 1}, {}, monitor);
    return made;
}

double meanSquareOf(const CheckedMap& mip)
{
    double sum = 0;
    for (std::uint32_t i = 0; i < mip.texelCount; ++i)
        sum += mip.solidAngle(i) * signedLuminance(mip.rgb(i)) * signedLuminance(mip.rgb(i));
    return sum / (4 * kPi);
}

// The mean square of the difference of one face of the mip, turned, from the made texels of a place.
double faceError(const CheckedMap& mip, FacePlace face, const MadeTexels& made, std::uint32_t place)
{
    const std::uint32_t size = mip.grid.shape().width, count = size * size;
    double sum = 0;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const auto [x, y] = turnedFrom(face.turn, size, i % size, i / size);
        const double value = signedLuminance(mip.rgb(face.face * count + y * size + x));
        const double difference = value - signedLuminance(&made[4 * (std::size_t{place} * count + i)]);
        sum += mip.solidAngle(i) * difference * difference;
    }
    return sum / (4 * kPi / 6);
}

double errorOf(const CheckedMap& mip, const MadeTexels& made)
{
    double error = 0;
    for (std::uint32_t face = 0; face < 6; ++face)
        error += faceError(mip, {face, 0}, made, face) / 6;
    const double all = meanSquareOf(mip);
    return all > 0 ? std::sqrt(error / all) : 0;
}

double leastFaceError(const CheckedMap& mip, const MadeTexels& made, std::uint32_t place)
{
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t turn = 0; turn < 8; ++turn)
            least = std::min(least, faceError(mip, {face, turn}, made, place));
    return least;
}

MisplacedFace misplacedFaceOf(const CheckedMap& mip, const MadeTexels& made)
{
    MisplacedFace worst;
    const double all = meanSquareOf(mip);
    for (std::uint32_t place = 0; place < 6 && all > 0; ++place)
    {
        const double own = std::sqrt(faceError(mip, {place, 0}, made, place) / all);
        if (own <= std::max(kMisplaced, worst.own))
            continue;
        const double best = std::sqrt(leastFaceError(mip, made, place) / all);
        if (own > kMisplacedTimes * best)
            worst = {place, own, best};
    }
    return worst;
}

PrefilterMip wantedMip(std::span<const ProbeView> mips, std::uint32_t number, double roughness)
{
    return {mips.front().shape.width, mips[number].shape.width, PN_LOBE_GGX, float(roughness),
            toleranceOf(PN_EFFORT_REALTIME, PN_LOBE_GGX, float(roughness))};
}

} // namespace

std::vector<MipFit> fitMips(std::span<const ProbeView> mips, std::span<const std::uint32_t> numbers,
                            std::uint32_t threadCount)
{
    std::vector<PrefilterMip> wanted; // mappings share roughnesses, such as 1 of the last mip
    std::vector<MipFit> fits;
    std::vector<std::size_t> places; // in wanted, by mip and mapping
    for (const std::uint32_t number : numbers)
        for (PnRoughnessMapping mapping = 0; mapping < PnRoughnessMapping(kMappingCount); ++mapping)
        {
            const PrefilterMip mip = wantedMip(mips, number, mappingRoughnessOf(mips, mapping, number));
            const auto same = std::ranges::find(wanted, mip);
            places.push_back(std::size_t(same - wanted.begin()));
            if (same == wanted.end())
                wanted.push_back(mip);
        }
    const std::vector<MadeTexels> made = makeMips(mips.front(), wanted, threadCount);
    for (const std::uint32_t number : numbers)
    {
        const CheckedMap map(mips[number]);
        MipFit fit{number, {}};
        for (std::size_t mapping = 0; mapping < kMappingCount; ++mapping)
            fit.errors[mapping] = errorOf(map, made[places[fits.size() * kMappingCount + mapping]]);
        fits.push_back(fit);
    }
    return fits;
}

std::vector<MisplacedFace> findMisplacedFaces(std::span<const ProbeView> mips, std::span<const std::uint32_t> numbers,
                                              PnRoughnessMapping mapping, std::uint32_t threadCount)
{
    std::vector<MisplacedFace> found;
    for (const std::uint32_t number : numbers)
    {
        const PrefilterMip wanted = wantedMip(mips, number, mappingRoughnessOf(mips, mapping, number));
        found.push_back(
            misplacedFaceOf(CheckedMap(mips[number]), makeMips(mips.front(), {&wanted, 1}, threadCount).front()));
    }
    return found;
}

} // namespace pn::check
