#include "image/formats/angular.h"

#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/files/parallel.h"
#include "image/texels/clean_texel.h"
#include "image/texels/texel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string>
#include <vector>

namespace pn::image {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::uint32_t kPoints = 2; // along one edge of a texel of the map; a source texel is seen by 4 x 4 of them

class AngularMap
{
public:
    explicit AngularMap(const Image& square) : m_size(square.width), m_texels(std::size_t{m_size} * m_size)
    {
        for (std::uint32_t y = 0; y < m_size; ++y)
            decodeRow(square.format, square.row(y), m_size, m_texels.data() + std::size_t{y} * m_size);
    }

    // Interpolated between the neighbours that are inside the circle.
    DRgb at(const std::array<double, 3>& direction) const
    {
        const double across = std::hypot(direction[0], direction[1]);
        const double radius = std::atan2(across, direction[2]) / kPi;
        const double scale = across > 0.0 ? radius / across : 0.0;
        const double x = (1.0 + scale * direction[0]) * m_size / 2.0 - 0.5;
        const double y = (1.0 - scale * direction[1]) * m_size / 2.0 - 0.5;
        const double left = std::floor(x);
        const double top = std::floor(y);
        DRgb sum;
        double weights = 0.0;
        for (int j = 0; j < 2; ++j)
            for (int i = 0; i < 2; ++i)
            {
                const double weight = (1.0 - std::abs(x - left - i)) * (1.0 - std::abs(y - top - j));
                if (weight <= 0.0 || !isInside(left + i, top + j))
                    continue;
                sum += texel(left + i, top + j) * weight;
                weights += weight;
            }
        return weights > 0.0 ? sum / weights : texel(x, y) * 1.0;
    }

private:
    // Whether the middle of a texel is in the circle.
    bool isInside(double x, double y) const
    {
        const double radius = m_size / 2.0;
        return std::hypot(x + 0.5 - radius, y + 0.5 - radius) <= radius;
    }

    const Rgb& texel(double x, double y) const
    {
        const auto indexOf = [this](double place) {
            return static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, m_size - 1.0));
        };
        return m_texels[indexOf(y) * m_size + indexOf(x)];
    }

    std::uint32_t m_size;
    std::vector<Rgb> m_texels;
};

// Rows of points lie at equal steps of the sine of latitude, so that each stands for as much solid angle.
void fillRow(const AngularMap& source, std::uint32_t y, std::uint32_t height, std::byte* row)
{
    const double top = std::cos(kPi * y / height);
    const double bottom = std::cos(kPi * (y + 1.0) / height);
    for (std::uint32_t x = 0; x < 2 * height; ++x)
    {
        DRgb sum;
        for (std::uint32_t point = 0; point < kPoints * kPoints; ++point)
        {
            const double sine = top + (bottom - top) * (point / kPoints + 0.5) / kPoints;
            const double cosine = std::sqrt(std::max(0.0, 1.0 - sine * sine));
            const double longitude = kPi * ((x + (point % kPoints + 0.5) / kPoints) / height - 1.0);
            sum += source.at({cosine * std::sin(longitude), sine, cosine * std::cos(longitude)});
        }
        const DRgb mean = sum / double{kPoints * kPoints};
        const Rgb texel{static_cast<float>(mean.r), static_cast<float>(mean.g), static_cast<float>(mean.b)};
        std::memcpy(row + x * sizeof(texel), &texel, sizeof(texel));
    }
}

} // namespace

Image unfoldAngular(const Image& square, const Limits& limits)
{
    if (square.width != square.height || square.width > PN_MAX_EQUIRECT_HEIGHT)
        throw Error(ErrorKind::InvalidInput, "an angular map must be a square of at most " +
                                                 std::to_string(PN_MAX_EQUIRECT_HEIGHT) + " texels, found " +
                                                 std::to_string(square.width) + " x " + std::to_string(square.height));
    Image map = makeImage(PN_FORMAT_RGB32F, 2 * std::uint64_t{square.width}, square.height, limits);
    map.warnings = square.warnings;
    const AngularMap source(square);
    parallelRanges(map.height, 0, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t y = begin; y < end; ++y)
        {
            throwIfCancelled();
            fillRow(source, y, map.height, map.row(y));
        }
    });
    return map;
}

} // namespace pn::image
