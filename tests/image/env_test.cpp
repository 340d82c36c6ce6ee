// Babylon.js' .env, written and read back, and texels of bytes that hold more than 1.
#include "image/formats/env.h"
#include "image/formats/file_kinds.h"
#include "image/formats/png_jpeg.h"
#include "image/texels/ranged_texels.h"
#include "image_builder.h"

#include <array>
#include <cmath>

using namespace pn::image;

namespace {

// What JSON.stringify makes of Babylon.js' EnvironmentTextureInfo, with faces of one texel.
Bytes envOf(const std::string& head, const std::vector<Bytes>& faces)
{
    FileBuilder file;
    file.text(kEnvIdentifier).text(head).zeros(1);
    for (const Bytes& face : faces)
        file.append(face);
    return file.bytes;
}

Bytes texel(const Rgba8& rgba)
{
    return encodePng(1, 1, rgba, 4);
}

std::string headOf(const std::vector<Bytes>& faces, const std::string& width = "1")
{
    std::string places;
    std::size_t position = 0;
    for (const Bytes& face : faces)
    {
        places += (places.empty() ? "" : ",") + ("{\"length\":" + std::to_string(face.size())) +
                  ",\"position\":" + std::to_string(position) + "}";
        position += face.size();
    }
    return R"({"version":1,"width":)" + width + R"(,"irradiance":{"x":[1,2,3]},"specular":{"mipmaps":[)" + places +
           R"(],"lodGenerationScale":0.8}})";
}

std::vector<Rgb> colorsOf(const Image& image)
{
    std::vector<Rgb> rgb(std::size_t{image.width} * image.height);
    for (std::uint32_t y = 0; y < image.height; ++y)
        decodeRow(image.format, image.row(y), image.width, &rgb[std::size_t{y} * image.width]);
    return rgb;
}

// No two texels of all mips are alike; row 0 of a face is darker than the last.
std::vector<Image> chain(std::uint32_t size)
{
    std::vector<Image> mips;
    float value = 0.1f;
    for (; size > 0; size /= 2)
    {
        std::vector<float> rgb;
        for (std::uint32_t i = 0; i < 6 * size * size; ++i, value *= 1.05f)
            rgb.insert(rgb.end(), {value, 0.5f * value, 0.25f * value});
        mips.push_back(makeFloatImage(size, 6 * size, rgb));
    }
    return mips;
}

} // namespace

// A step of the code is 1/255 at most: 2.2 / 255 of the brightest channel of what the divisor leaves between half and
// all of 1, and 1 / 255 more of the divisor itself.
TEST(Env, EveryMipComesBackFromItsBytes)
{
    const std::vector<Image> mips = chain(4);
    std::vector<const Image*> pointers;
    for (const Image& mip : mips)
        pointers.push_back(&mip);
    Bytes file;
    writeEnv(
        pointers, [&](std::span<const std::byte> bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); }, "{}");
    for (std::uint32_t mip = 0; mip < mips.size(); ++mip)
    {
        const Container read = readEnv(file, mip);
        ASSERT_TRUE(read.isCubemap);
        ASSERT_EQ(read.mipCount, 3u);
        ASSERT_EQ(read.image.width, mips[mip].width);
        const std::vector<Rgb> found = colorsOf(read.image), wanted = colorsOf(mips[mip]);
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            EXPECT_NEAR(found[i].r, wanted[i].r, 0.011f * wanted[i].r + 0.005f) << mip << " " << i;
            EXPECT_NEAR(found[i].b, wanted[i].b, 0.011f * wanted[i].r + 0.005f) << mip << " " << i;
        }
    }
    for (std::size_t size = 0; size < file.size() - 60; size += 97)
        EXPECT_ERROR(readEnv(std::span(file).first(size), 2), InvalidInput, "");
}

// The shader divides (rgb / 255)^2.2 by a / 255.
TEST(Env, TexelsAreWhatTheEngineDecodes)
{
    const std::vector<Bytes> faces = {texel({255, 0, 0, 255}),     texel({255, 128, 0, 51}), texel({0, 0, 255, 1}),
                                      texel({188, 188, 188, 255}), texel({1, 2, 3, 4}),      texel({0, 0, 0, 0})};
    const std::vector<Rgb> rgb = colorsOf(readEnv(envOf(headOf(faces), faces)).image);
    EXPECT_FLOAT_EQ(rgb[0].r, 1.0f);
    EXPECT_FLOAT_EQ(rgb[1].r, 5.0f);
    EXPECT_NEAR(rgb[1].g, 5.0 * 0.21952, 1e-4); // (128 / 255)^2.2
    EXPECT_FLOAT_EQ(rgb[2].b, 255.0f);
    EXPECT_NEAR(rgb[3].g, 0.51143, 1e-4);
    EXPECT_FLOAT_EQ(rgb[5].r, 0.0f);
}

TEST(Env, BrokenFilesAreRefused)
{
    const std::vector<Bytes> faces(6, texel({1, 2, 3, 255}));
    const auto fails = [&](const std::string& head, const std::string& text) {
        EXPECT_ERROR(readEnv(envOf(head, faces)), InvalidInput, text);
    };
    fails(headOf(faces, "2"), "faces of the mip must be 2 x 2");
    fails(headOf(faces, "99999"), "");
    fails(headOf(faces, "-1"), "width");
    fails(R"({"width":1,"specular":{}})", "length");
    fails(headOf({faces.begin(), faces.begin() + 5}), "length");
    std::string beyond = headOf(faces);
    beyond.replace(beyond.rfind(R"("position":)") + 11, 1, "9");
    fails(beyond, ".env face needs");
    EXPECT_ERROR(readEnv(envOf(headOf(faces), faces), 1), InvalidInput, "mip must be in 0..0");
}

// PlayCanvas decodes (8 a / 255 rgb / 255)^2. alpha is rounded up, by at most the share 1 / (255 alpha), and 255 steps
// of the square root are left below the brightest channel: 2 / 255 of it, and 1 / 255 more where alpha is small.
TEST(RangedTexels, RgbmIsWhatPlayCanvasDecodes)
{
    EXPECT_FLOAT_EQ(unpackRgbm({255, 0, 0, 255}).r, 64.0f);
    EXPECT_FLOAT_EQ(unpackRgbm({0, 51, 0, 51}).g, 0.1024f); // (8 / 25)^2
    EXPECT_EQ(packRgbm({0, 0, 0}), (Rgba8{0, 0, 0, 1}));
    EXPECT_EQ(packRgbm({64, 16, 100}), (Rgba8{255, 128, 255, 255}));
    for (float value = 0.01f; value < 64.0f; value *= 1.37f)
    {
        const Rgb found = unpackRgbm(packRgbm({value, 0.3f * value, -1.0f}));
        const float alpha = 255.0f * std::sqrt(value) / 8.0f, step = (1.0f + 1.0f / alpha) * value / 255.0f;
        EXPECT_NEAR(found.r, value, step) << value;
        EXPECT_NEAR(found.g, 0.3f * value, step) << value;
        EXPECT_EQ(found.b, 0.0f);
    }
}

// A file says that it is so packed; other PNG files with alpha stay as they are.
TEST(RangedTexels, FacesOfRgbmComeBackFromTheirBytes)
{
    const Image face = makeFloatImage(2, 1, {{40, 3, 0, 0.5f, 0.25f, 0.125f}});
    const Image* const pointer = &face;
    Bytes file;
    writeCubemapFile("a.png", {&pointer, 1}, Ktx2Packing::None,
                     [&](std::span<const std::byte> bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); });
    const Image read = decodeFile(file, "a.png", {}, {}).image;
    const std::vector<Rgb> found = colorsOf(read), wanted = colorsOf(face);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_NEAR(found[i].r, wanted[i].r, 0.01f * wanted[i].r);
    EXPECT_EQ(read.format, PN_FORMAT_RGB32F);
    EXPECT_EQ(readPng(texel({255, 0, 0, 255})).format, PN_FORMAT_RGBA8_SRGB);
}

// PlayCanvas decodes (rgb / 255 (8 - 7 a / 255))^2. Steps are 1 / 255 of the square root, so 2 / 255 of the brightest.
TEST(RangedTexels, RgbpIsWhatPlayCanvasDecodes)
{
    EXPECT_FLOAT_EQ(unpackRgbp({255, 0, 0, 255}).r, 1.0f);
    EXPECT_FLOAT_EQ(unpackRgbp({255, 0, 0, 0}).r, 64.0f);
    EXPECT_FLOAT_EQ(unpackRgbp({0, 51, 0, 0}).g, 2.56f);
    for (float value = 0.01f; value < 64.0f; value *= 1.37f)
    {
        const Rgb found = unpackRgbp(packRgbp({value, 0.3f * value, 0.0f}));
        const float step = 2.0f * std::sqrt(std::max(value, 1.0f) * value) / 255.0f;
        EXPECT_NEAR(found.r, value, step) << value;
        EXPECT_NEAR(found.g, 0.3f * value, step) << value;
        EXPECT_EQ(found.b, 0.0f);
    }
    EXPECT_FLOAT_EQ(unpackRgbp(packRgbp({1000.0f, -1.0f, 0.0f})).r, 64.0f);
}
