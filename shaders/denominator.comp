// Makes the denominators by which texels are divided, from a probe's coefficients: polynomials of the direction in
// each face's frame, de-ringed, and a floor. Each kDeringLanes lanes of a workgroup make one denominator. CPU twin:
// plugin/core/kernel/denominator.cpp; docs/normalization.md, sections 4 and 6.
//
// A scalar light is constant + linear . d + d^T M d. A window of width s makes it constant + s linear . d + s^3 d^T M
// d. The kernel searches for the mildest window that keeps the light at or above a target in all directions. The
// search starts from 26 directions, one per lane.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "shared/denominator.h"
#include "shared/texel.h"

layout(local_size_x = kDeringCubemaps * kDeringLanes) in;

layout(push_constant) uniform Params { DenominatorParams params; };
layout(set = 0, binding = kDenominatorInput) readonly buffer Coefficients { float coefficients[]; };
layout(set = 0, binding = kDenominatorOutput) writeonly buffer Denominators { float denominators[]; };

shared uint deringSteps[kDeringCubemaps];

// The number of this lane's cubemap in the workgroup. Device only: the CPU makes one denominator per call.
uint cubemapOfGroup()
{
    return gl_LocalInvocationID.x / kDeringLanes;
}

// The number of this lane's cubemap. Device only, as cubemapOfGroup.
uint cubemapIndex()
{
    return gl_WorkGroupID.x * kDeringCubemaps + cubemapOfGroup();
}

#include "lib/exact.glsl"

// A scalar light: factors of 1; x y z; yz xz xy; 3 z^2 - 1 and x^2 - y^2.
struct Light
{
    float constant;
    vec3 linear;
    vec3 mixed;
    float zonal, sectoral;
};

float scaled(uint index, uint channel, float scale)
{
    uint at = cubemapIndex() * params.coefficientStride + 3u * index;
    float r = zeroIfBelow(coefficients[at], kTinyPolynomialBits);
    float g = zeroIfBelow(coefficients[at + 1u], kTinyPolynomialBits);
    float b = zeroIfBelow(coefficients[at + 2u], kTinyPolynomialBits);
    precise float sum = (params.weightR * r + params.weightG * g) + params.weightB * b;
    float scalar = params.isRgb == 0u ? sum : channel == 0u ? r : channel == 1u ? g : b;
    precise float product = scalar * scale;
    return zeroIfBelow(product, kTinyPolynomialBits);
}

Light makeLight(uint channel)
{
    Light light;
    light.constant = scaled(0u, channel, params.scaleConstant);
    light.linear = vec3(scaled(3u, channel, params.scaleLinear), scaled(1u, channel, params.scaleLinear),
                        scaled(2u, channel, params.scaleLinear));
    light.mixed = vec3(scaled(5u, channel, params.scaleMixed), scaled(7u, channel, params.scaleMixed),
                       scaled(4u, channel, params.scaleMixed));
    light.zonal = scaled(6u, channel, params.scaleZonal);
    light.sectoral = scaled(8u, channel, params.scaleSectoral);
    return light;
}

float scaledToOne(float value, float scale)
{
    precise float product = value * scale;
    return zeroIfTiny(product);
}

// Scales a light by a power of two, so that its largest factor is between 1 and 2.
Light scaledToOne(Light light)
{
    uint most = max(magnitudeBits(light.constant), max(magnitudeBits(light.zonal), magnitudeBits(light.sectoral)));
    for (uint i = 0u; i < 3u; ++i)
        most = max(most, max(magnitudeBits(light.linear[i]), magnitudeBits(light.mixed[i])));
    float scale = uintBitsToFloat((254u - (most >> 23)) << 23);
    Light result;
    result.constant = scaledToOne(light.constant, scale);
    result.zonal = scaledToOne(light.zonal, scale);
    result.sectoral = scaledToOne(light.sectoral, scale);
    for (uint i = 0u; i < 3u; ++i)
    {
        result.linear[i] = scaledToOne(light.linear[i], scale);
        result.mixed[i] = scaledToOne(light.mixed[i], scale);
    }
    return result;
}

// The width s of a window, by which band 1 is multiplied, and s^3 for band 2.
struct Width
{
    float s, s2, s3;
};

Width widthOf(uint stepIndex)
{
    precise float s = float(stepIndex) * (1.0 / float(kDeringSteps));
    precise float s2 = s * s;
    precise float s3 = s2 * s;
    return Width(s, s2, s3);
}

float windowed(float constant, float linear, float quadratic, Width width)
{
    precise float value = (constant + width.s * linear) + width.s3 * quadratic;
    return value;
}

// The mildest window for which the value in one direction reaches the target. With that of stepIndex it does not.
uint mildestStep(float constant, float linear, float quadratic, float target, uint stepIndex)
{
    uint good = 0u, bad = stepIndex;
    while (bad - good > 1u)
    {
        uint middle = (good + bad) / 2u;
        if (windowed(constant, linear, quadratic, widthOf(middle)) >= target)
            good = middle;
        else
            bad = middle;
    }
    return good;
}

vec3 squaresOf(Light light)
{
    precise vec3 squares = vec3(light.sectoral - light.zonal, -light.zonal - light.sectoral, light.zonal + light.zonal);
    return squares;
}

// Whether the light reaches the target without a window, by a bound that needs no search: v . d >= -|v|, and no
// eigenvalue of M is below the least d_i - sum |m_ij| (Gershgorin). Rounding takes less than the margin.
bool needsNoWindow(Light light, float target)
{
    vec3 square = squaresOf(light), linear = light.linear;
    precise vec3 mixed = 0.5 * light.mixed;
    precise float rowX = (magnitude(mixed.z) + magnitude(mixed.y)) - square.x;
    precise float rowY = (magnitude(mixed.z) + magnitude(mixed.x)) - square.y;
    precise float rowZ = (magnitude(mixed.y) + magnitude(mixed.x)) - square.z;
    precise float room = ((light.constant - target) - larger(larger(rowX, rowY), rowZ)) - kDeringMargin;
    precise float squared = (linear.x * linear.x + linear.y * linear.y) + linear.z * linear.z;
    precise float roomSquared = room * room;
    return room > 0.0 && roomSquared > squared;
}

// Descends from one start direction to a minimum. Wherever the value is below the target, it takes a stronger window.
uint searchFrom(uint start, Light light, float target)
{
    vec3 square = squaresOf(light), linear = light.linear;
    precise vec3 mixed = 0.5 * light.mixed;
    precise float rowX = (magnitude(square.x) + magnitude(mixed.z)) + magnitude(mixed.y);
    precise float rowY = (magnitude(mixed.z) + magnitude(square.y)) + magnitude(mixed.x);
    precise float rowZ = (magnitude(mixed.y) + magnitude(mixed.x)) + magnitude(square.z);
    float sigma = larger(larger(rowX, rowY), rowZ);
    precise vec3 corner = vec3(float(start % 3u) - 1.0, float(start / 3u % 3u) - 1.0, float(start / 9u) - 1.0);
    vec3 d = normalized(corner, corner);
    uint stepIndex = kDeringSteps;
    Width width = widthOf(stepIndex);
    for (uint i = 0u; i < kDeringMoves && stepIndex > 0u; ++i)
    {
        precise float mx = (square.x * d.x + mixed.z * d.y) + mixed.y * d.z;
        precise float my = (mixed.z * d.x + square.y * d.y) + mixed.x * d.z;
        precise float mz = (mixed.y * d.x + mixed.x * d.y) + square.z * d.z;
        precise float along = (linear.x * d.x + linear.y * d.y) + linear.z * d.z;
        precise float quadratic = (mx * d.x + my * d.y) + mz * d.z;
        if (windowed(light.constant, along, quadratic, width) < target)
        {
            stepIndex = mildestStep(light.constant, along, quadratic, target, stepIndex);
            width = widthOf(stepIndex);
        }
        precise vec3 away = vec3(sigma * d.x - mx, sigma * d.y - my, sigma * d.z - mz);
        precise vec3 next = vec3(width.s2 * zeroIfTiny(away.x) - 0.5 * linear.x,
                                 width.s2 * zeroIfTiny(away.y) - 0.5 * linear.y,
                                 width.s2 * zeroIfTiny(away.z) - 0.5 * linear.z);
        d = normalized(vec3(zeroIfTiny(next.x), zeroIfTiny(next.y), zeroIfTiny(next.z)), d);
    }
    return stepIndex;
}

void searchChannel(uint lane, uint channel)
{
    Light light = scaledToOne(makeLight(channel));
    precise float target = params.floor * light.constant;
    bool isSearched = light.constant > 0.0 && !needsNoWindow(light, target);
    if (isSearched && lane < kDeringStarts && lane != kDeringCentre)
        atomicMin(deringSteps[cubemapOfGroup()], searchFrom(lane, light, target));
}

Light windowedLight(Light light, uint stepIndex)
{
    Width width = widthOf(stepIndex);
    precise vec3 linear = light.linear * width.s, mixed = light.mixed * width.s3;
    precise float zonal = light.zonal * width.s3, sectoral = light.sectoral * width.s3;
    for (uint i = 0u; i < 3u; ++i)
    {
        light.linear[i] = zeroIfBelow(linear[i], kTinyPolynomialBits);
        light.mixed[i] = zeroIfBelow(mixed[i], kTinyPolynomialBits);
    }
    light.zonal = zeroIfBelow(zonal, kTinyPolynomialBits);
    light.sectoral = zeroIfBelow(sectoral, kTinyPolynomialBits);
    return light;
}

// Which of x y z is a face's a, b and c axis, and whether the axis is reversed.
const uvec3 kFaceAxes[3] = {uvec3(2u, 1u, 0u), uvec3(0u, 2u, 1u), uvec3(0u, 1u, 2u)};
const vec3 kFaceSigns[6] = {vec3(-1.0, -1.0, 1.0), vec3(1.0, -1.0, -1.0), vec3(1.0, 1.0, 1.0),
                            vec3(1.0, -1.0, -1.0), vec3(1.0, -1.0, 1.0),  vec3(-1.0, -1.0, -1.0)};

// The first word of this lane's denominator. Device only, as cubemapOfGroup.
uint outputOffset()
{
    return params.outputOffset + cubemapIndex() * kDenominatorWords;
}

void writeFace(Light light, uint channel, uint face)
{
    uvec3 axes = kFaceAxes[face / 2u];
    vec3 signs = kFaceSigns[face], squares = squaresOf(light);
    float square = squares[axes.y];
    uint at = outputOffset() + channel * kChannelWords + face * kPolynomialWords;
    precise float q0 = (light.constant + params.addend) + square;
    precise float q1 = signs.z * light.linear[axes.z];
    precise float q2 = signs.x * light.linear[axes.x];
    precise float q3 = signs.y * light.linear[axes.y];
    precise float q4 = squares[axes.z] - square;
    precise float q5 = signs.x * signs.z * light.mixed[axes.y];
    precise float q6 = squares[axes.x] - square;
    precise float q7 = signs.y * signs.z * light.mixed[axes.x];
    precise float q8 = signs.x * signs.y * light.mixed[axes.z];
    denominators[at] = q0;
    denominators[at + 1u] = q1;
    denominators[at + 2u] = q2;
    denominators[at + 3u] = q3;
    denominators[at + 4u] = q4;
    denominators[at + 5u] = q5;
    denominators[at + 6u] = q6;
    denominators[at + 7u] = q7;
    denominators[at + 8u] = q8;
}

void main()
{
    uint lane = gl_LocalInvocationID.x % kDeringLanes, channels = params.isRgb != 0u ? 3u : 1u;
    bool hasCubemap = cubemapIndex() < params.cubemapCount;
    if (lane == 0u)
        deringSteps[cubemapOfGroup()] = kDeringSteps;
    barrier();
    for (uint channel = 0u; hasCubemap && params.derings != 0u && channel < channels; ++channel)
        searchChannel(lane, channel);
    barrier();
    uint stepIndex = deringSteps[cubemapOfGroup()];
    if (hasCubemap && lane < 6u * channels)
    {
        Light light = windowedLight(makeLight(lane / 6u), stepIndex);
        writeFace(light, lane / 6u, lane % 6u);
        precise float share = params.floor * light.constant;
        denominators[outputOffset() + kFloorWord + lane / 6u] = larger(share, params.least);
    }
    if (hasCubemap && lane == 0u)
        denominators[params.stepOffset + cubemapIndex()] = float(stepIndex);
}
