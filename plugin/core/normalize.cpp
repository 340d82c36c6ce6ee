#include "core/normalize.h"

#include "core/texel_bits.h"

#include <bit>
#include <cstring>
#include <vector>

// Every float operation here is one of normalize.comp, in its order.
namespace pn {
namespace {

// What the texels of the two rows that mirror each other are multiplied by, one channel.
struct RowFactors
{
    std::vector<float> top, bottom;
};

float atLeast(float value, float floor)
{
    return value > floor ? value : floor;
}

// 1 / y from a guess on the bits and Newton's method, to 1.5e-7: a device's own division is not exact.
float reciprocal(float y)
{
    float r = std::bit_cast<float>(0x7ef311c7u - std::bit_cast<std::uint32_t>(y));
    for (int i = 0; i < 3; ++i)
        r = r * (2.0f - y * r);
    return r;
}

// The four mirror images of each column share what is even and odd in it.
void fillFactors(const Geometry& geometry, std::uint32_t row, std::span<const float> q, float floor, RowFactors& out)
{
    const Shape& shape = geometry.shape;
    const float* slope = geometry.slopeRow(row);
    for (std::uint32_t column = 0; column < shape.columns(); ++column)
    {
        const float c = slope[column], a = geometry.rise[column] * c, b = geometry.rise[row] * c;
        const float even = (q[0] + (q[1] + q[4] * c) * c) + q[6] * (a * a);
        const float oddA = (q[2] + q[5] * c) * a;
        const float oddB = (q[3] + q[7] * c) * b;
        const float oddBoth = q[8] * (a * b);
        const float rightEven = even + oddA, leftEven = even - oddA;
        const float rightOdd = oddB + oddBoth, leftOdd = oddB - oddBoth;
        out.top[shape.left(column)] = reciprocal(atLeast(leftEven - leftOdd, floor));
        out.top[shape.right(column)] = reciprocal(atLeast(rightEven - rightOdd, floor));
        out.bottom[shape.left(column)] = reciprocal(atLeast(leftEven + leftOdd, floor));
        out.bottom[shape.right(column)] = reciprocal(atLeast(rightEven + rightOdd, floor));
    }
}

// The bits of alpha as the target keeps it.
inline std::uint32_t readAlpha(PnFormat format, const std::byte* texel)
{
    std::uint32_t word = 0;
    switch (format)
    {
    case PN_FORMAT_RGBA32F: std::memcpy(&word, texel + 12, 4); return word;
    case PN_FORMAT_RGBA16F: std::memcpy(&word, texel + 4, 4); return word >> 16;
    case PN_FORMAT_RGBA8:
    case PN_FORMAT_RGBA8_SRGB: // alpha is linear in both
        std::memcpy(&word, texel, 4);
        return halfBits(std::bit_cast<std::uint32_t>(unormTable()[word >> 24]));
    default: return 0;
    }
}

using ChannelFactors = std::array<const float*, 3>;

template <PnFormat kFormat>
void divideRow(const DivideJob& job, std::uint32_t y, const ChannelFactors& factors)
{
    const std::byte* from = job.source.texel(0, y);
    std::byte* to = job.target.texel(0, y);
    const std::size_t fromBytes = formatBytes(kFormat), toBytes = formatBytes(normalizedFormat(kFormat));
    for (std::uint32_t x = 0; x < job.geometry.shape.width; ++x, from += fromBytes, to += toBytes)
    {
        RgbBits rgb = decodeTexelBits(kFormat, from);
        TexelFlags flags;
        for (std::size_t channel = 0; channel < 3; ++channel)
        {
            const float value = std::bit_cast<float>(applyPolicyBits(rgb[channel], job.policy, flags));
            rgb[channel] = std::bit_cast<std::uint32_t>(value * factors[channel][x]);
        }
        encodeTexel(normalizedFormat(kFormat), rgb, readAlpha(kFormat, from), to);
    }
}

void divideRow(const DivideJob& job, std::uint32_t y, const ChannelFactors& factors)
{
    switch (job.source.format)
    {
    case PN_FORMAT_RGBA32F: return divideRow<PN_FORMAT_RGBA32F>(job, y, factors);
    case PN_FORMAT_RGB32F: return divideRow<PN_FORMAT_RGB32F>(job, y, factors);
    case PN_FORMAT_RGBA16F: return divideRow<PN_FORMAT_RGBA16F>(job, y, factors);
    case PN_FORMAT_RGB9E5: return divideRow<PN_FORMAT_RGB9E5>(job, y, factors);
    case PN_FORMAT_R11G11B10F: return divideRow<PN_FORMAT_R11G11B10F>(job, y, factors);
    case PN_FORMAT_RGBA8: return divideRow<PN_FORMAT_RGBA8>(job, y, factors);
    default: return divideRow<PN_FORMAT_RGBA8_SRGB>(job, y, factors);
    }
}

} // namespace

void divideRows(const DivideJob& job)
{
    const Shape& shape = job.geometry.shape;
    const std::uint32_t channels = job.isRgb ? 3 : 1;
    std::array<RowFactors, 3> factors;
    for (std::uint32_t channel = 0; channel < channels; ++channel)
        factors[channel] = {std::vector<float>(shape.width), std::vector<float>(shape.width)};
    const RowFactors &green = factors[job.isRgb ? 1 : 0], &blue = factors[job.isRgb ? 2 : 0];
    for (std::uint32_t row = job.rowBegin; row < job.rowEnd; ++row)
    {
        for (std::uint32_t channel = 0; channel < channels; ++channel)
            fillFactors(job.geometry, row, job.denominator.polynomial(channel, job.face),
                        job.denominator.floor(channel), factors[channel]);
        divideRow(job, shape.top(row), {factors[0].top.data(), green.top.data(), blue.top.data()});
        if (!shape.isCentreRow(row)) // which is its own mirror image
            divideRow(job, shape.bottom(row), {factors[0].bottom.data(), green.bottom.data(), blue.bottom.data()});
    }
}

} // namespace pn
