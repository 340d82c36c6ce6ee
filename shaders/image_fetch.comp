// Fetches the texels of an image's layers into a buffer, as the words that sh_project.comp and normalize.comp read.
//
// No CPU twin: only a device can fetch texels from an image.
//
// For images that cannot be copied, because only the device knows how their texels are decoded. For a float format the
// decoded value is exact. Half floats are rounded to nearest even by integer arithmetic and one addition; they are
// used for formats whose values all fit into half floats.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require

#include "shared/image_texels.h"
#include "shared/texel.h"

layout(local_size_x = kImageSide, local_size_y = kImageSide) in;
layout(constant_id = kSpecFetchHalves) const uint kHalves = 0u;

layout(push_constant) uniform Params { ImageTexelsParams params; };
layout(set = 0, binding = kImage) uniform texture2DArray image;
layout(set = 0, binding = kImageTexels) writeonly buffer Texels2 { uvec2 texels2[]; };
layout(set = 0, binding = kImageTexels) writeonly buffer Texels4 { uvec4 texels4[]; };

#include "lib/encode.glsl"

uint toHalf(uint bits)
{
    uint sign = bits >> 16 & 0x8000u, magnitude = bits & ~kSignBit;
    if (magnitude >= kInfinityBits) // encode.glsl knows finite results only
        return sign | 0x7c00u | uint(magnitude > kInfinityBits);
    return sign | halfMagnitude(magnitude);
}

void main()
{
    uvec3 at = gl_GlobalInvocationID;
    if (at.x >= params.width || at.y >= params.rows)
        return;
    ivec3 position = ivec3(at + uvec3(0u, params.firstRow, params.firstLayer));
    uvec4 bits = floatBitsToUint(texelFetch(image, position, 0));
    uint index = params.firstTexel + (at.z * params.rows + at.y) * params.width + at.x;
    if (kHalves != 0u)
        texels2[index] = uvec2(toHalf(bits.x) | toHalf(bits.y) << 16, toHalf(bits.z) | toHalf(bits.w) << 16);
    else
        texels4[index] = bits;
}
