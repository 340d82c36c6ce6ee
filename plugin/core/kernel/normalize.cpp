#include "core/kernel/normalize.h"

#include "core/kernel/texel_bits.h"

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

// One channel's polynomial.
struct Polynomial
{
    float even[3];  // 1, c, c^2
    float oddA[2];  // a, a c
    float oddB[2];  // b, b c
    float other[2]; // a^2, a b
    float floor;
};

Polynomial loadPolynomial(const Denominator& denominator, std::uint32_t channel, std::uint32_t face)
{
    const std::span<const float> q = denominator.polynomial(channel, face);
    return {.even = {q[0], q[1], q[4]},
            .oddA = {q[2], q[5]},
            .oddB = {q[3], q[7]},
            .other = {q[6], q[8]},
            .floor = denominator.floor(channel)};
}

// 1 / y from a guess on the bits and Newton's method, to 1.5e-7: a device's own division is not exact.
float reciprocal(float y)
{
    float r = std::bit_cast<float>(0x7ef311c7u - std::bit_cast<std::uint32_t>(y));
    for (int i = 0; i < 3; ++i)
        r = r * (2.0f - y * r);
    return r;
}

float atLeast(float value, float least)
{
    return value > least ? value : least;
}

// What the four mirror images of a position are multiplied by: top left, top right, bottom left, bottom right.
struct QuadFactors
{
    float topLeft, topRight, bottomLeft, bottomRight;
};

QuadFactors factors(const Polynomial& q, float a, float b, float c)
{
    const float even = (q.even[0] + (q.even[1] + q.even[2] * c) * c) + q.other[0] * (a * a);
    const float oddA = (q.oddA[0] + q.oddA[1] * c) * a;
    const float oddB = (q.oddB[0] + q.oddB[1] * c) * b;
    const float oddBoth = q.other[1] * (a * b);
    const float rightEven = even + oddA, leftEven = even - oddA;
    const float rightOdd = oddB + oddBoth, leftOdd = oddB - oddBoth;
    return {reciprocal(atLeast(leftEven - leftOdd, q.floor)), reciprocal(atLeast(rightEven - rightOdd, q.floor)),
            reciprocal(atLeast(leftEven + leftOdd, q.floor)), reciprocal(atLeast(rightEven + rightOdd, q.floor))};
}

void fillFactors(const Geometry& geometry, std::uint32_t row, const Polynomial& polynomial, RowFactors& out)
{
    const Shape& shape = geometry.shape;
    const float* cosine = geometry.cosineRow(row);
    for (std::uint32_t column = 0; column < shape.columns(); ++column)
    {
        const float c = cosine[column], a = geometry.rowPosition[column] * c, b = geometry.rowPosition[row] * c;
        const QuadFactors f = factors(polynomial, a, b, c);
        out.top[shape.left(column)] = f.topLeft;
        out.top[shape.right(column)] = f.topRight;
        out.bottom[shape.left(column)] = f.bottomLeft;
        out.bottom[shape.right(column)] = f.bottomRight;
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

// Texels of one row, each with its own factors.
template <PnFormat kFormat>
void normalizeExact(const NormalizeRowsJob& job, std::uint32_t y, const ChannelFactors& rowFactors)
{
    const std::byte* from = job.source.texel(0, y);
    std::byte* to = job.target.texel(0, y);
    const std::size_t fromBytes = formatBytes(kFormat), toBytes = formatBytes(normalizedFormat(kFormat));
    for (std::uint32_t x = 0; x < job.geometry.shape.width; ++x, from += fromBytes, to += toBytes)
    {
        RgbBits rgb = texel_bits::decodeTexel(kFormat, from);
        TexelFlags flags;
        for (std::size_t channel = 0; channel < 3; ++channel)
        {
            const float value = std::bit_cast<float>(texel_bits::applyPolicy(rgb[channel], job.policy, flags));
            rgb[channel] = std::bit_cast<std::uint32_t>(value * rowFactors[channel][x]);
        }
        encodeTexel(normalizedFormat(kFormat), rgb, readAlpha(kFormat, from), to);
    }
}

void normalizeExact(const NormalizeRowsJob& job, std::uint32_t y, const ChannelFactors& rowFactors)
{
    switch (job.source.format)
    {
    case PN_FORMAT_RGBA32F: return normalizeExact<PN_FORMAT_RGBA32F>(job, y, rowFactors);
    case PN_FORMAT_RGB32F: return normalizeExact<PN_FORMAT_RGB32F>(job, y, rowFactors);
    case PN_FORMAT_RGBA16F: return normalizeExact<PN_FORMAT_RGBA16F>(job, y, rowFactors);
    case PN_FORMAT_RGB9E5: return normalizeExact<PN_FORMAT_RGB9E5>(job, y, rowFactors);
    case PN_FORMAT_R11G11B10F: return normalizeExact<PN_FORMAT_R11G11B10F>(job, y, rowFactors);
    case PN_FORMAT_RGBA8: return normalizeExact<PN_FORMAT_RGBA8>(job, y, rowFactors);
    default: return normalizeExact<PN_FORMAT_RGBA8_SRGB>(job, y, rowFactors);
    }
}

// A row of the quarter of one face, with its mirror image; polynomials and scratch have one entry per channel.
void normalizeRow(const NormalizeRowsJob& job, std::uint32_t row, std::span<const Polynomial> polynomials,
                  std::span<RowFactors> scratch)
{
    const Shape& shape = job.geometry.shape;
    for (std::size_t channel = 0; channel < polynomials.size(); ++channel)
        fillFactors(job.geometry, row, polynomials[channel], scratch[channel]);
    const RowFactors& red = scratch.front();
    const RowFactors &green = job.isRgb ? scratch[1] : red, &blue = job.isRgb ? scratch[2] : red;
    normalizeExact(job, shape.top(row), {red.top.data(), green.top.data(), blue.top.data()});
    if (!shape.isCentreRow(row)) // which is its own mirror image
        normalizeExact(job, shape.bottom(row), {red.bottom.data(), green.bottom.data(), blue.bottom.data()});
}

} // namespace

void normalizeRows(const NormalizeRowsJob& job)
{
    const std::uint32_t width = job.geometry.shape.width, channels = job.isRgb ? 3 : 1;
    std::array<Polynomial, 3> polynomials{};
    for (std::uint32_t channel = 0; channel < channels; ++channel)
        polynomials[channel] = loadPolynomial(job.denominator, channel, job.face);
    std::vector<RowFactors> scratch(channels, {std::vector<float>(width), std::vector<float>(width)});
    for (std::uint32_t row = job.rowBegin; row < job.rowEnd; ++row)
        normalizeRow(job, row, std::span(polynomials).first(channels), scratch);
}

} // namespace pn
