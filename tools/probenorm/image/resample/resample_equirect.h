#pragma once

#include "image/texels/image.h"
#include "image/texels/texel.h"

#include <cstdint>
#include <vector>

namespace pn::image {

// A range of a map's row or column indices; columns may go below 0 or beyond the width, and wrap around.
struct IndexRange
{
    std::int64_t begin = 0;
    std::int64_t end = 0;

    std::size_t size() const { return static_cast<std::size_t>(end - begin); }
};

// The part of a latitude-longitude map that one face sees, as integrals down its columns:
// F(p, s) = integral of radiance over s' from s = sin(latitude) up to the first row of the part, at longitude p.
class CumulativeMap
{
public:
    CumulativeMap(const Image& map, bool isUpsideDown, IndexRange rows, IndexRange columns, unsigned threadCount);

    std::uint32_t width() const { return m_width; }
    const IndexRange& rows() const { return m_rows; }
    double rowSine(std::int64_t edge) const { return m_sines[static_cast<std::size_t>(edge - m_rows.begin)]; }
    double columnLongitude(std::int64_t edge) const;

    // The row that sine is in, searched from a row nearby.
    std::size_t rowOf(double sine, std::size_t nearby) const;

    // Integral of F over dp along a piece of a curve inside one texel, from integrals over dp and s dp.
    DRgb integrate(std::size_t row, double longitude, double longitudeStep, double sineStep) const;

    // A mean lies between these; rounding must not make it darker than the darkest texel.
    DRgb clampToRange(const DRgb& mean) const;

private:
    struct Limits
    {
        Rgb min;
        Rgb max;
    };

    std::size_t columnOf(double longitude) const;
    Limits addColumns(const Image& map, bool isUpsideDown, std::uint32_t begin, std::uint32_t end);

    std::uint32_t m_width;
    std::uint32_t m_height;
    IndexRange m_rows;
    IndexRange m_columns;
    std::vector<double> m_sines; // of row edges
    std::vector<DRgb> m_sums;    // F at row edges, row by row
    Limits m_limits;
};

// One face (0..5 for +X -X +Y -Y +Z -Z) of a cubemap that shows a latitude-longitude map; faceTexels receives
// faceSize * faceSize RGBA32F texels. resample_equirect.cpp has the mathematics.
void resampleEquirectFace(const Image& map, std::uint32_t face, std::uint32_t faceSize, unsigned threadCount,
                          float* faceTexels);

} // namespace pn::image
