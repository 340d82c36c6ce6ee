// Tone mapping, and the integrals that pictures show and compare with.
#include "bake/probe_picture.h"
#include "picture/cube_picture.h"
#include "picture/irradiance.h"
#include "picture/metal_balls.h"
#include "picture/preview.h"
#include "picture/tone.h"
#include "run/run_check.h"

#include "image/formats/png_jpeg.h"

#include "probenorm/probenorm.hpp"

#include <glm/geometric.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <vector>

using namespace pn::cli;

namespace {

// The curve and sRGB by their formulas, in 0..255.
double toned(double x)
{
    const double shown = std::min(1.0, x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14));
    return 255.0 * (shown <= 0.0031308 ? 12.92 * shown : 1.055 * std::pow(shown, 1.0 / 2.4) - 0.055);
}

// More colours than are done at a time, and not a multiple of them.
TEST(Tone, MapsEachChannelByTheCurve)
{
    std::vector<glm::vec3> light;
    for (int i = 0; i < 1001; ++i)
        light.emplace_back(std::exp2(i / 50.0 - 14.0), i / 1001.0, i / 100.0);
    const std::vector<Pixel> pixels = toneMap(light);
    ASSERT_EQ(pixels.size(), light.size());
    for (std::size_t i = 0; i < light.size(); ++i)
        for (int c = 0; c < 3; ++c) // the nearest: what is rounded to float in between moves it by less than 0.001
            EXPECT_NEAR(pixels[i][c], toned(light[i][c]), 0.501) << i << " " << c;
}

TEST(Tone, MapsWhatIsNoLight)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<glm::vec3> light = {{-1.0f, 0.0f, -kInfinity}, {kNan, kInfinity, 3e38f}};
    const std::vector<Pixel> pixels = toneMap(light);
    EXPECT_EQ(pixels[0], Pixel(0, 0, 0));
    EXPECT_EQ(pixels[1], Pixel(255, 255, 255));
    EXPECT_TRUE(toneMap({}).empty());
}

// Light grey, halved to the end's colour at the knee; the means by hand.
TEST(Tone, ErrorsAreBetweenThreeColours)
{
    EXPECT_EQ(errorColor(0.0f), Pixel(237, 237, 237));
    EXPECT_EQ(errorColor(kErrorKnee), Pixel(208, 125, 126));
    EXPECT_EQ(errorColor(-kErrorKnee), Pixel(122, 143, 198));
    EXPECT_EQ(errorColor(std::numeric_limits<float>::quiet_NaN()), Pixel(0, 0, 0));
}

// By the tables of conventions.md: a map's column runs from -Z over -X; texel 0, 0 of the face -Y has -X and +Z.
TEST(Marks, LieWhereAFindingDoes)
{
    PnFinding finding{};
    finding.severity = PN_SEVERITY_WARNING;
    finding.x = 2;
    pn::image::Environment map;
    map.image = pn::image::makeImage(PN_FORMAT_RGBA32F, 4, 2);
    std::vector<glm::vec3> marks;
    addMarks({&finding, 1}, map, marks);
    pn::image::Environment cube;
    cube.kind = pn::image::Kind::Cubemap;
    cube.image = pn::image::makeImage(PN_FORMAT_RGBA32F, 2, 12);
    finding.face = 3;
    finding.x = 0;
    addMarks({&finding, 1}, cube, marks);
    finding.severity = PN_SEVERITY_NOTE;
    addMarks({&finding, 1}, cube, marks);
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_LT(glm::distance(marks[0], {0.5f, std::sqrt(0.5f), 0.5f}), 1e-6f);
    EXPECT_LT(glm::distance(marks[1], {-0.5f, -1.0f, 0.5f}), 1e-6f);
}

TEST(Marks, AreFrames)
{
    Canvas canvas(64, 48, {});
    drawMarks(canvas, 0, 0, 16, {{0, 5, 0}}); // four texels of +Y are nearest; the first is 7, 7
    const auto pixel = [&](std::size_t x, std::size_t y) { return canvas.bytes()[3 * (64 * y + x)]; };
    EXPECT_EQ(pixel(16 + 7, 7), 0);
    for (const auto& [x, y] : {std::pair(4, 4), {10, 4}, {4, 10}, {10, 10}, {7, 10}})
        EXPECT_EQ(pixel(std::size_t(16 + x), std::size_t(y)), 255) << x << " " << y;
}

} // namespace

namespace {

constexpr std::uint32_t kSize = 64;

float irradianceAlongOne(const Texels& radiance, glm::vec3 direction)
{
    const glm::vec3 rgb = trueIrradianceAlong(radiance, kSize, {glm::normalize(direction)}).front();
    EXPECT_EQ(rgb.r, rgb.g);
    EXPECT_EQ(rgb.r, rgb.b);
    return rgb.r;
}

// The solid angle of a face's part from its middle to (u, v).
double angleTo(double u, double v)
{
    return std::atan2(u * v, std::sqrt(u * u + v * v + 1));
}

// The sum over all texels, each at its middle with its own solid angle, in double.
glm::dvec3 irradianceInDouble(const Texels& radiance, std::uint32_t size, const glm::dvec3& normal)
{
    const auto edge = [&](std::size_t i) { return 2.0 * double(i) / size - 1; };
    const Texels& directions = cubeDirections(size);
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < radiance.size(); ++i)
    {
        const std::size_t x = i % size, y = i / size % size;
        const double angle = angleTo(edge(x + 1), edge(y + 1)) - angleTo(edge(x), edge(y + 1)) -
                             angleTo(edge(x + 1), edge(y)) + angleTo(edge(x), edge(y));
        sum += glm::dvec3(radiance[i]) * angle * std::max(0.0, glm::dot(normal, glm::dvec3(directions[i])));
    }
    return sum / std::numbers::pi;
}

// A blue sky, brighter above, and one texel of sun whose E / pi is about 6 towards it.
Texels skyWithSun(std::uint32_t size)
{
    Texels radiance;
    for (const glm::vec3& d : cubeDirections(size))
        radiance.push_back((1.0f + 0.5f * d.y) * glm::vec3(0.3f, 0.35f, 0.45f));
    radiance[(std::size_t{4} * size + size / 2) * size + size / 2] = // which spans 2 / size of a face's middle
        glm::vec3(6.0f, 5.5f, 5.0f) * std::numbers::pi_v<float> * float(size * size) / 4.0f;
    return radiance;
}

pn::image::Environment cubeOf(const Texels& radiance, std::uint32_t size)
{
    pn::image::Environment cube;
    cube.kind = pn::image::Kind::Cubemap;
    cube.image = pn::image::makeImage(PN_FORMAT_RGBA32F, size, 6 * size);
    for (std::size_t i = 0; i < radiance.size(); ++i)
        std::memcpy(cube.image.texels.data() + 16 * i, &radiance[i], sizeof(glm::vec3));
    return cube;
}

// Three bands whose average is 1, and a lobe of 1/4 of it behind the sun of skyWithSun(), as nine coefficients ring.
PnSh ringingSh()
{
    PnSh sh{};
    sh.bands = 3;
    for (int c = 0; c < 3; ++c)
        sh.rgb[0][c] = 1.0f / 0.28209479f, sh.rgb[6][c] = 1.0f;
    return sh;
}

// What a pixel of a ball is for the light of a normal.
void expectToned(const std::uint8_t* pixel, const glm::dvec3& light)
{
    for (int c = 0; c < 3; ++c) // 1 of 255 for float and for the grid of cells, 1 for the pixel's own middle
        EXPECT_NEAR(pixel[c], toned(light[c]), 2) << c;
}

} // namespace

// A clamped cosine keeps 1 of band 0, 2/3 of band 1 and 1/4 of band 2, over pi. Cells are a 32nd of a face wide, and on
// the horizon what they hide is second order in that.
TEST(TrueIrradiance, OfHarmonicsIsKnown)
{
    Texels radiance;
    for (const glm::vec3& d : cubeDirections(kSize))
        radiance.emplace_back(1.0f + 0.5f * d.y + 0.75f * (3.0f * d.z * d.z - 1.0f) / 2.0f);
    for (const glm::vec3 d : {glm::vec3(0, 1, 0), glm::vec3(0, 0, 1), glm::vec3(1, 1, 0), glm::vec3(1, -2, 3)})
    {
        const glm::vec3 n = glm::normalize(d);
        const float expected = 1.0f + 0.5f * n.y * 2 / 3 + 0.75f * (3.0f * n.z * n.z - 1.0f) / 2.0f / 4;
        EXPECT_NEAR(irradianceAlongOne(radiance, d), expected, 2e-3f);
    }
}

// One texel of solid angle w gives L w cos / pi, and nothing behind.
TEST(TrueIrradiance, OfASunFollowsTheCosine)
{
    Texels radiance(std::size_t{6} * kSize * kSize, glm::vec3(0.0f));
    const std::size_t texel = std::size_t{4} * kSize * kSize + std::size_t{20} * kSize + 45;
    const glm::vec3 sun = cubeDirections(kSize)[texel];
    const float u = 2 * 45.5f / kSize - 1, v = 2 * 20.5f / kSize - 1;
    const float angle = 4.0f / (kSize * kSize) / std::pow(1 + u * u + v * v, 1.5f); // of a small texel
    for (const glm::vec3 d : {glm::vec3(0, 0, 1), glm::vec3(1, 0, 1), glm::vec3(-1, 0.3f, 0), glm::vec3(0, 0, -1)})
    {
        const float cosine = std::max(0.0f, glm::dot(glm::normalize(d), sun));
        for (const float light : {1000.0f, -1000.0f}) // as a resampler leaves it beside a sun
        {
            radiance[texel] = glm::vec3(light);
            EXPECT_NEAR(irradianceAlongOne(radiance, d), light * angle * cosine / 3.14159265f, 1e-4f);
        }
    }
}

// A cell on the horizon of a normal is taken whole: with 32 along an edge that costs up to .1 % of the sky, with 8 up
// to 1 %. The sun keeps its place in both.
TEST(TrueIrradiance, OfASkyWithASunIsTheSumInDouble)
{
    const Texels radiance = skyWithSun(kSize);
    const Texels normals = ballNormals(9, BallSide::AlongPlusZ);
    const Texels fine = trueIrradianceAlong(radiance, kSize, normals),
                 quick = trueIrradianceAlong(radiance, kSize, normals, kQuickIrradiance);
    for (std::size_t i = 0; i < normals.size(); ++i)
    {
        const glm::dvec3 right = irradianceInDouble(radiance, kSize, normals[i]);
        for (int c = 0; c < 3; ++c)
        {
            EXPECT_NEAR(fine[i][c], right[c], 1e-3 * right[c]) << i << " " << c;
            EXPECT_NEAR(quick[i][c], right[c], 1e-2 * right[c]) << i << " " << c;
        }
    }
}

// Half of a cube is summed, and the other half follows from it. Float sums of some thousand cells differ by less than
// 1e-5 of the most.
TEST(TrueIrradiance, OfACubeIsThatOfItsDirections)
{
    Texels radiance = skyWithSun(kSize);
    radiance[1234] = glm::vec3(-500.0f, 0.0f, 2000.0f);
    const Texels each = trueIrradianceAlong(radiance, kSize, cubeDirections(16)),
                 cube = trueIrradianceOfCube(radiance, kSize, 16);
    for (std::size_t i = 0; i < each.size(); ++i)
        EXPECT_LT(glm::distance(each[i], cube[i]), 1e-4f) << i; // of up to 10
}

// The sun is on +Z, and an eye that looks along +Z sees the ball's other side, which has the light of the sky alone.
TEST(WhiteBall, HasNoLightOfASunBehindIt)
{
    const Texels radiance = skyWithSun(kSize);
    const pn::image::Environment cube = cubeOf(radiance, kSize);
    const PreviewInput input{cube, ringingSh(), 0.0f, "", ""};
    const Canvas preview = drawPreview(input);
    const std::uint32_t diameter = 4 * kSize * 45 / 100, middleX = 12 + diameter / 2, middleY = 38 + 16 + 220 + 96;
    expectToned(&preview.bytes()[3 * (std::size_t{preview.width()} * middleY + middleX)],
                irradianceInDouble(radiance, kSize, {0, 0, -1}));
    const std::uint32_t otherX = 12 + 4 * kSize - diameter / 2;
    expectToned(&preview.bytes()[3 * (std::size_t{preview.width()} * middleY + otherX)],
                irradianceInDouble(radiance, kSize, {0, 0, 1}));
}

// The second panel of a report's picture; its exposure makes the ball's average a light of .5.
TEST(WhiteBall, OfAReportHasNoLightOfASunBehindIt)
{
    constexpr std::uint32_t kFace = kReportFaceSize;
    const Texels radiance = skyWithSun(kFace);
    const std::vector<std::byte> png =
        drawProbe(cubeOf(radiance, kFace), ringingSh(), probenorm::sized<PnNormalization>());
    const pn::image::Image picture = pn::image::readPng(png);
    const std::uint32_t left = 4 * kFace + kFace / 2, diameter = 2 * kFace - kFace / 8;
    const auto pixel = [&](std::uint32_t x) {
        return reinterpret_cast<const std::uint8_t*>(picture.row(3 * kFace / 2)) + std::size_t{4} * x;
    };
    expectToned(pixel(left + diameter / 2), 0.5 * irradianceInDouble(radiance, kFace, {0, 0, -1}));
    expectToned(pixel(left + 4 * kFace - diameter / 2), 0.5 * irradianceInDouble(radiance, kFace, {0, 0, 1}));
}

// GGX of light that is 1 + z: 1 + z times the lobe's mean cosine. The mean is by the midpoint rule.
TEST(MetalBalls, IntegrateOverTheLobe)
{
    constexpr std::uint32_t kFace = 48;
    Texels radiance;
    for (const glm::vec3& direction : cubeDirections(kFace))
        radiance.emplace_back(1.0f + direction.z, 1.0f, 0.0f);
    const Texels towards = {glm::normalize(glm::vec3(0.2f, 0.9f, 0.5f)), glm::normalize(glm::vec3(1.0f, 1.0f, -0.98f))};
    for (const float roughness : {0.15f, 0.5f, 1.0f})
    {
        const double alpha2 = std::pow(double(roughness), 4);
        double lobe = 0, cosines = 0;
        for (int i = 0; i < 100000; ++i)
        {
            const double t = (i + 0.5) / 100000, c = 1 - t * t * t; // most steps near 1
            const double d = (1 + c) / 2 * (alpha2 - 1) + 1, weight = 3 * t * t * c / (d * d);
            lobe += weight;
            cosines += weight * c;
        }
        const Texels found = ggxAlong(radiance, kFace, roughness, towards);
        for (std::size_t i = 0; i < towards.size(); ++i)
        {
            EXPECT_NEAR(found[i].x, 1 + towards[i].z * cosines / lobe, 2e-3) << roughness; // a texel is .04 wide
            EXPECT_NEAR(found[i].y, 1, 1e-5);
        }
    }
}

// A mip that holds its own directions.
TEST(MetalBalls, ReadMipsAcrossEdges)
{
    constexpr std::uint32_t kFace = 16;
    Texels towards = mirrored(BallSide::AlongPlusZ, ballNormals(41, BallSide::AlongPlusZ));
    towards.push_back(glm::normalize(glm::vec3(1.0f, 0.999f, 0.3f)));
    const Texels found = interpolatedAlong(cubeDirections(kFace), kFace, towards);
    for (std::size_t i = 0; i < towards.size(); ++i)
        EXPECT_LT(glm::length(found[i] - towards[i]), 0.06f) << i; // half a texel at a corner, where three meet
    EXPECT_EQ(mirrored(BallSide::AlongMinusZ, {{0.0f, 0.0f, 1.0f}}).front(), glm::vec3(0.0f, 0.0f, 1.0f)); // to the eye
}
