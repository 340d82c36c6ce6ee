// Rung 8: rung 7, but every group combines its partial with the one result by an atomic operation, so a single pass is enough. The
// result must be the identity beforehand. Groups come in any order, so a float sum has other bits in each run. Integers have atomic
// sums, minima, maxima and bit operations, and floats have sums where the device has float atomics (PN_FLOAT_ATOMICS). For the
// rest, compare-and-swap is tried until no other group was faster: products, and float sums, minima and maxima.
#version 450
#extension GL_GOOGLE_include_directive : require
#ifdef PN_FLOAT_ATOMICS
#extension GL_EXT_shader_atomic_float : require
#endif

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/grid_stride.glsl"
#include "lab/shaders/lib/tree.glsl"

#if defined(PN_FLOAT_ATOMICS)

layout(set = 0, binding = kLabResults) coherent buffer PartialFloats { float partialFloats[]; };

void combineWithResult(uint value)
{
    atomicAdd(partialFloats[0], uintBitsToFloat(value));
}

#elif defined(PN_PAIRS)

// The group whose addition overflows the lower word adds the carry to the upper one. At the end of the dispatch no carry is missing.
void combineWithResult(uvec2 value)
{
    uint carry, before = atomicAdd(partials[0].x, value.x);
    uaddCarry(before, value.x, carry);
    atomicAdd(partials[0].y, value.y + carry);
}

#else

layout(set = 0, binding = kLabResults) coherent buffer PartialInts { int partialInts[]; };

void compareAndSwap(uint value)
{
    uint seen = kIdentity;
    for (uint found = ~seen; found != seen;)
    {
        found = seen;
        seen = atomicCompSwap(partials[0], found, combine(found, value));
    }
}

void combineWithResult(uint value)
{
    if (kType == kLabFloat || kOperator == kLabProduct)
        compareAndSwap(value);
    else if (kOperator == kLabSum)
        atomicAdd(partials[0], value);
    else if (kOperator == kLabAnd)
        atomicAnd(partials[0], value);
    else if (kOperator == kLabOr)
        atomicOr(partials[0], value);
    else if (kOperator == kLabXor)
        atomicXor(partials[0], value);
    else if (kType == kLabInt && kOperator == kLabMin)
        atomicMin(partialInts[0], int(value));
    else if (kType == kLabInt)
        atomicMax(partialInts[0], int(value));
    else if (kOperator == kLabMin)
        atomicMin(partials[0], value);
    else
        atomicMax(partials[0], value);
}

#endif

void main()
{
    Value value = reduceGroup(reduceShare());
    if (gl_LocalInvocationID.x == 0u)
        combineWithResult(value);
}
