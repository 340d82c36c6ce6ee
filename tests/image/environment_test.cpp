#include "image/formats/environment.h"
#include "image/texels/cube_face.h"
#include "image/texels/texel_range.h"
#include "image_builder.h"
#include "temporary_folder.h"

#include <glm/glm.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

using namespace pn::image;

namespace {

constexpr int kUnit = 136; // a Radiance exponent that makes the value the mantissa itself

// A Radiance picture of one colour, whose red is the given value.
Bytes hdr(std::uint32_t width, std::uint32_t height, int red)
{
    FileBuilder texels;
    for (std::uint32_t i = 0; i < width * height; ++i)
        texels.u8({red, 0, 0, kUnit});
    return radianceFile("", "-Y " + std::to_string(height) + " +X " + std::to_string(width), texels.bytes);
}

float redOfRow(const Environment& environment, std::uint32_t y)
{
    float red = 0.0f;
    std::memcpy(&red, environment.image.row(y), sizeof(red));
    return red;
}

std::string witness(const std::string& name)
{
    return std::string(PN_WITNESS) + "/" + name;
}

// Of the direction (0, 1, 0): the mean of the top row of the map that every file was made from.
constexpr float kTopGreen = 140.0f / 256.0f;

// The texel in the middle of +Y.
Rgb topOf(const Environment& cube)
{
    return texelsOf(cube.image)[std::size_t{2 * 16 + 8} * 16 + 8];
}

using Names = std::array<const char*, 6>;

void putFaces(const TemporaryFolder& folder, const std::string& before, const Names& names, const std::string& after)
{
    for (int i = 0; i < 6; ++i)
        folder.put(before + names[static_cast<std::size_t>(i)] + after, hdr(2, 2, 10 * (i + 1)));
}

void expectSixFaces(const Environment& cube)
{
    EXPECT_EQ(cube.kind, Kind::Cubemap);
    EXPECT_EQ(cube.layout, Layout::Faces);
    ASSERT_EQ(cube.faceSize(), 2u);
    ASSERT_EQ(cube.image.height, 12u);
    for (std::uint32_t face = 0; face < 6; ++face)
        EXPECT_EQ(redOfRow(cube, 2 * face), 10.0f * static_cast<float>(face + 1)) << face;
}

} // namespace

TEST(Environment, FaceNamesOfEveryTool)
{
    for (const Names& names :
         {Names{"px", "nx", "py", "ny", "pz", "nz"}, Names{"posx", "negx", "posy", "negy", "posz", "negz"},
          Names{"+X", "-X", "+Y", "-Y", "+Z", "-Z"}, Names{"rt", "lf", "up", "dn", "ft", "bk"},
          Names{"right", "left", "top", "bottom", "front", "back"}, Names{"c00", "c01", "c02", "c03", "c04", "c05"}})
    {
        const TemporaryFolder folder;
        putFaces(folder, "sky_", names, ".hdr");
        expectSixFaces(loadEnvironment(folder / "sky_%.hdr"));
        for (const char* name : names)
            expectSixFaces(loadEnvironment(folder / ("sky_" + std::string(name) + ".hdr")));
        expectSixFaces(loadEnvironment(folder / ("sky_" + std::string(names[3]) + ".hdr"), {.layout = Layout::Faces}));
    }
    const TemporaryFolder folder; // they need nothing in front
    putFaces(folder, "", {"px", "nx", "py", "ny", "pz", "nz"}, ".hdr");
    expectSixFaces(loadEnvironment(folder / "px.hdr"));
    expectSixFaces(loadEnvironment(folder / "%.hdr"));
}

TEST(Environment, FaceSetsMustBeWholeAndAlike)
{
    const TemporaryFolder folder;
    putFaces(folder, "", {"px", "nx", "py", "ny", "pz", "nz"}, ".hdr");
    folder.put("pz.hdr", hdr(3, 3, 1));
    EXPECT_ERROR(loadEnvironment(folder / "%.hdr"), InvalidInput, "pz.hdr: faces must have one size, found 3 x 3");
    folder.put("pz.hdr", hdr(3, 2, 1));
    EXPECT_ERROR(loadEnvironment(folder / "%.hdr"), InvalidInput, "pz.hdr: faces must be square");
    std::filesystem::remove(folder / "pz.hdr");
    EXPECT_ERROR(loadEnvironment(folder / "%.hdr"), InvalidInput, "has 5 of 6 faces");
    EXPECT_ERROR(loadEnvironment(folder / "px.hdr"), InvalidInput, "pz.hdr is missing");
    EXPECT_ERROR(loadEnvironment(folder / "none_%.hdr"), FileIo, "none_%.hdr: no face");
}

TEST(Environment, ALayoutCanBeAskedFor)
{
    const TemporaryFolder folder;
    const std::string square = folder.put("map.hdr", hdr(12, 12, 1));
    EXPECT_ERROR(loadEnvironment(square), InvalidInput, "map.hdr: shape 12 x 12 has no known layout; use --layout");
    EXPECT_EQ(loadEnvironment(square, {.layout = Layout::Equirect}).kind, Kind::Equirect);
    EXPECT_ERROR(loadEnvironment(square, {.layout = Layout::HorizontalCross}), InvalidInput, "4 x 3 square faces");
    EXPECT_ERROR(loadEnvironment(square, {.layout = Layout::Faces}), InvalidInput, "must end in the face's name");
}

TEST(Environment, BadFilesAreErrorsOfTheRightKind)
{
    const TemporaryFolder folder;
    EXPECT_ERROR(loadEnvironment(folder / "none.hdr"), FileIo, "none.hdr: No such file");
    EXPECT_ERROR(loadEnvironment(folder / ""), FileIo, "is a folder");
    EXPECT_ERROR(loadEnvironment(folder.put("empty.hdr", {})), InvalidInput, "empty.hdr: file is empty");
    EXPECT_ERROR(loadEnvironment(folder.put("text.hdr", FileBuilder().text("hello").bytes)), InvalidInput,
                 "text.hdr: is not a Radiance, OpenEXR");
    EXPECT_ERROR(loadEnvironment(folder.put("map.tif", FileBuilder().text("II*").zeros(5).bytes)), Unsupported,
                 "map.tif: is a TIFF file, which is not read: convert it to OpenEXR or PNG");
    EXPECT_ERROR(loadEnvironment(folder.put("map.tga", Bytes(42))), Unsupported,
                 "map.tga: is a TGA file, which is not read: convert it to OpenEXR or PNG");
    EXPECT_ERROR(loadEnvironment(folder.put("cut.hdr", FileBuilder().text("#?RADIANCE\n").bytes)), InvalidInput,
                 "cut.hdr: Radiance header does not end");
    EXPECT_ERROR(loadEnvironment(folder.put("map.hdr", hdr(4, 2, 1)), {.choice = {.mip = 1}}), InvalidInput,
                 "mip must be 0");
    EXPECT_ERROR(loadEnvironment(folder.put("map.hdr", hdr(4, 2, 1)), {.choice = {.layer = "a"}}), InvalidInput,
                 "only OpenEXR files have layers, asked for a");
    EXPECT_EQ(errorOf([&] { loadEnvironment(folder / "none.hdr"); }).exitCode(), 2);
}

TEST(Environment, TheByteLimitHolds)
{
    const TemporaryFolder folder;
    const std::string path = folder.put("map.hdr", hdr(64, 32, 1));
    EXPECT_NO_THROW(loadEnvironment(path, {.maxBytes = 64 * 32 * 12}));
    EXPECT_ERROR(loadEnvironment(path, {.maxBytes = 64 * 32 * 12 - 1}), InvalidInput, "above the limit of 24575");
    const std::string large = folder.put("large.hdr", hdr(1024, 512, 1)); // 2 MiB; the largest limit is none
    EXPECT_NO_THROW(loadEnvironment(large, {.maxBytes = std::numeric_limits<std::uint64_t>::max()}));
    EXPECT_ERROR(loadEnvironment("/dev/zero", {.maxBytes = 1 << 20}), InvalidInput, "/dev/zero: input is above");
}

// Files that other programs wrote (tests/witness) hold what these programs were given.
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
    EXPECT_NEAR(topOf(cube).g, kTopGreen, 0.03f);
}

TEST(OtherPrograms, CmgensFacesAreReadWithAWarning)
{
    const Environment cube = loadEnvironment(witness("cmgen_%.hdr"));
    EXPECT_EQ(cube.layout, Layout::Faces);
    ASSERT_EQ(cube.image.warnings.size(), 1u); // six files say it; once is enough
    EXPECT_NE(cube.image.warnings[0].find("EXPOSURE=0 is taken as 1"), std::string::npos);
    EXPECT_NEAR(topOf(cube).g, kTopGreen, 0.02f);
}

// Six faces of map.hdr by OpenEXR's exrenvmap, which turns them in its own way. map.mjs made one texel of the map far
// brighter: column 7 of 32, row 4 of 16, whose direction follows from the layout of such maps.
TEST(OtherPrograms, ExrenvmapsFacesAreTurned)
{
    const double longitude = (7.5 / 32 - 0.5) * 2 * std::numbers::pi, height = (0.5 - 4.5 / 16) * std::numbers::pi;
    const glm::dvec3 lamp{std::cos(height) * std::sin(longitude), std::sin(height),
                          std::cos(height) * std::cos(longitude)};
    for (const auto& [name, layout] : {std::pair("exrenvmap_%.exr", Layout::Auto),
                                       {"exrenvmap_-Y.exr", Layout::Auto},
                                       {"exrenvmap_%.exr", Layout::FacesOpenExr}})
    {
        const Environment cube = loadEnvironment(witness(name), {.layout = layout});
        EXPECT_EQ(cube.layout, Layout::FacesOpenExr);
        ASSERT_EQ(cube.image.warnings.size(), 1u);
        EXPECT_EQ(cube.image.warnings[0].find("--layout faces takes them unturned") != std::string::npos,
                  layout == Layout::Auto);
        const std::vector<Rgb> texels = texelsOf(cube.image);
        glm::dvec3 sum{0.0};
        for (std::uint32_t i = 0; i < texels.size(); ++i)
            if (texels[i].g > 2) // of the lamp; all others are below 1
                sum +=
                    double(texels[i].g) *
                    glm::normalize(glm::dvec3(cubeDirection(i / 256, middleOf(i % 16, 16), middleOf(i / 16 % 16, 16))));
        // Half a texel of the map. A mirror image along z is a whole one off, and the files unturned far more.
        EXPECT_GT(glm::dot(glm::normalize(sum), lamp), std::cos(std::numbers::pi / 32)) << name;
    }
    const Environment unturned = loadEnvironment(witness("exrenvmap_%.exr"), {.layout = Layout::Faces});
    EXPECT_EQ(unturned.layout, Layout::Faces);
    EXPECT_TRUE(unturned.image.warnings.empty());
}

// The same names, but faces as GPUs sample them: the radiance is 128 + 60 (x + y / 2 + z / 3) of the direction.
TEST(Environment, ExrenvmapsNamesAloneTurnNothing)
{
    const TemporaryFolder folder;
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        FileBuilder texels;
        for (std::uint32_t i = 0; i < 64; ++i)
        {
            const glm::vec3 d = glm::normalize(cubeDirection(face, middleOf(i % 8, 8), middleOf(i / 8, 8)));
            texels.u8({int(128 + 60 * (d.x + d.y / 2 + d.z / 3)), 0, 0, kUnit});
        }
        folder.put("sky_" + std::string(kOpenExrNames[face]) + ".hdr", radianceFile("", "-Y 8 +X 8", texels.bytes));
    }
    const Environment cube = loadEnvironment(folder / "sky_%.hdr");
    EXPECT_EQ(cube.layout, Layout::Faces);
    EXPECT_TRUE(cube.image.warnings.empty());
}

TEST(OtherPrograms, AllMapsOfPmndrsAreReadThoughTheyHoldNegativeTexels)
{
    const std::string folder = std::string(PN_DOWNLOADS) + "/pmndrs-assets"; // by scripts/fetch-test-data.sh
    PN_SKIP_WITHOUT(folder);
    std::size_t count = 0;
    std::uint64_t negative = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        if (entry.path().extension() != ".exr")
            continue;
        const Environment map = loadEnvironment(entry.path().string());
        EXPECT_EQ(map.image.format, PN_FORMAT_RGBA16F) << map.path;
        EXPECT_EQ(map.kind, Kind::Equirect) << map.path;
        negative += measureRange(map.image).negative;
        ++count;
    }
    EXPECT_EQ(count, 18u);
    EXPECT_GT(negative, 0u);
}
