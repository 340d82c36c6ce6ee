// Loads and decodes the four mirror images of a position in a face, and applies the policy to special texels. Twin of
// plugin/core/kernel/exact_texels.cpp and quad_loader-inl.h. Needs: faceIndex, laneCount, laneBad, params, texel.glsl,
// Values of sums.glsl.

// The four mirror images of a position, as stored in memory.
struct Quad
{
    uvec4 topLeft, topRight, bottomLeft, bottomRight;
};

// The indices of a position's texels in the buffer: top left, top right, bottom left, bottom right. Device only: the
// CPU uses pointers.
uvec4 quadIndices(uint column, uint row)
{
    uint firstTexel = faceIndex * params.faceTexels;
    uint top = firstTexel + params.topOffset - row * params.width, bottom = firstTexel + params.bottomOffset + row * params.width;
    uint left = params.leftColumn - column, right = params.rightColumn + column;
    return uvec4(top + left, top + right, bottom + left, bottom + right);
}

// Device only, as quadIndices.
Quad loadQuad(uvec4 indices)
{
    return Quad(loadTexel(indices.x), loadTexel(indices.y), loadTexel(indices.z), loadTexel(indices.w));
}

// Decodes a texel, applies the policy and counts it if it is special. The centre row and column of a face with an odd
// size are loaded twice, but counted once.
vec3 decodeSpecial(uvec4 words, bool isRight, bool isBottom, uint column, uint row)
{
    uint flags = 0u;
    uvec3 bits = decodeTexel(words);
    bits = uvec3(applyPolicy(bits.x, flags), applyPolicy(bits.y, flags), applyPolicy(bits.z, flags));
    uint x = isRight ? params.rightColumn + column : params.leftColumn - column;
    uint y = isBottom ? params.height - params.rows + row : params.rows - 1u - row;
    bool isTwin = isRight && x == params.leftColumn - column || isBottom && y == params.rows - 1u - row;
    if (flags != 0u && !isTwin)
    {
        laneCount += uvec3(flags & 1u, flags >> 1 & 1u, flags >> 2);
        uint face = (params.firstFace + faceIndex) % params.facesPerProbe;
        if ((flags & 1u) != 0u)
            laneBad = max(laneBad, ~((face * params.height + y) * params.width + x));
    }
    return uintBitsToFloat(bits);
}

// The slow path, as a loop, so that its code exists once. The texels that it selects stay in registers.
void decodeSpecialQuad(Quad quad, uint column, uint row, inout Values values)
{
    for (uint side = 0u; side < 4u; ++side)
    {
        bool isRight = (side & 1u) != 0u, isBottom = (side & 2u) != 0u;
        uvec4 top = isRight ? quad.topRight : quad.topLeft;
        uvec4 bottom = isRight ? quad.bottomRight : quad.bottomLeft;
        vec3 value = decodeSpecial(isBottom ? bottom : top, isRight, isBottom, column, row);
        if (side == 0u)
            values.topLeft = value;
        else if (side == 1u)
            values.topRight = value;
        else if (side == 2u)
            values.bottomLeft = value;
        else
            values.bottomRight = value;
    }
}

// Device only: the CPU decodes while it loads (QuadLoader::load).
Values decodeQuad(Quad quad)
{
    return Values(decodeFast(quad.topLeft), decodeFast(quad.topRight), decodeFast(quad.bottomLeft),
                  decodeFast(quad.bottomRight));
}

// Device only, as decodeQuad.
Values decodeExact(Quad quad, uint column, uint row)
{
    Values values = decodeQuad(quad);
    uint special = specialTexel(quad.topLeft) | specialTexel(quad.topRight) | specialTexel(quad.bottomLeft) |
               specialTexel(quad.bottomRight);
    if (isSpecial(special))
        decodeSpecialQuad(quad, column, row, values);
    return values;
}
