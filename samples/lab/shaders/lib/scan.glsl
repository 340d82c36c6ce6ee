// What every scan begins with: its buffers, and how it reads items and stores results. Flags follow the elements in the same
// buffer, one word per element, 1 where a segment begins.
#include "lab/shaders/lab.h"
#include "lab/shaders/lib/group_index.glsl"
#include "lab/shaders/lib/operators.glsl"
#include "lab/shaders/lib/items.glsl"

layout(local_size_x = 256, local_size_x_id = kLabSpecGroupSize) in;

layout(push_constant) uniform Params { LabParams params; };
layout(set = 0, binding = kLabElements) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabElements) readonly buffer Elements4 { uvec4 elements4[]; };
layout(set = 0, binding = kLabResults) buffer Results { uint results[]; };
layout(set = 0, binding = kLabResults) buffer Results4 { uvec4 results4[]; };
layout(set = 0, binding = kLabThird) buffer Sums { Item sums[]; }; // of tiles or of chunks

uint elementOrIdentity(uint i)
{
    uint value = elements[min(i, params.count - 1u)];
    return i < params.count ? value : kIdentity;
}

uvec4 vectorOrIdentity(uint i)
{
    return uvec4(elementOrIdentity(4u * i), elementOrIdentity(4u * i + 1u), elementOrIdentity(4u * i + 2u),
                 elementOrIdentity(4u * i + 3u));
}

#ifdef PN_SEGMENTED

uvec4 flagsOf(uint i) // of vector i
{
    return 4u * i < params.count ? elements4[params.first / 4u + i] : uvec4(0u);
}

Item makeItem(uint value, uint flag)
{
    return uvec2(value, flag);
}

#else

uvec4 flagsOf(uint i)
{
    return uvec4(0u);
}

Item makeItem(uint value, uint flag)
{
    return value;
}

#endif

// before: what the items before come to; own: the same with the item itself.
uint resultOf(Item before, Item own, uint flag)
{
    return params.isExclusive == 0u ? valueOf(own) : flag != 0u ? kIdentity : valueOf(before);
}

void storeResult(uint i, uint result)
{
    if (i < params.count)
        results[i] = result;
}
