// Reads the rows of one column, from the middle of the face outwards. Needs: kEquirect, params, geometry, geometry2, quad.glsl.

// A row of a column as loaded.
struct Row
{
    Quad quad;
    vec2 weightAndCosine;
    float rowPosition; // of an equirect map; a cubemap's is counted
};

// Where the next row to load lies: its texels by one index of four, because registers are what keeps more workgroups
// from reading at once. As rows go outwards, top and bottom index keep their sum.
struct Cursor
{
    uint topLeft;
    uint topPlusBottom;
    uint leftToRight;
    uint geometryIndex;
    uint rowPositionIndex;
};

// Device only, with its cursor: the CPU has pointers.
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

// A cubemap's rows lie at v = position / n, and positions, 2 row + 1 or 2 row, are whole. Device only: the CPU reads v.
float firstPosition(uint row)
{
    return float(2u * row + (params.height & 1u ^ 1u));
}
