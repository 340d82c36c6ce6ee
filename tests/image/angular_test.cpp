// Angular maps by Debevec's definition: the direction at (u, v), both from -1 to 1, v up, is turned from straight ahead
// by the angle pi * sqrt(u² + v²) towards (u, v).
#include "image/formats/angular.h"
#include "image/formats/environment.h"
#include "image/texels/texel.h"
#include "image_builder.h"
#include "temporary_folder.h"

#include <array>
#include <cmath>
#include <functional>
#include <numbers>

using namespace pn::image;

namespace {

constexpr double kPi = std::numbers::pi;

using Direction = std::array<double, 3>;

// A map of colours by direction; black outside of the circle.
Image makeMap(std::uint32_t size, const std::function<Rgb(const Direction&)>& light)
{
    std::vector<float> texels;
    for (std::uint32_t y = 0; y < size; ++y)
        for (std::uint32_t x = 0; x < size; ++x)
        {
            const double u = 2 * (x + 0.5) / size - 1, v = 1 - 2 * (y + 0.5) / size;
            const double radius = std::hypot(u, v), angle = kPi * radius;
            const Rgb color =
                radius > 1 ? Rgb{}
                           : light({std::sin(angle) * u / radius, std::sin(angle) * v / radius, std::cos(angle)});
            texels.insert(texels.end(), {color.r, color.g, color.b});
        }
    return makeFloatImage(size, size, texels);
}

Rgb texelAt(const Image& image, std::uint32_t x, std::uint32_t y)
{
    std::vector<Rgb> row(image.width);
    decodeRow(image.format, image.row(y), image.width, row.data());
    return row[x];
}

} // namespace

TEST(AngularMap, EachDirectionComesOutWhereLatitudeLongitudeMapsHaveIt)
{
    const Image map = unfoldAngular(
        makeMap(64,
                [](const Direction& d) {
                    return Rgb{static_cast<float>(d[0]), static_cast<float>(d[1]), static_cast<float>(d[2])};
                }),
        {});
    ASSERT_EQ(map.width, 128u);
    ASSERT_EQ(map.height, 64u);
    for (std::uint32_t y = 0; y < 64; ++y)
        for (std::uint32_t x = 0; x < 128; ++x)
        {
            const double latitude = kPi * (0.5 - (y + 0.5) / 64), longitude = 2 * kPi * ((x + 0.5) / 128 - 0.5);
            const Rgb texel = texelAt(map, x, y);
            // Neighbours are 2 pi / 64 apart; straight behind, at the rim, some of them are missing.
            const double tolerance = std::abs(longitude) > 2.6 && std::abs(latitude) < 0.6 ? 0.1 : 0.01;
            ASSERT_NEAR(texel.r, std::cos(latitude) * std::sin(longitude), tolerance) << x << ' ' << y;
            ASSERT_NEAR(texel.g, std::sin(latitude), tolerance) << x << ' ' << y;
            ASSERT_NEAR(texel.b, std::cos(latitude) * std::cos(longitude), tolerance) << x << ' ' << y;
        }
}

// Black corners are no light: a white sphere stays white to the rim.
TEST(AngularMap, CornersAreNotLookedAt)
{
    const Image map = unfoldAngular(makeMap(31, [](const Direction&) { return Rgb{1, 1, 1}; }), {});
    for (std::uint32_t y = 0; y < map.height; ++y)
        for (std::uint32_t x = 0; x < map.width; ++x)
            ASSERT_FLOAT_EQ(texelAt(map, x, y).g, 1.0f) << x << ' ' << y;
}

// A texel at the angle a covers (2 pi / size)² sin(a) / a. Interpolation sees it by 4 x 4 points a texel: the sum over
// a tent of that many points is within a few thousandths of the tent's integral.
TEST(AngularMap, OneBrightTexelKeepsItsEnergy)
{
    constexpr std::uint32_t kSize = 64, kX = 41, kY = 18;
    std::vector<float> texels(std::size_t{3} * kSize * kSize, 0.0f);
    texels[(std::size_t{kY} * kSize + kX) * 3] = 1000.0f;
    const Image map = unfoldAngular(makeFloatImage(kSize, kSize, texels), {});
    double energy = 0.0;
    for (std::uint32_t y = 0; y < map.height; ++y)
    {
        const double height = std::cos(kPi * y / map.height) - std::cos(kPi * (y + 1) / map.height);
        for (std::uint32_t x = 0; x < map.width; ++x)
            energy += texelAt(map, x, y).r * height * 2 * kPi / map.width;
    }
    const double angle = kPi * std::hypot(2 * (kX + 0.5) / kSize - 1, 1 - 2 * (kY + 0.5) / kSize);
    const double solidAngle = 2 * kPi / kSize * (2 * kPi / kSize) * std::sin(angle) / angle;
    EXPECT_NEAR(energy / (1000.0 * solidAngle), 1.0, 0.01);
}

TEST(AngularMap, IsReadWhereItIsAskedForAndNeverGuessed)
{
    const TemporaryFolder folder;
    FileBuilder file;
    file.text("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 4\n");
    for (int i = 0; i < 16; ++i)
        file.u8({128, 128, 128, 129});
    const std::string path = folder.put("grace_probe.hdr", file.bytes);
    const Environment map = loadEnvironment(path, {.layout = Layout::Angular});
    EXPECT_EQ(map.kind, Kind::Equirect);
    EXPECT_EQ(map.layout, Layout::Angular);
    EXPECT_EQ(map.image.width, 8u);
    EXPECT_ERROR(loadEnvironment(path), InvalidInput, "use --layout (angular for a light probe)");
    EXPECT_ERROR(unfoldAngular(makeFloatImage(4, 2, std::vector<float>(24)), {}), InvalidInput, "must be a square");
}
