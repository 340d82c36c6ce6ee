// Files that other programs wrote (tests/witness) are read, and hold what these programs were given.
#include "image/formats/environment.h"
#include "image/resample/resample.h"
#include "image/texels/texel.h"
#include "image_builder.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace pn::image;

namespace {

std::string witness(const std::string& name)
{
    return std::string(PN_WITNESS) + "/" + name;
}

std::vector<Rgb> rowOf(const Image& image, std::uint32_t y)
{
    std::vector<Rgb> row(image.width);
    decodeRow(image.format, image.row(y), image.width, row.data());
    return row;
}

// Of the blue channel of one face of a cube; a sun does not touch it.
float medianBlue(const Environment& cube, std::uint32_t face)
{
    const std::uint32_t size = cube.faceSize();
    std::vector<float> values;
    for (std::uint32_t y = 0; y < size; ++y)
        for (const Rgb& texel : rowOf(cube.image, face * size + y))
            values.push_back(texel.b);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Of the direction (0, 1, 0): the mean of the top row of the map that every file was made from.
constexpr float kTopGreen = 140.0f / 256.0f;

} // namespace

TEST(OtherPrograms, CmgensKtxIsReadWithItsMips)
{
    for (std::uint32_t mip = 0; mip < 5; ++mip)
    {
        const Environment cube = loadEnvironment(witness("cmgen_ibl.ktx"), {.choice = {.mip = mip}});
        EXPECT_EQ(cube.kind, Kind::Cubemap);
        EXPECT_EQ(cube.mipCount, 5u);
        EXPECT_EQ(cube.faceSize(), 16u >> mip);
        EXPECT_EQ(cube.image.format, PN_FORMAT_R11G11B10F);
    }
    const Environment cube = loadEnvironment(witness("cmgen_ibl.ktx"));
    // The centre of +Y; packed floats have 6 bits, and rows of the map are 11 degrees high.
    EXPECT_NEAR(rowOf(cube.image, 2 * 16 + 8)[8].g, kTopGreen, 0.03f);
}

TEST(OtherPrograms, CmgensFacesAreReadWithAWarning)
{
    const Environment cube = loadEnvironment(witness("cmgen_%.hdr"));
    EXPECT_EQ(cube.layout, Layout::Faces);
    ASSERT_EQ(cube.image.warnings.size(), 1u); // six files say it; once is enough
    EXPECT_NE(cube.image.warnings[0].find("EXPOSURE=0 is taken as 1"), std::string::npos);
    EXPECT_NEAR(rowOf(cube.image, 2 * 16 + 8)[8].g, kTopGreen, 0.02f);
}

TEST(OtherPrograms, ImageMagicksMapIsTheMapThatItWasGiven)
{
    const Environment theirs = loadEnvironment(witness("magick.hdr"));
    const Environment ours = loadEnvironment(witness("map.hdr"));
    EXPECT_TRUE(theirs.image.warnings.empty());
    ASSERT_EQ(theirs.image.width, ours.image.width);
    for (std::uint32_t y = 0; y < ours.image.height; ++y)
        for (std::uint32_t x = 0; x < ours.image.width; ++x)
            EXPECT_NEAR(rowOf(theirs.image, y)[x].g, std::min(rowOf(ours.image, y)[x].g, 1.0f), 1.0f / 128) << x;
}

// Blue falls by 3/256 from column to column of the map. OpenEXR's tools take a map's left as +X, so their cube is its
// mirror image; texels lie on the map's edges for them, which moves columns by up to one, and the filter across the
// seam moves a median by another.
TEST(OtherPrograms, OpenExrsCubeIsTurnedIntoOurFaces)
{
    const Environment theirs = loadEnvironment(witness("openexr_cube.exr"));
    EXPECT_EQ(theirs.kind, Kind::Cubemap);
    ASSERT_EQ(theirs.faceSize(), 16u);
    const Environment ours = resampleToCube(loadEnvironment(witness("map.hdr")), 16);
    constexpr std::array<std::uint32_t, 6> kMirrored = {1, 0, 2, 3, 4, 5};
    for (std::uint32_t face = 0; face < 6; ++face)
        EXPECT_NEAR(medianBlue(theirs, face), medianBlue(ours, kMirrored[face]), 6.0f / 256) << face;
    EXPECT_GT(std::abs(medianBlue(ours, 0) - medianBlue(ours, 1)), 16.0f / 256); // the faces can be told apart
}

TEST(OtherPrograms, OpenExrsPartsAreLayers)
{
    const std::string path = witness("openexr_parts.exr");
    const Environment ours = loadEnvironment(witness("map.hdr"));
    const Environment beauty = loadEnvironment(path);
    ASSERT_EQ(beauty.image.warnings.size(), 1u);
    EXPECT_EQ(beauty.image.warnings[0], "took layer beauty of clipped, beauty (--layer)");
    EXPECT_NEAR(rowOf(beauty.image, 4)[7].r, rowOf(ours.image, 4)[7].r, 0.05f);
    const Environment clipped = loadEnvironment(path, {.choice = {.layer = "clipped"}});
    EXPECT_LE(rowOf(clipped.image, 4)[7].r, 1.0f);
}
