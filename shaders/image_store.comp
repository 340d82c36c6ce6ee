// Writes texels of a buffer into layers of an image, as the words that they are: no value changes.
//
// No CPU twin: only a device can write an image.
//
// Variants: PN_WORDS, of a texel; PN_IMAGE, the format as which the image is written. Two words are four integers of 16
// bits, since not every device writes two of 32.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "shared/image_texels.h"

layout(local_size_x = kImageSide, local_size_y = kImageSide) in;

layout(push_constant) uniform Params { ImageTexelsParams params; };
layout(set = 0, binding = kImage, PN_IMAGE) writeonly uniform uimage2DArray image;
layout(set = 0, binding = kImageTexels) readonly buffer Texels { uint texels[]; };

void main()
{
    uvec3 at = gl_GlobalInvocationID;
    if (at.x >= params.width || at.y >= params.rows)
        return;
    uint index = PN_WORDS * (params.firstTexel + (at.z * params.rows + at.y) * params.width + at.x);
    uvec4 words = uvec4(0u);
    for (uint i = 0u; i < PN_WORDS; ++i)
        words[i] = texels[index + i];
    if (PN_WORDS == 2)
        words = uvec4(words.x & 0xffffu, words.x >> 16, words.y & 0xffffu, words.y >> 16);
    imageStore(image, ivec3(at + uvec3(0u, params.firstRow, params.firstLayer)), words);
}
