#include "image/formats/environment.h"
#include "image/resample/resample.h"
#include "image/texels/texel.h"
#include "image/texels/texel_range.h"
#include "image_builder.h"
#include "real_data.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

using namespace pn::image;

namespace {

constexpr double kPi = std::numbers::pi;

// Mean radiance over the sphere, by exact solid angles of the map's rows.
std::array<double, 3> meanOfMap(const Image& map)
{
    const auto texels = texelsOf(map);
    std::array<double, 3> sum{};
    for (std::uint32_t y = 0; y < map.height; ++y)
    {
        const double weight = (std::cos(kPi * y / map.height) - std::cos(kPi * (y + 1) / map.height)) / 2 / map.width;
        for (std::uint32_t x = 0; x < map.width; ++x)
        {
            const Rgb& texel = texels[std::size_t{y} * map.width + x];
            sum[0] += weight * texel.r;
            sum[1] += weight * texel.g;
            sum[2] += weight * texel.b;
        }
    }
    return sum;
}

// The same of a cubemap, by exact solid angles of its texels.
std::array<double, 3> meanOfCube(const Image& cube)
{
    const auto corner = [](double u, double v) { return std::atan2(u * v, std::sqrt(u * u + v * v + 1)); };
    const auto texels = texelsOf(cube);
    const std::size_t n = cube.width;
    const auto edge = [&](std::size_t i) { return 2.0 * static_cast<double>(i) / static_cast<double>(n) - 1.0; };
    std::array<double, 3> sum{};
    for (std::size_t i = 0; i < texels.size(); ++i)
    {
        const double u0 = edge(i % n), u1 = edge(i % n + 1);
        const double v0 = edge(i / n % n), v1 = edge(i / n % n + 1);
        const double weight = (corner(u1, v1) - corner(u0, v1) - corner(u1, v0) + corner(u0, v0)) / (4 * kPi);
        sum[0] += weight * texels[i].r;
        sum[1] += weight * texels[i].g;
        sum[2] += weight * texels[i].b;
    }
    return sum;
}

void expectEnergyKept(const Environment& map, std::uint32_t faceSize)
{
    const auto expected = meanOfMap(map.image);
    const auto found = meanOfCube(resampleToCube(map, faceSize).image);
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(found[c] / expected[c], 1.0, 1e-6) << map.path; // each of many texels is rounded to float
}

class BlenderMap : public testing::TestWithParam<const char*>
{
};

} // namespace

TEST_P(BlenderMap, ReadsAndKeepsItsEnergyAsACube)
{
    const std::string path = blenderMap(GetParam());
    PN_SKIP_WITHOUT(path);
    const Environment map = loadEnvironment(path);
    EXPECT_EQ(map.kind, Kind::Equirect);
    EXPECT_EQ(map.image.width, 1024u);
    EXPECT_EQ(map.image.height, 512u);
    EXPECT_EQ(map.image.format, PN_FORMAT_RGBA32F);
    const TexelRange range = measureRange(map.image);
    EXPECT_EQ(range.nonFinite, 0u);
    EXPECT_GT(range.max, 1.0f);
    expectEnergyKept(map, 256);
}

INSTANTIATE_TEST_SUITE_P(StudioLights, BlenderMap,
                         testing::Values("city", "courtyard", "forest", "interior", "night", "studio", "sunrise",
                                         "sunset"),
                         [](const auto& i) { return std::string(i.param); });

TEST(BlenderMap, TheBrightestSunIsAsListed)
{
    const std::string path = blenderMap("sunset");
    PN_SKIP_WITHOUT(path);
    float brightest = 0.0f;
    for (const char* name : {"city", "courtyard", "forest", "interior", "night", "studio", "sunrise", "sunset"})
        brightest = std::max(brightest, measureRange(loadEnvironment(blenderMap(name)).image).max);
    EXPECT_NEAR(brightest, 33952.0, 0.5);
}

TEST(QtCreatorMap, RadianceFilesKeepTheirEnergyAsCubes)
{
    for (const char* name : {"landscape", "studio"})
    {
        const std::string path = qtCreatorMap(name);
        PN_SKIP_WITHOUT(path);
        const Environment map = loadEnvironment(path);
        EXPECT_EQ(map.kind, Kind::Equirect);
        EXPECT_EQ(map.image.width, 256u);
        EXPECT_EQ(map.image.height, 128u);
        EXPECT_EQ(map.image.format, PN_FORMAT_RGB32F);
        expectEnergyKept(map, 64);
    }
}

TEST(PmndrsMap, AllEighteenAreReadThoughTheyHoldNegativeTexels)
{
    const std::string folder = pmndrsFolder();
    PN_SKIP_WITHOUT(folder);
    std::size_t count = 0;
    std::uint64_t negative = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        if (entry.path().extension() != ".exr")
            continue;
        const Environment map = loadEnvironment(entry.path().string());
        EXPECT_EQ(map.image.format, PN_FORMAT_RGBA16F) << map.path;
        EXPECT_EQ(map.image.width, 2 * map.image.height) << map.path;
        negative += measureRange(map.image).negative;
        expectEnergyKept(map, 64);
        ++count;
    }
    EXPECT_EQ(count, 18u);
    EXPECT_GT(negative, 0u);
}
