// Octahedral maps, against the shaders of the engines that read them: Godot's oct_inc.glsl and HDRP's Blit.hlsl.
#include "image/formats/layout.h"
#include "image/resample/resample.h"
#include "image/texels/cube_face.h"
#include "image/texels/octahedral.h"
#include "image_builder.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

using namespace pn::image;

namespace {

// A smooth environment in which no two directions of the test look alike.
double shown(const glm::dvec3& d)
{
    const glm::dvec3 n = glm::normalize(d);
    return 2.0 + n.x + 0.5 * n.y + 0.25 * n.z;
}

std::vector<Image> cubeMips(std::uint32_t faceSize, std::uint32_t count)
{
    std::vector<Image> mips;
    for (std::uint32_t mip = 0; mip < count; ++mip)
    {
        const std::uint32_t size = faceSize >> mip;
        std::vector<float> rgb;
        for (std::uint32_t row = 0; row < 6 * size; ++row)
            for (std::uint32_t x = 0; x < size; ++x)
                for (int c = 0; c < 3; ++c)
                    rgb.push_back(
                        float(shown(cubeDirection(row / size, middleOf(x, size), middleOf(row % size, size)))));
        mips.push_back(makeFloatImage(size, 6 * size, rgb));
    }
    return mips;
}

// From a place in the picture, 0 to 1 from the top left.
using Look = glm::dvec3 (*)(double u, double v, double border);

glm::dvec3 unfolded(double x, double y)
{
    const double z = 1.0 - std::abs(x) - std::abs(y), t = std::max(-z, 0.0);
    return {x + (x >= 0.0 ? -t : t), y + (y >= 0.0 ? -t : t), z};
}

glm::dvec3 godot(double u, double v, double border)
{
    std::array<double, 2> e = {(u - 0.5) * 2.0 / (1.0 - 2.0 * border), (v - 0.5) * 2.0 / (1.0 - 2.0 * border)};
    const std::array<bool, 2> isBeyond = {std::abs(e[0]) >= 1.0, std::abs(e[1]) >= 1.0};
    for (double& one : e)
        one = 2.0 * std::clamp(one, -1.0, 1.0) - one;
    return unfolded(isBeyond[1] ? -e[0] : e[0], isBeyond[0] ? -e[1] : e[1]);
}

glm::dvec3 hdrp(double u, double v, double border)
{
    u = (u - border) / (1.0 - 2.0 * border);
    v = (v - border) / (1.0 - 2.0 * border);
    const bool isOutsideU = u < 0.0 || u > 1.0, isOutsideV = v < 0.0 || v > 1.0;
    const double mirroredU = u < 0.0 ? -u : 2.0 - u, mirroredV = v < 0.0 ? -v : 2.0 - v;
    if (isOutsideU && isOutsideV)
        return unfolded(2.0 * (u < 0.0 ? 1.0 + u : u - 1.0) - 1.0, 2.0 * (v < 0.0 ? 1.0 + v : v - 1.0) - 1.0);
    if (isOutsideU)
        return unfolded(2.0 * mirroredU - 1.0, 2.0 * (1.0 - v) - 1.0);
    if (isOutsideV)
        return unfolded(2.0 * (1.0 - u) - 1.0, 2.0 * mirroredV - 1.0);
    return unfolded(2.0 * u - 1.0, 2.0 * v - 1.0);
}

struct Case
{
    Layout layout;
    Look look;
    std::array<std::uint32_t, 3> edges;
    std::array<double, 3> borders; // texels of the mip
};

const std::array<Case, 3> kCases = {Case{Layout::Octahedral, godot, {64, 32, 16}, {0, 0, 0}},
                                    Case{Layout::OctahedralGodot, godot, {80, 40, 20}, {8, 4, 2}},
                                    Case{Layout::OctahedralHdrp, hdrp, {128, 64, 32}, {8, 4, 2}}};

// The largest difference of red from what the engine's shader expects there.
double errorOf(const Image& picture, const Case& one, std::size_t mip)
{
    double most = 0.0;
    std::vector<Rgb> row(picture.width);
    for (std::uint32_t y = 0; y < picture.height; ++y)
    {
        decodeRow(picture.format, picture.row(y), picture.width, row.data());
        for (std::uint32_t x = 0; x < picture.width; ++x)
        {
            const glm::dvec3 d =
                one.look((x + 0.5) / picture.width, (y + 0.5) / picture.height, one.borders[mip] / picture.width);
            most = std::max(most, std::abs(double{row[x].r} - shown(d)));
        }
    }
    return most;
}

} // namespace

TEST(Octahedral, AxesAreWhereTheShadersHaveThem)
{
    EXPECT_EQ(octahedralDirection(0, 0), glm::dvec3(0, 0, 1));
    EXPECT_EQ(octahedralDirection(1, 0), glm::dvec3(1, 0, 0));
    EXPECT_EQ(octahedralDirection(0, 1), glm::dvec3(0, 1, 0)); // the bottom row
    EXPECT_EQ(octahedralDirection(-1, -1).z, -1);
    EXPECT_EQ(octahedralPlace({0, -3, 0}), glm::dvec2(0, -1));
    EXPECT_EQ(octahedralPlace({0.25, 0.25, -0.5}), glm::dvec2(0.75, 0.75));
}

// A texel is as wide as two of a cube's, over which the environment changes by .1 at most; nearest texels are half of
// one away.
TEST(Octahedral, EveryTexelAndItsBorderShowWhatTheEngineLooksFor)
{
    for (const Case& one : kCases)
    {
        std::vector<Image> mips = cubeMips(32, 3);
        foldMips(mips, one.layout);
        for (std::size_t mip = 0; mip < mips.size(); ++mip)
        {
            ASSERT_EQ(mips[mip].width, one.edges[mip]) << layoutName(one.layout);
            EXPECT_LT(errorOf(mips[mip], one, mip), 0.05 * (1 << mip)) << layoutName(one.layout) << " mip " << mip;
        }
    }
}

TEST(Octahedral, TheCubemapComesBack)
{
    for (const Case& one : kCases)
    {
        std::vector<Image> mips = cubeMips(32, 3);
        foldMips(mips, one.layout);
        for (std::uint32_t mip = 0; mip < mips.size(); ++mip)
        {
            const Image faces = unfoldOctahedral(mips[mip], one.layout, mip);
            const std::vector<Image> expected = cubeMips(faces.width, 1);
            ASSERT_EQ(faces.height, 6 * faces.width);
            const auto* found = reinterpret_cast<const float*>(faces.texels.data());
            const auto* wanted = reinterpret_cast<const float*>(expected[0].texels.data());
            for (std::size_t i = 0; i < std::size_t{3} * faces.width * faces.height; ++i)
                ASSERT_NEAR(found[i], wanted[i], 0.05 * (1 << mip)) << layoutName(one.layout) << " mip " << mip;
        }
    }
}

TEST(Octahedral, SizesAreTheEnginesOwn)
{
    EXPECT_EQ(octahedralEdge(Layout::OctahedralGodot, 128), 320u);
    EXPECT_EQ(octahedralMips(Layout::OctahedralGodot, 128), 6u);
    EXPECT_DOUBLE_EQ(octahedralBorder(Layout::OctahedralGodot, 10, 5), 0.1); // one texel of the last mip
    EXPECT_EQ(octahedralEdge(Layout::OctahedralHdrp, 256), 1024u);
    EXPECT_EQ(octahedralEdge(Layout::OctahedralHdrp, 512), 1024u);
    EXPECT_DOUBLE_EQ(octahedralBorder(Layout::OctahedralHdrp, 512, 0), 8.0 / 512);
    EXPECT_DOUBLE_EQ(octahedralBorder(Layout::OctahedralHdrp, 32, 4), 16.0 / (496 + 32)); // VertQuadPadding
    EXPECT_ERROR(octahedralEdge(Layout::OctahedralGodot, 100), InvalidInput, "power of two");
    const auto square = [](std::uint32_t edge) {
        return makeFloatImage(edge, edge, std::vector<float>(3 * edge * edge));
    };
    EXPECT_ERROR(unfoldOctahedral(square(16), Layout::OctahedralGodot, 0), InvalidInput, "five quarters");
    EXPECT_ERROR(unfoldOctahedral(square(20), Layout::OctahedralHdrp, 0), InvalidInput, "power of two");
    EXPECT_ERROR(unfoldOctahedral(makeFloatImage(4, 2, std::vector<float>(24)), Layout::Octahedral, 0), InvalidInput,
                 "needs a square");
}
