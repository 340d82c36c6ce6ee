#pragma once

#include "core/kernel/moments.h"
#include "core/sh/trigonometry.h"
#include "core/shape.h"

#include <vector>

namespace pn {

// A rectangle on the plane at distance 1, with the lengths of the vectors to its corners; first index along u.
struct TexelCorners
{
    double u0, u1, v0, v1;
    double l00, l10, l01, l11;
};

// Half the solid angle of a triangle on that plane with the corners' lengths and their dot products. Van Oosterom and
// Strackee 1983.
inline double halfSolidAngle(double determinant, double la, double lb, double lc, double ab, double bc, double ca)
{
    return atanSmall(determinant / (la * lb * lc + ab * lc + bc * la + ca * lb));
}

// determinant: of both triangles, the rectangle's area. For texels of faces of 3 and more: the series is for small
// ones.
inline double solidAngle(const TexelCorners& t, double determinant)
{
    const double d00d10 = 1.0 + t.u0 * t.u1 + t.v0 * t.v0, d00d01 = 1.0 + t.u0 * t.u0 + t.v0 * t.v1;
    const double d11d10 = 1.0 + t.u1 * t.u1 + t.v0 * t.v1, d11d01 = 1.0 + t.u0 * t.u1 + t.v1 * t.v1;
    const double d10d01 = 1.0 + t.u0 * t.u1 + t.v0 * t.v1;
    return 2.0 * (halfSolidAngle(determinant, t.l00, t.l10, t.l01, d00d10, d10d01, d00d01) +
                  halfSolidAngle(determinant, t.l11, t.l01, t.l10, d11d01, d10d01, d11d10));
}

// The directions and weights of a shape's quarter face, worked out in double and rounded once. All faces and
// probes of a shape share it. Planar, so that neighbouring columns are neighbours in memory.
//
// cubemap:  a = u s, b = v s, c = s = 1 / sqrt(1 + u^2 + v^2), weight = solid angle
// equirect: a = s sin p, c = s cos p (p longitude), b = sine and s = cosine of the latitude, weight = solid angle
struct Geometry
{
    static constexpr float kMeanWeight = 256; // the mean texel's; above 1 so that no product is denormal
    static constexpr std::uint32_t kPadding = 16;

    Geometry(const Shape& theShape, std::uint32_t begin, std::uint32_t end);
    explicit Geometry(const Shape& theShape) : Geometry(theShape, 0, theShape.rows()) {}

    Shape shape;
    std::uint32_t rowBegin = 0;  // the first row that weight and cosine cover
    std::uint32_t rowStride = 0; // floats from row to row of weight and cosine; 1 for an equirect map: one value a row

    std::vector<float> weight;      // halved on the centre row of an odd height
    std::vector<float> cosine;      // s
    std::vector<float> rowPosition; // of all rows of the quarter: v of a cubemap, b of an equirect map
    std::vector<float> factors;     // [kMomentTerms][column], columns padded with zeros to a multiple of kPadding

    // Whether the tables of a shape are kept for all rows. For a large cubemap they would take half a gigabyte, so
    // they are made for the rows of one segment at a time; those of an equirectangular map are always small.
    static constexpr std::uint32_t kMaxWholeColumns = 2048;
    static bool isKeptWhole(const Shape& shape) { return !shape.isCubemap() || shape.columns() <= kMaxWholeColumns; }

    bool perTexel() const { return shape.isCubemap(); }
    std::uint32_t paddedColumns() const { return paddedColumns(shape); }
    static std::uint32_t paddedColumns(const Shape& shape);

    // A cubemap's v is a whole number times this; a kernel may count instead of reading rowPosition.
    static float reciprocalSize(const Shape& shape) { return float(1.0 / shape.height); }
    const float* weightRow(std::uint32_t row) const { return &weight[std::size_t(row - rowBegin) * rowStride]; }
    const float* cosineRow(std::uint32_t row) const { return &cosine[std::size_t(row - rowBegin) * rowStride]; }

private:
    void fillFactors();
};

// How the texels of a cubemap's mip count in the next one: with the solid angle of what a texel of that one covers of
// them. Worked out in double and rounded once; for the quarter of a face at its lower right, whose mirror images the
// others are.
struct MipWeights
{
    static constexpr std::uint32_t kMaxTaps = 3; // along one side; of an odd size, where the outer two may be cut

    // Rows rowBegin to rowEnd of the next mip's quarter face, counted from its centre. sourceSize is at least 2.
    MipWeights(std::uint32_t theSourceSize, std::uint32_t begin, std::uint32_t end);
    explicit MipWeights(std::uint32_t theSourceSize)
        : MipWeights(theSourceSize, 0, Shape::cubemap(theSourceSize / 2).rows())
    {
    }

    static std::uint32_t tapsOf(std::uint32_t sourceSize) { return sourceSize % 2 == 0 ? 2 : 3; }

    std::uint32_t taps() const { return tapsOf(sourceSize); }
    std::uint32_t tapStride() const { return (rowEnd - rowBegin) * rowStride; }

    // The weight of the texel in a row and column of the quarter; tap (i, j) is the source texel i to the right and j
    // below the first that it covers. They add up to 1.
    float at(std::uint32_t row, std::uint32_t column, std::uint32_t i, std::uint32_t j) const
    {
        return weights[std::size_t(j * taps() + i) * tapStride() + std::size_t(row - rowBegin) * rowStride + column];
    }

    std::uint32_t sourceSize, rowBegin, rowEnd;
    std::uint32_t rowStride;    // the quarter's columns
    std::vector<float> weights; // [tap][row][column]
};

} // namespace pn
