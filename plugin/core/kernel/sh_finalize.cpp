#include "core/kernel/sh_finalize.h"

#include "core/cube_faces.h"
#include "core/kernel/geometry.h"
#include "core/sh/rotate.h"

#include "shared/sh_finalize.h"
#include "shared/texel.h"

#include <array>
#include <bit>
#include <numbers>

namespace pn {
namespace {

constexpr std::uint32_t kEquirectFace = 4; // whose axes, those of +Z, an equirect map has

// The axes a, b and c of a face are the columns.
Mat3 axesOf(std::uint32_t face)
{
    const FaceFrame& frame = kFaceFrames[face];
    Mat3 axes;
    for (std::size_t i = 0; i < 3; ++i)
        axes.rows[i] = {double(frame.right[i]), double(frame.down[i]), double(frame.outward[i])};
    return axes;
}

float zeroTinyMoment(float value)
{
    return (std::bit_cast<std::uint32_t>(value) & ~shared::kSignBit) < shared::kTinyMomentBits ? 0.0f : value;
}

// One channel of a coefficient. moments points to that channel of the probe's first moment.
float finalizeCoefficient(const FinalizePlan& plan, const float* moments, std::uint32_t coefficient)
{
    float sum = 0.0f;
    const std::uint32_t end = plan.firstTerm[coefficient + 1];
    for (std::uint32_t t = plan.firstTerm[coefficient]; t < end; ++t)
        sum += moments[plan.terms[t].moment * 3] * plan.terms[t].factor;
    const float scaled = zeroTinyMoment(sum) * plan.scale;
    return scaled == 0.0f ? 0.0f : scaled; // no negative zero
}

} // namespace

FinalizePlan::FinalizePlan(const Shape& shape, std::uint32_t bands)
    : scale(float(4.0 * std::numbers::pi / (double(Geometry::kMeanWeight) * double(shape.texelCount()))))
{
    std::vector<ShMatrix> matrices;
    for (std::uint32_t face = 0; face < shape.faceCount; ++face)
        matrices.push_back(rotationMatrix(axesOf(shape.isCubemap() ? face : kEquirectFace)));
    for (std::uint32_t coefficient = 0; coefficient < momentCount(bands); ++coefficient)
    {
        firstTerm.push_back(std::uint32_t(terms.size()));
        for (std::uint32_t face = 0; face < shape.faceCount; ++face)
            for (std::uint32_t m = 0; m < momentCount(bands); ++m)
                if (kBandOf[m] == kBandOf[coefficient] && matrices[face][coefficient][m] != 0.0) // bands never mix
                    terms.push_back({face * momentCount(bands) + m, float(matrices[face][coefficient][m])});
    }
    firstTerm.push_back(std::uint32_t(terms.size()));
}

void finalizeSh(const FinalizePlan& plan, std::span<const float> moments, std::span<float> outCoefficients)
{
    std::array<float, shared::kMaxFinalizeMoments> nonTiny;
    for (std::size_t i = 0; i < moments.size(); ++i)
        nonTiny[i] = zeroTinyMoment(moments[i]);
    for (std::uint32_t coefficient = 0; coefficient + 1 < plan.firstTerm.size(); ++coefficient)
        for (std::uint32_t channel = 0; channel < 3; ++channel)
            outCoefficients[coefficient * 3 + channel] = finalizeCoefficient(plan, &nonTiny[channel], coefficient);
}

} // namespace pn
