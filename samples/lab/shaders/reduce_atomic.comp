// Rung 8: every group adds its partial to the one result, so a single dispatch is enough. Groups come in any order, and
// so do the bits of a float sum. The result must be 0 beforehand.
#version 450
#extension GL_GOOGLE_include_directive : require
#ifdef PN_FLOAT_ATOMICS
#extension GL_EXT_shader_atomic_float : require
#endif

#define PN_PARTIALS coherent
#include "lab/shaders/reduction.glsl"
#include "lab/shaders/grid_stride.glsl"
#include "lab/shaders/shared_tree.glsl"

layout(set = 0, binding = kLabBindingPartials) coherent buffer PartialFloats { float partialFloats[]; };

#ifdef PN_PAIRS

// The addition that makes the lower word wrap sees so, and adds the carry to the upper word. In between the pair is no
// sum of anything; at the end of the dispatch all carries are in.
void combineAtomically(uvec2 value)
{
    uint carry, before = atomicAdd(partials[0].x, value.x);
    uaddCarry(before, value.x, carry);
    atomicAdd(partials[0].y, value.y + carry);
}

#else

#ifdef PN_FLOAT_ATOMICS

void addFloat(uint value)
{
    atomicAdd(partialFloats[0], uintBitsToFloat(value));
}

#else

// Tries again for as long as another group was faster.
void addFloat(uint value)
{
    uint seen = 0u;
    for (;;)
    {
        uint found = atomicCompSwap(partials[0], seen, combine(seen, value));
        if (found == seen)
            return;
        seen = found;
    }
}

#endif

void combineAtomically(uint value)
{
    if (kOperator == kLabSumFloat)
        addFloat(value);
    else
        atomicAdd(partials[0], value);
}

#endif

void main()
{
    Value value = reduceInShared(reduceGridStride());
    if (gl_LocalInvocationID.x == 0u)
        combineAtomically(value);
}
