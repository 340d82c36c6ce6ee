#include "core/denominator.h"

#include "core/error.h"
#include "core/lobe.h"
#include "core/normalization.h"

#include "shared/texel.h"

#include <algorithm>
#include <bit>
#include <string>

// Every float operation here is one of denominator.comp, in its order.
namespace pn {
namespace {

using shared::DenominatorParams;
using Polynomial = std::array<float, 9>; // of 1 y z x xy yz 3z^2-1 xz x^2-y^2

struct Float3
{
    float x, y, z;
};

std::uint32_t magnitudeBits(float value)
{
    return std::bit_cast<std::uint32_t>(value) & ~shared::kSignBit;
}

float zeroIfBelow(float value, std::uint32_t bits)
{
    return magnitudeBits(value) < bits ? 0.0f : value;
}

float zeroIfTiny(float value)
{
    return zeroIfBelow(value, shared::kTinySearchBits);
}

float magnitude(float value)
{
    return std::bit_cast<float>(magnitudeBits(value));
}

float larger(float a, float b)
{
    return a > b ? a : b;
}

// 1 / sqrt(x) from a guess on the bits and Newton's method, since a device's own is not exact.
float inverseSquareRoot(float x)
{
    float r = std::bit_cast<float>(0x5f375a86u - (std::bit_cast<std::uint32_t>(x) >> 1));
    const float half = 0.5f * x;
    for (int i = 0; i < 3; ++i)
        r = r * (1.5f - half * (r * r));
    return r;
}

Float3 normalized(const Float3& v, const Float3& otherwise)
{
    const float squared = (v.x * v.x + v.y * v.y) + v.z * v.z;
    if (squared == 0.0f)
        return otherwise;
    const float r = inverseSquareRoot(squared);
    return {zeroIfTiny(v.x * r), zeroIfTiny(v.y * r), zeroIfTiny(v.z * r)};
}

Polynomial makePolynomial(const DenominatorParams& p, std::span<const float> coefficients, std::uint32_t channel)
{
    const float scales[9] = {p.scaleConstant, p.scaleLinear, p.scaleLinear, p.scaleLinear,  p.scaleMixed,
                             p.scaleMixed,    p.scaleZonal,  p.scaleMixed,  p.scaleSectoral};
    Polynomial result{};
    for (std::size_t i = 0; i < 9; ++i)
    {
        float rgb[3];
        for (std::size_t c = 0; c < 3; ++c)
            rgb[c] = zeroIfBelow(coefficients[3 * i + c], shared::kTinyPolynomialBits);
        const float scalar =
            p.isRgb != 0 ? rgb[channel] : (p.weightR * rgb[0] + p.weightG * rgb[1]) + p.weightB * rgb[2];
        result[i] = zeroIfBelow(scalar * scales[i], shared::kTinyPolynomialBits);
    }
    return result;
}

// Brings the largest to between 1 and 2, by a power of two.
Polynomial scaledToOne(const Polynomial& p)
{
    std::uint32_t most = 0;
    for (const float value : p)
        most = std::max(most, magnitudeBits(value));
    const float scale = std::bit_cast<float>((254u - (most >> 23)) << 23);
    Polynomial result;
    for (std::size_t i = 0; i < 9; ++i)
        result[i] = zeroIfTiny(p[i] * scale);
    return result;
}

float windowed(float constant, float linear, float quadratic, std::uint32_t step)
{
    const float s = float(step) * (1.0f / shared::kDeringSteps);
    return (constant + s * linear) + (s * s) * s * quadratic;
}

// The mildest window up to a step that keeps the value in one direction at the target.
std::uint32_t mildestStep(float constant, float linear, float quadratic, float target, std::uint32_t step)
{
    if (windowed(constant, linear, quadratic, step) >= target)
        return step;
    std::uint32_t good = 0, bad = step;
    while (bad - good > 1)
    {
        const std::uint32_t middle = (good + bad) / 2;
        if (windowed(constant, linear, quadratic, middle) >= target)
            good = middle;
        else
            bad = middle;
    }
    return good;
}

// From one start down to a minimum, with a stronger window wherever the value is below the target. A move goes to where
// the tangent of f - sigma d^2 is least on the sphere: since that function is concave, f never rises.
std::uint32_t searchFrom(std::uint32_t start, const Polynomial& p, float target)
{
    const float xx = p[8] - p[6], yy = -p[6] - p[8], zz = p[6] + p[6];
    const float xy = 0.5f * p[4], yz = 0.5f * p[5], xz = 0.5f * p[7];
    const float sigma =
        larger(larger((magnitude(xx) + magnitude(xy)) + magnitude(xz), (magnitude(xy) + magnitude(yy)) + magnitude(yz)),
               (magnitude(xz) + magnitude(yz)) + magnitude(zz));
    const std::uint32_t digits[3] = {start % 3, start / 3 % 3, start / 9};
    const Float3 corner = {float(digits[0]) - 1.0f, float(digits[1]) - 1.0f, float(digits[2]) - 1.0f};
    Float3 d = normalized(corner, corner);
    std::uint32_t step = shared::kDeringSteps;
    for (std::uint32_t i = 0; i < shared::kDeringMoves && step > 0; ++i)
    {
        const Float3 m = {(xx * d.x + xy * d.y) + xz * d.z, (xy * d.x + yy * d.y) + yz * d.z,
                          (xz * d.x + yz * d.y) + zz * d.z};
        const float linear = (p[3] * d.x + p[1] * d.y) + p[2] * d.z;
        const float quadratic = (m.x * d.x + m.y * d.y) + m.z * d.z;
        step = mildestStep(p[0], linear, quadratic, target, step);
        const float s = float(step) * (1.0f / shared::kDeringSteps), s2 = s * s;
        const Float3 next = {zeroIfTiny(s2 * zeroIfTiny(sigma * d.x - m.x) - 0.5f * p[3]),
                             zeroIfTiny(s2 * zeroIfTiny(sigma * d.y - m.y) - 0.5f * p[1]),
                             zeroIfTiny(s2 * zeroIfTiny(sigma * d.z - m.z) - 0.5f * p[2])};
        d = normalized(next, d);
    }
    return step;
}

std::uint32_t deringStep(const Polynomial& polynomial, float floor)
{
    const Polynomial p = scaledToOne(polynomial);
    std::uint32_t step = shared::kDeringSteps;
    if (p[0] > 0.0f)
        for (std::uint32_t start = 0; start < shared::kDeringStarts; ++start)
            if (start != shared::kDeringCentre)
                step = std::min(step, searchFrom(start, p, floor * p[0]));
    return step;
}

// Which of x y z lies along the face's a, b and c, and whether it points the other way.
struct FaceAxes
{
    std::size_t a, b, c;
    float signA, signB, signC;
};

constexpr std::array<FaceAxes, 6> kFaceAxes = {{{2, 1, 0, -1, -1, 1},
                                                {2, 1, 0, 1, -1, -1},
                                                {0, 2, 1, 1, 1, 1},
                                                {0, 2, 1, 1, -1, -1},
                                                {0, 1, 2, 1, -1, 1},
                                                {0, 1, 2, -1, -1, -1}}};

// b^2 = 1 - a^2 - c^2 is written out of it.
void writeFace(const Polynomial& p, float addend, const FaceAxes& axes, float* q)
{
    const float linear[3] = {p[3], p[1], p[2]};
    const float squares[3] = {p[8] - p[6], -p[6] - p[8], p[6] + p[6]};
    const float mixed[3] = {p[5], p[7], p[4]}; // by the axis that is not in it
    q[0] = (p[0] + addend) + squares[axes.b];
    q[1] = axes.signC * linear[axes.c];
    q[2] = axes.signA * linear[axes.a];
    q[3] = axes.signB * linear[axes.b];
    q[4] = squares[axes.c] - squares[axes.b];
    q[5] = axes.signA * axes.signC * mixed[axes.b];
    q[6] = squares[axes.a] - squares[axes.b];
    q[7] = axes.signB * axes.signC * mixed[axes.a];
    q[8] = axes.signA * axes.signB * mixed[axes.c];
}

void windowPolynomial(Polynomial& p, std::uint32_t step)
{
    const float s = float(step) * (1.0f / shared::kDeringSteps), s3 = (s * s) * s;
    for (std::size_t i = 1; i < 9; ++i)
        p[i] = zeroIfBelow(p[i] * (i < 4 ? s : s3), shared::kTinyPolynomialBits);
}

} // namespace

DenominatorParams denominatorParams(const PnNormalization& normalization, double roughness)
{
    using namespace norm;
    const Preset& preset = *findPreset(normalization.preset);
    if (preset.looksAlongNormal)
        throw Error(PN_ERROR_UNSUPPORTED, std::string("preset ") + preset.name +
                                              " divides by light along the surface's normal, which no texel knows; "
                                              "it can only be used as a factor");
    const std::uint32_t bands = preset.usesAverages ? 1 : normalization.bands;
    LobeWeights lobe = normalization.lobe == PN_LOBE_GGX ? ggxLobe(roughness) : cosineLobe();
    std::fill(lobe.begin() + bands, lobe.end(), 0.0);
    const bool isEevee = normalization.preset == PN_PRESET_EEVEE; // sums coefficients, not light
    DenominatorParams p{};
    p.isRgb = normalization.channels == PN_CHANNELS_RGB;
    p.derings = normalization.dering == PN_DERING_AUTO && bands > 1;
    p.weightR = float(preset.brightness[0]);
    p.weightG = float(preset.brightness[1]);
    p.weightB = float(preset.brightness[2]);
    p.scaleConstant = isEevee ? 1.0f : float(kL0);
    p.scaleLinear = float(kL1 * lobe[1]);
    p.scaleMixed = float(kL2M1 * lobe[2]);
    p.scaleZonal = float(kL2M0 * lobe[2]);
    p.scaleSectoral = float(kL2M2 * lobe[2]);
    p.addend = isEevee ? float(kEeveeAddend) : 0.0f;
    p.floor = normalization.floor;
    p.least = float(preset.least);
    return p;
}

std::vector<DenominatorParams> denominatorParams(const PnNormalization& normalization, std::size_t mipCount)
{
    std::vector<DenominatorParams> result;
    const std::size_t count = normalization.lobe == PN_LOBE_GGX ? mipCount : 1;
    for (std::size_t mip = 0; mip < count; ++mip)
    {
        result.push_back(denominatorParams(normalization, mipCount > 1 ? double(mip) / double(mipCount - 1) : 0.0));
        result.back().outputOffset = std::uint32_t(mip) * shared::kDenominatorWords;
    }
    return result;
}

Denominator makeDenominator(const DenominatorParams& params, std::span<const float> coefficients)
{
    const std::uint32_t channels = params.isRgb != 0 ? 3 : 1;
    std::array<Polynomial, 3> polynomials{};
    Denominator result;
    for (std::uint32_t c = 0; c < channels; ++c)
    {
        polynomials[c] = makePolynomial(params, coefficients, c);
        if (params.derings != 0)
            result.step = std::min(result.step, deringStep(polynomials[c], params.floor));
    }
    for (std::uint32_t c = 0; c < channels; ++c)
    {
        windowPolynomial(polynomials[c], result.step);
        result.values[shared::kFloorWord + c] = larger(params.floor * polynomials[c][0], params.least);
        for (std::uint32_t face = 0; face < 6; ++face)
            writeFace(polynomials[c], params.addend, kFaceAxes[face],
                      &result.values[c * shared::kChannelWords + face * shared::kPolynomialWords]);
    }
    return result;
}

} // namespace pn
