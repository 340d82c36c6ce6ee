#include "image/formats/environment.h"
#include "image_builder.h"
#include "temporary_folder.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <limits>

using namespace pn::image;

namespace {

constexpr int kUnit = 136; // a Radiance exponent that makes the value the mantissa itself

// A Radiance picture of one colour, whose red is the given value.
Bytes hdr(std::uint32_t width, std::uint32_t height, int red)
{
    FileBuilder file;
    file.text("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y " + std::to_string(height) + " +X " + std::to_string(width) +
              "\n");
    for (std::uint32_t i = 0; i < width * height; ++i)
        file.u8({red, 0, 0, kUnit});
    return file.bytes;
}

float redOfRow(const Environment& environment, std::uint32_t y)
{
    float red = 0.0f;
    std::memcpy(&red, environment.image.row(y), sizeof(red));
    return red;
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

TEST(Environment, EquirectViewShowsTheMap)
{
    const TemporaryFolder folder;
    const Environment map = loadEnvironment(folder.put("sky.hdr", hdr(4, 2, 7)));
    EXPECT_EQ(map.kind, Kind::Equirect);
    EXPECT_EQ(map.layout, Layout::Equirect);
    const PnEquirectView view = map.equirectView();
    EXPECT_EQ(view.structSize, sizeof(view));
    EXPECT_EQ(view.width, 4u);
    EXPECT_EQ(view.height, 2u);
    EXPECT_EQ(view.format, PN_FORMAT_RGB32F);
    EXPECT_EQ(view.texelBytes, 4u * 2 * 12);
    EXPECT_EQ(0u, reinterpret_cast<std::uintptr_t>(view.texels) % 4);
}

TEST(Environment, CubemapViewShowsSixFaces)
{
    const TemporaryFolder folder;
    const Environment cube = loadEnvironment(folder.put("cube.hdr", hdr(3, 18, 7)));
    EXPECT_EQ(cube.layout, Layout::VerticalStrip);
    const PnCubemapView view = cube.cubemapView();
    EXPECT_EQ(view.structSize, sizeof(view));
    EXPECT_EQ(view.faceSize, 3u);
    EXPECT_EQ(view.faceBytes, 3u * 3 * 12);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(static_cast<const std::byte*>(view.faces[i]), cube.image.texels.data() + i * view.faceBytes);
}

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
}

TEST(Environment, FaceNamesNeedNothingInFront)
{
    const TemporaryFolder folder;
    putFaces(folder, "", {"px", "nx", "py", "ny", "pz", "nz"}, ".hdr");
    expectSixFaces(loadEnvironment(folder / "px.hdr"));
    expectSixFaces(loadEnvironment(folder / "%.hdr"));
}

TEST(Environment, SixPathsAreTheSixFaces)
{
    const TemporaryFolder folder;
    putFaces(folder, "", {"a", "b", "c", "d", "e", "f"}, ".hdr");
    std::array<std::string, 6> paths;
    for (std::size_t i = 0; i < 6; ++i)
        paths[i] = folder / (std::string(1, static_cast<char>('a' + i)) + ".hdr");
    expectSixFaces(loadFaces(paths));
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
}

TEST(Environment, TheLargestByteLimitIsNoLimit)
{
    const TemporaryFolder folder;
    const std::string path = folder.put("map.hdr", hdr(1024, 512, 1)); // 2 MiB
    EXPECT_NO_THROW(loadEnvironment(path, {.maxBytes = std::numeric_limits<std::uint64_t>::max()}));
}

TEST(Environment, EndlessInputIsRefused)
{
    EXPECT_ERROR(loadEnvironment("/dev/zero", {.maxBytes = 1 << 20}), InvalidInput, "/dev/zero: input is above");
}

TEST(Environment, DashIsStandardInput)
{
    const TemporaryFolder folder;
    const std::string path = folder.put("map.hdr", hdr(4, 2, 9));
    const int saved = dup(STDIN_FILENO);
    ASSERT_NE(std::freopen(path.c_str(), "r", stdin), nullptr);
    const Environment map = loadEnvironment("-");
    dup2(saved, STDIN_FILENO);
    close(saved);
    EXPECT_EQ(redOfRow(map, 1), 9.0f);
    EXPECT_EQ(map.path, "-");
}
