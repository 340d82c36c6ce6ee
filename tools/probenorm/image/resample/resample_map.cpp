#include "image/resample/resample.h"

#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/resample/directed_texels.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pn::image {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::uint32_t kMostPoints = 16; // along one edge of a texel

class MapResampler
{
public:
    MapResampler(const DirectedTexels& source, std::uint32_t height, const Matrix& matrix)
        : m_source(source), m_height(height), m_matrix(matrix),
          m_points(std::clamp(2 * ((source.aroundEquator() + 2 * height - 1) / (2 * height)), 2u, kMostPoints))
    {
    }

    void fillRow(std::uint32_t y, float* out) const
    {
        for (std::uint32_t x = 0; x < 2 * m_height; ++x)
            storeRgba(meanOf(x, y), out + std::size_t{4} * x);
    }

private:
    // Rows of points lie at equal steps of the sine of latitude, so that each stands for as much solid angle.
    DRgb meanOf(std::uint32_t x, std::uint32_t y) const
    {
        const double top = std::cos(kPi * y / m_height);
        const double bottom = std::cos(kPi * (y + 1.0) / m_height);
        DRgb sum(0.0);
        for (std::uint32_t j = 0; j < m_points; ++j)
        {
            const double sine = top + (bottom - top) * (j + 0.5) / m_points;
            const double cosine = std::sqrt(1.0 - sine * sine);
            for (std::uint32_t i = 0; i < m_points; ++i)
            {
                const double p = kPi * ((x + (i + 0.5) / m_points) / m_height - 1.0);
                sum +=
                    m_source.at(turned(m_matrix, glm::dvec3(cosine * std::sin(p), sine, cosine * std::cos(p)))) * 1.0;
            }
        }
        return sum / (double{1.0} * m_points * m_points);
    }

    const DirectedTexels& m_source;
    std::uint32_t m_height;
    Matrix m_matrix;
    std::uint32_t m_points;
};

} // namespace

Image resampleToMap(const Environment& source, std::uint32_t height, unsigned threadCount, const Matrix& matrix)
{
    if (height < 1 || height > PN_MAX_EQUIRECT_HEIGHT)
        reject("height must be in 1..{}", PN_MAX_EQUIRECT_HEIGHT);
    Image map = makeImage(PN_FORMAT_RGBA32F, 2 * height, height);
    const DirectedTexels texels(source);
    const MapResampler resampler(texels, height, matrix);
    parallelRanges(height, threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t y = begin; y < end; ++y)
        {
            throwIfCancelled();
            resampler.fillRow(y, reinterpret_cast<float*>(map.row(y)));
        }
    });
    return map;
}

} // namespace pn::image
