// Files with several parts or layers, as Blender, Nuke and OpenEXR's own exrenvmap write them.
#include "exr_builder.h"
#include "image/formats/exr.h"
#include "image/texels/texel.h"

#include <OpenEXR/ImfEnvmap.h>
#include <OpenEXR/ImfMultiPartOutputFile.h>
#include <OpenEXR/ImfOutputPart.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfStandardAttributes.h>

#include <array>
#include <cmath>
#include <deque>

using namespace pn::image;

namespace {

constexpr int kWidth = 4;
constexpr int kHeight = 2;

using Values = std::vector<float>;

// Channels, each of one value; a part of a file.
struct Part
{
    std::string name;
    std::vector<std::pair<std::string, float>> channels;
};

Bytes fileOf(const std::vector<Part>& parts, int width = kWidth, int height = kHeight)
{
    std::vector<Imf::Header> headers;
    std::vector<Imf::FrameBuffer> frames(parts.size());
    std::deque<Values> values;
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        Imf::Header& header = headers.emplace_back(width, height);
        header.setType(Imf::SCANLINEIMAGE);
        if (!parts[i].name.empty())
            header.setName(parts[i].name);
        for (const auto& [name, value] : parts[i].channels)
        {
            values.emplace_back(static_cast<std::size_t>(width * height), value);
            header.channels().insert(name, Imf::Channel(Imf::FLOAT));
            frames[i].insert(name, Imf::Slice::Make(Imf::FLOAT, values.back().data(), header.dataWindow()));
        }
    }
    MemoryOutput out;
    {
        Imf::MultiPartOutputFile file(out, headers.data(), static_cast<int>(headers.size()));
        for (std::size_t i = 0; i < parts.size(); ++i)
        {
            Imf::OutputPart part(file, static_cast<int>(i));
            part.setFrameBuffer(frames[i]);
            part.writePixels(height);
        }
    }
    return out.bytes;
}

Part layer(const std::string& prefix, float value, const std::string& part = "")
{
    const std::string start = prefix.empty() ? "" : prefix + ".";
    return {part, {{start + "R", value}, {start + "G", value + 1}, {start + "B", value + 2}}};
}

Part operator+(Part left, const Part& right)
{
    left.channels.insert(left.channels.end(), right.channels.begin(), right.channels.end());
    return left;
}

Rgb texelAt(const Image& image, std::uint32_t x, std::uint32_t y)
{
    return texelsOf(image)[std::size_t{y} * image.width + x];
}

float redOf(const Container& container)
{
    EXPECT_EQ(texelAt(container.image, 1, 1).b, texelAt(container.image, 1, 1).r + 2);
    return texelAt(container.image, 1, 1).r;
}

// What Blender's "OpenEXR MultiLayer" holds.
Part blender()
{
    return layer("ViewLayer.Combined", 5) + layer("ViewLayer.DiffCol", 9) +
           Part{"",
                {{"ViewLayer.Depth.Z", 3},
                 {"ViewLayer.Normal.X", 0},
                 {"ViewLayer.Normal.Y", 1},
                 {"ViewLayer.Normal.Z", 0}}};
}

const std::array<const char*, 6> kFaces = {"px", "nx", "py", "ny", "pz", "nz"};

} // namespace

TEST(ExrLayers, TheOnlyLayerIsTaken)
{
    const Container container = readExr(fileOf({layer("a", 7)}));
    EXPECT_EQ(redOf(container), 7.0f);
    EXPECT_TRUE(container.image.warnings.empty());
}

TEST(ExrLayers, BlendersCombinedIsTakenWithAWarning)
{
    const Container container = readExr(fileOf({blender()}));
    EXPECT_EQ(redOf(container), 5.0f);
    ASSERT_EQ(container.image.warnings.size(), 1u);
    EXPECT_EQ(container.image.warnings[0],
              "took layer ViewLayer.Combined of ViewLayer.Combined, ViewLayer.DiffCol (--layer)");
}

TEST(ExrLayers, ALayerIsNamedByItsEndToo)
{
    EXPECT_EQ(redOf(readExr(fileOf({blender()}), "DiffCol")), 9.0f);
    EXPECT_EQ(redOf(readExr(fileOf({blender()}), "ViewLayer.DiffCol")), 9.0f);
    EXPECT_ERROR(readExr(fileOf({blender()}), "Normal"), InvalidInput,
                 "no layer is named Normal; layers: ViewLayer.Combined, ViewLayer.DiffCol");
    EXPECT_ERROR(readExr(fileOf({layer("a.sky", 1) + layer("b.sky", 2)}), "sky"), InvalidInput,
                 "several layers are named sky");
}

TEST(ExrLayers, TheLayerWithoutANameIsThePicture)
{
    const Bytes file = fileOf({layer("", 1) + layer("diffuse", 9)});
    EXPECT_EQ(redOf(readExr(file)), 1.0f);
    EXPECT_EQ(redOf(readExr(file, "RGBA")), 1.0f);
    EXPECT_EQ(redOf(readExr(file, "diffuse")), 9.0f);
    EXPECT_ERROR(readExr(fileOf({layer("left", 1) + layer("right", 2)})), InvalidInput,
                 "has several layers, choose one with --layer: left, right");
}

TEST(ExrLayers, PartsAreLayers)
{
    const Part depth{"depth", {{"Z", 1}}};
    EXPECT_EQ(redOf(readExr(fileOf({depth, layer("", 4, "beauty"), layer("", 8, "diffuse")}))), 4.0f);
    EXPECT_EQ(redOf(readExr(fileOf({depth, layer("", 4, "beauty"), layer("", 8, "diffuse")}), "diffuse")), 8.0f);
    EXPECT_EQ(redOf(readExr(fileOf({depth, layer("sky", 4, "one")}), "one.sky")), 4.0f);
    EXPECT_ERROR(readExr(fileOf({depth, {"normal", {{"X", 1}, {"Y", 1}, {"Z", 1}}}})), Unsupported,
                 "channels must be R, G, B or Y or X, Y, Z");
}

TEST(ExrLayers, PartsAndLayersNamedAfterFacesAreACubemap)
{
    std::vector<Part> parts;
    Part layers;
    for (std::size_t i = 0; i < 6; ++i)
    {
        const auto value = static_cast<float>(10 * i);
        parts.push_back(layer("", value, std::string("sky_") + kFaces[i]));
        layers = layers + layer(kFaces[i], value);
    }
    for (const Bytes& file : {fileOf(parts, 2, 2), fileOf({layers}, 2, 2)})
    {
        const Container container = readExr(file);
        ASSERT_TRUE(container.isCubemap);
        ASSERT_EQ(container.image.height, 12u);
        for (std::uint32_t face = 0; face < 6; ++face)
            EXPECT_EQ(texelAt(container.image, 1, 2 * face + 1).r, 10.0f * static_cast<float>(face));
    }
    EXPECT_ERROR(readExr(fileOf(parts)), InvalidInput, "must be square");
    EXPECT_FALSE(readExr(fileOf(parts), "sky_py").isCubemap);
}

// What is taken is whole, whatever is missing of parts behind it.
TEST(ExrLayers, EveryPrefixThatEndsInTheChosenPartIsRefused)
{
    expectPrefixesFail(fileOf({layer("", 2, "other"), layer("", 1, "rgba")}), [](const Bytes& file) { readExr(file); });
}

// The white and the red of Rec. 709 by IEC 61966-2-1, whose matrix has four digits.
TEST(ExrLayers, CieColoursBecomeRec709)
{
    const auto colorOf = [](float x, float y, float z) {
        return texelAt(readExr(fileOf({Part{"", {{"X", x}, {"Y", y}, {"Z", z}}}})).image, 0, 0);
    };
    const Rgb white = colorOf(0.9505f, 1.0f, 1.0890f);
    const Rgb red = colorOf(0.4124f, 0.2126f, 0.0193f);
    for (const float value : {white.r, white.g, white.b, red.r})
        EXPECT_NEAR(value, 1.0f, 1e-3f);
    for (const float value : {red.g, red.b})
        EXPECT_NEAR(value, 0.0f, 1e-3f);
}

TEST(ExrLayers, OtherPrimariesAreWarnedOf)
{
    const auto warningsOf = [](const Imf::Chromaticities& primaries) {
        Imf::Header header(1, 1);
        Imf::addChromaticities(header, primaries);
        const std::vector<float> one{1.0f};
        return readExr(encodeRgb(header, {one, one, one})).image.warnings;
    };
    EXPECT_TRUE(warningsOf({}).empty());
    const Imf::Chromaticities acescg({0.713f, 0.293f}, {0.165f, 0.83f}, {0.128f, 0.044f}, {0.32168f, 0.33767f});
    ASSERT_EQ(warningsOf(acescg).size(), 1u);
    EXPECT_NE(warningsOf(acescg)[0].find("other primaries than Rec. 709"), std::string::npos);
}

// Texels that hold their own direction, placed by OpenEXR's functions, come out with ours: interpolation between
// directions a texel apart errs by the square of that, here 2/31 across.
TEST(ExrLayers, EnvmapCubesAreTurnedIntoOurFaces)
{
    constexpr int kSize = 32;
    Imf::Header header(kSize, 6 * kSize);
    Imf::addEnvmap(header, Imf::ENVMAP_CUBE);
    std::array<Values, 3> values;
    for (Values& channel : values)
        channel.resize(std::size_t{kSize} * 6 * kSize);
    for (int face = 0; face < 6; ++face)
        for (int y = 0; y < kSize; ++y)
            for (int x = 0; x < kSize; ++x)
            {
                const auto place = Imath::V2f(static_cast<float>(x), static_cast<float>(y));
                const auto side = static_cast<Imf::CubeMapFace>(face);
                const Imath::V3f d = Imf::CubeMap::direction(side, header.dataWindow(), place).normalized();
                const Imath::V2f at = Imf::CubeMap::pixelPosition(side, header.dataWindow(), place);
                for (std::size_t i = 0; i < 3; ++i)
                    values[i][static_cast<std::size_t>(at.y * kSize + at.x)] = d[static_cast<int>(i)];
            }
    const Container cube = readExr(encodeRgb(header, values));
    ASSERT_TRUE(cube.isCubemap);
    const auto expectDirection = [&](std::uint32_t face, std::uint32_t x, std::uint32_t y, std::array<float, 3> d) {
        const Rgb texel = texelAt(cube.image, x, face * kSize + y);
        const float length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        EXPECT_NEAR(texel.r, d[0] / length, 2e-3f) << face;
        EXPECT_NEAR(texel.g, d[1] / length, 2e-3f) << face;
        EXPECT_NEAR(texel.b, d[2] / length, 2e-3f) << face;
    };
    const float u = 2 * 5.5f / kSize - 1, v = 2 * 20.5f / kSize - 1; // of texel 5, 20 by the table of D3D
    const std::array<std::array<float, 3>, 6> expected = {
        {{1, -v, -u}, {-1, -v, u}, {u, 1, v}, {u, -1, -v}, {u, -v, 1}, {-u, -v, -1}}};
    for (std::uint32_t face = 0; face < 6; ++face)
        expectDirection(face, 5, 20, expected[face]);
}
