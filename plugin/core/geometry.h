#pragma once

#include "core/shape.h"

#include <vector>

namespace pn {

// The directions and weights of a shape's quarter face, worked out in double and rounded once. All faces and
// probes of a shape share it. Planar, so that neighbouring columns are neighbours in memory.
//
// cubemap:  a = u c, b = v c, c = 1 / sqrt(1 + u^2 + v^2), weight = solid angle
// equirect: a = s sin p, c = s cos p (p longitude), b = sine and s = cosine of the latitude, weight = solid angle
//
// In both b = s v with v = rowTangent, and a = s alpha, c = s gamma; for a cubemap s is c itself and gamma is 1.
struct Geometry
{
    static constexpr float kMeanWeight = 256; // the mean texel's; above 1 so that no product is denormal
    static constexpr std::uint32_t kPadding = 16;

    Geometry(const Shape& theShape, std::uint32_t begin, std::uint32_t end);
    explicit Geometry(const Shape& theShape) : Geometry(theShape, 0, theShape.rows()) {}

    Shape shape;
    std::uint32_t rowBegin = 0; // the rows that weight and slope cover
    std::uint32_t rowEnd = 0;
    std::uint32_t rowStride = 0; // floats from row to row of weight and slope; 1 for an equirect map: one value a row

    std::vector<float> weight;     // halved on the centre row of an odd height
    std::vector<float> slope;      // s
    std::vector<float> rowTangent; // v, for all rows of the quarter
    std::vector<float> alpha;      // for all columns, padded with zeros to a multiple of kPadding
    std::vector<float> gamma;

    bool perTexel() const { return shape.isCubemap(); }
    const float* weightRow(std::uint32_t row) const { return &weight[std::size_t(row - rowBegin) * rowStride]; }
    const float* slopeRow(std::uint32_t row) const { return &slope[std::size_t(row - rowBegin) * rowStride]; }
};

// Weight of a column in its lane: half on the centre column of an odd width, whose texels are loaded twice.
inline float columnShare(const Shape& shape, std::uint32_t column)
{
    return shape.isCentreColumn(column) ? 0.5f : 1.0f;
}

} // namespace pn
