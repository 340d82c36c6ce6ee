#include "core/normalize.h"

#include "shared/texel.h"

#include <bit>
#include <cstring>

// Every float operation here is one of normalize.comp, in its order.
namespace pn {
namespace {

// Denominators at (+-a, +-b): first index 1 at +a, second 1 at +b.
struct QuadValues
{
    float at[2][2];
};

float atLeast(float value, float floor)
{
    return value > floor ? value : floor;
}

QuadValues reciprocals(std::span<const float> q, float floor, float a, float b, float c)
{
    const float even = (q[0] + (q[1] + q[4] * c) * c) + q[6] * (a * a);
    const float oddA = (q[2] + q[5] * c) * a;
    const float oddB = (q[3] + q[7] * c) * b;
    const float oddBoth = q[8] * (a * b);
    const float rightEven = even + oddA, leftEven = even - oddA;
    const float rightOdd = oddB + oddBoth, leftOdd = oddB - oddBoth;
    return {{{reciprocal(atLeast(leftEven - leftOdd, floor)), reciprocal(atLeast(leftEven + leftOdd, floor))},
             {reciprocal(atLeast(rightEven - rightOdd, floor)), reciprocal(atLeast(rightEven + rightOdd, floor))}}};
}

// The bits of alpha as the target keeps it.
std::uint32_t readAlpha(PnFormat format, const std::byte* texel)
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

class Divider
{
public:
    explicit Divider(const DivideJob& job) : m_job(job), m_shape(job.geometry.shape) {}

    void divideQuad(std::uint32_t column, std::uint32_t row) const
    {
        const float c = m_job.geometry.slopeRow(row)[column];
        const float a = m_job.geometry.rise[column] * c, b = m_job.geometry.rise[row] * c; // a face is square
        QuadValues channels[3];
        for (std::uint32_t channel = 0; channel < (m_job.isRgb ? 3u : 1u); ++channel)
            channels[channel] = reciprocals(m_job.denominator.polynomial(channel, m_job.face),
                                            m_job.denominator.floor(channel), a, b, c);
        const std::uint32_t sides = m_shape.isCentreColumn(column) ? 1 : 2, levels = m_shape.isCentreRow(row) ? 1 : 2;
        for (std::uint32_t right = 0; right < sides; ++right)
            for (std::uint32_t bottom = 0; bottom < levels; ++bottom)
            {
                const auto factor = [&](std::uint32_t channel) {
                    return channels[m_job.isRgb ? channel : 0].at[right][bottom];
                };
                divideTexel(right != 0 ? m_shape.right(column) : m_shape.left(column),
                            bottom != 0 ? m_shape.bottom(row) : m_shape.top(row), {factor(0), factor(1), factor(2)});
            }
    }

private:
    void divideTexel(std::uint32_t x, std::uint32_t y, const std::array<float, 3>& factors) const
    {
        const std::byte* from = m_job.source.texel(x, y);
        RgbBits rgb = decodeTexel(m_job.source.format, from);
        TexelFlags flags;
        for (std::size_t channel = 0; channel < 3; ++channel)
        {
            const float value = std::bit_cast<float>(applyPolicy(rgb[channel], m_job.policy, flags));
            rgb[channel] = std::bit_cast<std::uint32_t>(value * factors[channel]);
        }
        encodeTexel(m_job.target.format, rgb, readAlpha(m_job.source.format, from), m_job.target.texel(x, y));
    }

    const DivideJob& m_job;
    const Shape m_shape;
};

} // namespace

PnFormat normalizedFormat(PnFormat format)
{
    return canEncode(format) ? format : PN_FORMAT_RGBA16F;
}

float reciprocal(float y)
{
    float r = std::bit_cast<float>(0x7ef311c7u - std::bit_cast<std::uint32_t>(y));
    for (int i = 0; i < 3; ++i)
        r = r * (2.0f - y * r);
    return r;
}

void divideRows(const DivideJob& job)
{
    const Divider divider(job);
    for (std::uint32_t row = job.rowBegin; row < job.rowEnd; ++row)
        for (std::uint32_t column = 0; column < job.geometry.shape.columns(); ++column)
            divider.divideQuad(column, row);
}

} // namespace pn
