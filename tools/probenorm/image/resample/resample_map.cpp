#include "image/resample/resample.h"

#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/texels/texel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <vector>

namespace pn::image {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::uint32_t kMostPoints = 16; // along one edge of a texel

using Direction = std::array<double, 3>;

// The source's texels decoded once, and found by direction.
class Source
{
public:
    explicit Source(const Environment& environment)
        : m_isCube(environment.kind == Kind::Cubemap), m_width(environment.image.width),
          m_height(environment.image.height), m_texels(std::size_t{m_width} * m_height)
    {
        for (std::uint32_t y = 0; y < m_height; ++y)
        {
            throwIfCancelled();
            decodeCleanTexels(environment.image, 0, y, m_width, m_texels.data() + std::size_t{y} * m_width);
        }
    }

    // Texels around the equator.
    std::uint32_t aroundEquator() const { return m_isCube ? 4 * m_width : m_width; }

    const Rgb& at(const Direction& d) const { return m_isCube ? atCube(d) : atMap(d); }

private:
    static std::uint32_t indexOf(double unit, std::uint32_t size)
    {
        return std::min(static_cast<std::uint32_t>(std::max(unit, 0.0) * size), size - 1);
    }

    const Rgb& atMap(const Direction& d) const
    {
        const double u = 0.5 + std::atan2(d[0], d[2]) / (2.0 * kPi);
        const double v = std::acos(std::clamp(d[1], -1.0, 1.0)) / kPi;
        return m_texels[std::size_t{indexOf(v, m_height)} * m_width + indexOf(u, m_width)];
    }

    // The table of D3D, OpenGL and Vulkan.
    const Rgb& atCube(const Direction& d) const
    {
        const std::array<double, 3> a = {std::abs(d[0]), std::abs(d[1]), std::abs(d[2])};
        const std::size_t axis = a[0] >= a[1] && a[0] >= a[2] ? 0 : a[1] >= a[2] ? 1 : 2;
        const double sign = d[axis] < 0.0 ? -1.0 : 1.0;
        const double s = axis == 0 ? -sign * d[2] : axis == 1 ? d[0] : sign * d[0];
        const double t = axis == 1 ? sign * d[2] : -d[1];
        const std::size_t face = 2 * axis + (sign < 0.0 ? 1 : 0);
        const std::uint32_t x = indexOf(0.5 * (s / a[axis] + 1.0), m_width);
        const std::uint32_t y = indexOf(0.5 * (t / a[axis] + 1.0), m_width);
        return m_texels[(face * m_width + y) * m_width + x];
    }

    bool m_isCube;
    std::uint32_t m_width;
    std::uint32_t m_height;
    std::vector<Rgb> m_texels;
};

class MapResampler
{
public:
    MapResampler(const Source& source, std::uint32_t height)
        : m_source(source), m_height(height),
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
                sum += m_source.at({cosine * std::sin(p), sine, cosine * std::cos(p)}) * 1.0;
            }
        }
        return sum / (double{1.0} * m_points * m_points);
    }

    const Source& m_source;
    std::uint32_t m_height;
    std::uint32_t m_points;
};

} // namespace

Image resampleToMap(const Environment& source, std::uint32_t height, unsigned threadCount)
{
    if (height < 1 || height > PN_MAX_EQUIRECT_HEIGHT)
        reject("height must be in 1..{}", PN_MAX_EQUIRECT_HEIGHT);
    Image map = makeImage(PN_FORMAT_RGBA32F, 2 * height, height);
    const Source texels(source);
    const MapResampler resampler(texels, height);
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
