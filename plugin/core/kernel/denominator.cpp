#include "core/kernel/denominator.h"

#include "shared/texel.h"

#include <algorithm>
#include <bit>

// Every float operation here is one of denominator.comp, in its order.
namespace pn {
namespace {

using shared::DenominatorParams;

struct Float3
{
    float x, y, z;

    float operator[](std::size_t i) const { return i == 0 ? x : i == 1 ? y : z; }
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

// 1 / sqrt(x) from an estimate on the bits and Newton's method. The inverse square root of a device is not exact.
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

// A scalar light: factors of 1; x y z; yz xz xy; 3 z^2 - 1 and x^2 - y^2.
struct Light
{
    float constant;
    Float3 linear;
    Float3 mixed;
    float zonal, sectoral;
};

// The input of makeLight.
struct LightSource
{
    const DenominatorParams& params;
    std::span<const float> coefficients;
};

float scaled(const LightSource& source, std::uint32_t index, std::uint32_t channel, float scale)
{
    const DenominatorParams& p = source.params;
    const float r = zeroIfBelow(source.coefficients[3 * index], shared::kTinyPolynomialBits);
    const float g = zeroIfBelow(source.coefficients[3 * index + 1], shared::kTinyPolynomialBits);
    const float b = zeroIfBelow(source.coefficients[3 * index + 2], shared::kTinyPolynomialBits);
    const float sum = (p.weightR * r + p.weightG * g) + p.weightB * b;
    const float scalar = p.isRgb == 0 ? sum : channel == 0 ? r : channel == 1 ? g : b;
    return zeroIfBelow(scalar * scale, shared::kTinyPolynomialBits);
}

Light makeLight(const LightSource& source, std::uint32_t channel)
{
    const DenominatorParams& p = source.params;
    Light light{};
    light.constant = scaled(source, 0, channel, p.scaleConstant);
    light.linear = {scaled(source, 3, channel, p.scaleLinear), scaled(source, 1, channel, p.scaleLinear),
                    scaled(source, 2, channel, p.scaleLinear)};
    light.mixed = {scaled(source, 5, channel, p.scaleMixed), scaled(source, 7, channel, p.scaleMixed),
                   scaled(source, 4, channel, p.scaleMixed)};
    light.zonal = scaled(source, 6, channel, p.scaleZonal);
    light.sectoral = scaled(source, 8, channel, p.scaleSectoral);
    return light;
}

float scaledToOne(float value, float scale)
{
    return zeroIfTiny(value * scale);
}

Float3 scaledToOne(const Float3& value, float scale)
{
    return {scaledToOne(value.x, scale), scaledToOne(value.y, scale), scaledToOne(value.z, scale)};
}

// Scales a light by a power of two, so that its largest factor is between 1 and 2.
Light scaledToOne(const Light& light)
{
    std::uint32_t most =
        std::max({magnitudeBits(light.constant), magnitudeBits(light.zonal), magnitudeBits(light.sectoral)});
    for (std::size_t i = 0; i < 3; ++i)
        most = std::max({most, magnitudeBits(light.linear[i]), magnitudeBits(light.mixed[i])});
    const float scale = std::bit_cast<float>((254u - (most >> 23)) << 23);
    Light result{};
    result.constant = scaledToOne(light.constant, scale);
    result.zonal = scaledToOne(light.zonal, scale);
    result.sectoral = scaledToOne(light.sectoral, scale);
    result.linear = scaledToOne(light.linear, scale);
    result.mixed = scaledToOne(light.mixed, scale);
    return result;
}

// The width s of a window, by which band 1 is multiplied, and s^3 for band 2.
struct Width
{
    float s, s2, s3;
};

Width widthOf(std::uint32_t step)
{
    const float s = float(step) * (1.0f / shared::kDeringSteps);
    const float s2 = s * s;
    return {s, s2, s2 * s};
}

float windowed(float constant, float linear, float quadratic, const Width& width)
{
    return (constant + width.s * linear) + width.s3 * quadratic;
}

// The mildest window for which the value in one direction reaches the target. With that of step it does not.
std::uint32_t mildestStep(float constant, float linear, float quadratic, float target, std::uint32_t step)
{
    std::uint32_t good = 0, bad = step;
    while (bad - good > 1)
    {
        const std::uint32_t middle = (good + bad) / 2;
        if (windowed(constant, linear, quadratic, widthOf(middle)) >= target)
            good = middle;
        else
            bad = middle;
    }
    return good;
}

Float3 squaresOf(const Light& light)
{
    return {light.sectoral - light.zonal, -light.zonal - light.sectoral, light.zonal + light.zonal};
}

// Whether the light reaches the target without a window, by a bound that needs no search: v . d >= -|v|, and no
// eigenvalue of M is below the least d_i - sum |m_ij| (Gershgorin). Rounding takes less than the margin.
bool needsNoWindow(const Light& light, float target)
{
    const Float3 square = squaresOf(light), linear = light.linear;
    const Float3 mixed = {0.5f * light.mixed.x, 0.5f * light.mixed.y, 0.5f * light.mixed.z};
    const float rowX = (magnitude(mixed.z) + magnitude(mixed.y)) - square.x;
    const float rowY = (magnitude(mixed.z) + magnitude(mixed.x)) - square.y;
    const float rowZ = (magnitude(mixed.y) + magnitude(mixed.x)) - square.z;
    const float room = ((light.constant - target) - larger(larger(rowX, rowY), rowZ)) - shared::kDeringMargin;
    const float squared = (linear.x * linear.x + linear.y * linear.y) + linear.z * linear.z;
    return room > 0.0f && room * room > squared;
}

// Descends from one start direction to a minimum. Wherever the value is below the target, it takes a stronger window.
// Each move goes to the direction where the tangent of f - sigma d^2 is least on the sphere. That function is concave,
// so f never rises.
std::uint32_t searchFrom(std::uint32_t start, const Light& light, float target)
{
    const Float3 square = squaresOf(light), linear = light.linear;
    const Float3 mixed = {0.5f * light.mixed.x, 0.5f * light.mixed.y, 0.5f * light.mixed.z};
    const float rowX = (magnitude(square.x) + magnitude(mixed.z)) + magnitude(mixed.y);
    const float rowY = (magnitude(mixed.z) + magnitude(square.y)) + magnitude(mixed.x);
    const float rowZ = (magnitude(mixed.y) + magnitude(mixed.x)) + magnitude(square.z);
    const float sigma = larger(larger(rowX, rowY), rowZ);
    const std::uint32_t digits[3] = {start % 3, start / 3 % 3, start / 9};
    const Float3 corner = {float(digits[0]) - 1.0f, float(digits[1]) - 1.0f, float(digits[2]) - 1.0f};
    Float3 d = normalized(corner, corner);
    std::uint32_t step = shared::kDeringSteps;
    Width width = widthOf(step);
    for (std::uint32_t i = 0; i < shared::kDeringMoves && step > 0; ++i)
    {
        const float mx = (square.x * d.x + mixed.z * d.y) + mixed.y * d.z;
        const float my = (mixed.z * d.x + square.y * d.y) + mixed.x * d.z;
        const float mz = (mixed.y * d.x + mixed.x * d.y) + square.z * d.z;
        const float along = (linear.x * d.x + linear.y * d.y) + linear.z * d.z;
        const float quadratic = (mx * d.x + my * d.y) + mz * d.z;
        if (windowed(light.constant, along, quadratic, width) < target)
        {
            step = mildestStep(light.constant, along, quadratic, target, step);
            width = widthOf(step);
        }
        const Float3 away = {sigma * d.x - mx, sigma * d.y - my, sigma * d.z - mz};
        const Float3 next = {width.s2 * zeroIfTiny(away.x) - 0.5f * linear.x,
                             width.s2 * zeroIfTiny(away.y) - 0.5f * linear.y,
                             width.s2 * zeroIfTiny(away.z) - 0.5f * linear.z};
        d = normalized({zeroIfTiny(next.x), zeroIfTiny(next.y), zeroIfTiny(next.z)}, d);
    }
    return step;
}

// The mildest window that is strong enough for the minima found from all starts.
std::uint32_t searchChannel(const LightSource& source, std::uint32_t channel)
{
    const Light light = scaledToOne(makeLight(source, channel));
    const float target = source.params.floor * light.constant;
    std::uint32_t step = shared::kDeringSteps;
    const bool isSearched = light.constant > 0.0f && !needsNoWindow(light, target);
    for (std::uint32_t start = 0; isSearched && start < shared::kDeringStarts; ++start)
        if (start != shared::kDeringCentre)
            step = std::min(step, searchFrom(start, light, target));
    return step;
}

Light windowedLight(const Light& light, std::uint32_t step)
{
    const Width width = widthOf(step);
    const auto window = [](const Float3& v, float by) {
        return Float3{zeroIfBelow(v.x * by, shared::kTinyPolynomialBits),
                      zeroIfBelow(v.y * by, shared::kTinyPolynomialBits),
                      zeroIfBelow(v.z * by, shared::kTinyPolynomialBits)};
    };
    return {.constant = light.constant,
            .linear = window(light.linear, width.s),
            .mixed = window(light.mixed, width.s3),
            .zonal = zeroIfBelow(light.zonal * width.s3, shared::kTinyPolynomialBits),
            .sectoral = zeroIfBelow(light.sectoral * width.s3, shared::kTinyPolynomialBits)};
}

// Which of x y z is a face's a, b and c axis, and whether the axis is reversed.
constexpr std::uint32_t kFaceAxes[3][3] = {{2, 1, 0}, {0, 2, 1}, {0, 1, 2}};
constexpr Float3 kFaceSigns[6] = {{-1, -1, 1}, {1, -1, -1}, {1, 1, 1}, {1, -1, -1}, {1, -1, 1}, {-1, -1, -1}};

// The polynomial has no b^2: it is replaced by 1 - a^2 - c^2.
void writeFace(const Light& light, float addend, std::uint32_t face, float* q)
{
    const std::uint32_t a = kFaceAxes[face / 2][0], b = kFaceAxes[face / 2][1], c = kFaceAxes[face / 2][2];
    const Float3 signs = kFaceSigns[face], squares = squaresOf(light);
    const float square = squares[b];
    q[0] = (light.constant + addend) + square;
    q[1] = signs.z * light.linear[c];
    q[2] = signs.x * light.linear[a];
    q[3] = signs.y * light.linear[b];
    q[4] = squares[c] - square;
    q[5] = signs.x * signs.z * light.mixed[b];
    q[6] = squares[a] - square;
    q[7] = signs.y * signs.z * light.mixed[a];
    q[8] = signs.x * signs.y * light.mixed[c];
}

} // namespace

Denominator makeDenominator(const DenominatorParams& params, std::span<const float> coefficients)
{
    const std::uint32_t channels = params.isRgb != 0 ? 3 : 1;
    const LightSource source{params, coefficients};
    Denominator result;
    for (std::uint32_t channel = 0; params.derings != 0 && channel < channels; ++channel)
        result.step = std::min(result.step, searchChannel(source, channel));
    for (std::uint32_t channel = 0; channel < channels; ++channel)
    {
        const Light light = windowedLight(makeLight(source, channel), result.step);
        for (std::uint32_t face = 0; face < 6; ++face)
            writeFace(light, params.addend, face,
                      &result.values[channel * shared::kChannelWords + face * shared::kPolynomialWords]);
        result.values[shared::kFloorWord + channel] = larger(params.floor * light.constant, params.least);
    }
    return result;
}

} // namespace pn
