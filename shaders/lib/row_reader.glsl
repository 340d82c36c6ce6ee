// Reads the rows of one column, from the middle of the face outwards. Needs: kEquirect, params, geometry, geometry2, quad.glsl.

// One row of a column, as loaded.
struct Row
{
    Quad quad;
    vec2 weightAndCosine;
    float rowPosition; // of an equirectangular map; that of a cubemap is computed from the row
};

// The place of the next row to load. It keeps one index instead of four, because the number of registers limits how
// many workgroups read at once. From row to row the sum of the top and the bottom index stays the same.
struct Cursor
{
    uint topLeft;
    uint topPlusBottom;
    uint leftToRight;
    uint geometryIndex;
    uint rowPositionIndex;
};

// Device only: the CPU uses pointers.
Cursor beginSegment(uint column, uint row)
{
    uvec4 indices = quadIndices(column, row);
    uint geometryIndex = params.weightOffset + (kEquirect != 0u ? row : row * params.geometryRowPairs + column);
    return Cursor(indices.x, indices.x + indices.z, indices.y - indices.x, geometryIndex, params.rowPositionOffset + row);
}

// Device only.
Row loadRow(inout Cursor cursor)
{
    uint top = cursor.topLeft, bottom = cursor.topPlusBottom - cursor.topLeft;
    uvec4 indices = uvec4(top, top + cursor.leftToRight, bottom, bottom + cursor.leftToRight);
    Row row = Row(loadQuad(indices), geometry2[cursor.geometryIndex], 0.0);
    if (kEquirect != 0u)
        row.rowPosition = geometry[cursor.rowPositionIndex++];
    cursor.topLeft -= params.width;
    cursor.geometryIndex += kEquirect != 0u ? 1u : params.geometryRowPairs;
    return row;
}

// The rows of a cubemap are at v = position / n, where position is the whole number 2 row + 1, or 2 row for an odd n.
// Device only: the CPU reads v from a table.
float firstPosition(uint row)
{
    return float(2u * row + (params.height & 1u ^ 1u));
}
