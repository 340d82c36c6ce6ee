#include "files.h"
#include "program.h"

#include <cstdint>
#include <limits>

using namespace pn::test;

namespace {

std::uint32_t bigEndian(const std::string& bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
    return value;
}

} // namespace

TEST(Preview, IsAPngOfTheAskedSize)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", radianceFile(8, 4, [](auto x, auto) {
                                           return Rgb{static_cast<float>(1 + x), 1, 1};
                                       }));
    for (const std::string& input : {map, folder.add("black.hdr", flatMap(4, 2, {}))})
    {
        const Outcome result = run(
            {"preview", input, "-o", folder.path("map.png"), "--size", "64", "--device", "cpu", "--progress", "none"});
        EXPECT_EQ(result.exit, 0);
        EXPECT_EQ(result.out + result.err, "");
        const std::string png = readText(folder.path("map.png"));
        ASSERT_GT(png.size(), 33u);
        EXPECT_EQ(png.substr(1, 3), "PNG");
        EXPECT_GE(bigEndian(png, 16), 3u * 4 * 64); // three crosses beside each other
        EXPECT_GE(bigEndian(png, 20), 2u * 3 * 64);
        removeFolder(folder.path("map.png"));
    }
}

// A frame is drawn where there is a light, and nowhere else.
TEST(Preview, ShowsPrefilteredMipsOnBalls)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", flatMap(8, 4, {1, 1, 1})), png = folder.path("map.png");
    std::array<std::uint32_t, 2> heights{};
    for (const bool withMips : {false, true})
    {
        std::vector<std::string> words = {"preview", map, "-o", png, "--size", "64", "--device", "cpu", "--overwrite"};
        if (withMips)
            words.insert(words.end(), {"--prefilter", "filament"});
        EXPECT_EQ(run(words).exit, 0);
        heights[withMips] = bigEndian(readText(png), 20);
    }
    EXPECT_GE(heights[1], heights[0] + 2 * 48); // two rows of balls
}

TEST(Preview, FramesTheLightsThatAreAskedFor)
{
    const Folder folder;
    const auto picture = [&](float sun, Names more) {
        const std::string cube =
            folder.add("cube.dds", ddsCube(16, [&](std::uint32_t face, auto x, auto y) {
                           return face == 2 && x == 4 && y == 9 ? Rgb{sun, sun, sun} : Rgb{1, 1, 1};
                       }));
        more.insert(more.begin(), {"preview", cube, "-o", folder.path("a.png"), "--size", "64", "--exposure", "0",
                                   "--device", "cpu"});
        EXPECT_EQ(run(more).exit, 0);
        return readText(folder.path("a.png"));
    };
    EXPECT_NE(picture(900, {"--extract-lights", "4"}), picture(900, {}));
    EXPECT_NE(picture(1, {"--extract-lights", "4"}), picture(1, {})); // which says that there are none
    EXPECT_EQ(picture(900, {}), picture(900, {}));
    EXPECT_NE(picture(std::numeric_limits<float>::infinity(), {"--marks"}),
              picture(std::numeric_limits<float>::infinity(), {}));
    EXPECT_EQ(picture(100, {"--marks"}), picture(100, {})); // 6.5 % of the light: a note
}
