#pragma once

#include "core/kernel/moments.h"
#include "core/shape.h"

#include <vector>

namespace pn {

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

} // namespace pn
