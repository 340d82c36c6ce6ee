#include "files.h"
#include "program.h"

#include <cmath>

using namespace pn::test;

TEST(Info, TellsWhatACubemapHolds)
{
    const float nan = std::nanf("");
    const Folder folder;
    const std::string cube =
        folder.add("cube.dds", ddsCube(2, [nan](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
                       if (face == 4 && x == 1 && y == 0)
                           return Rgb{nan, 3, 3};
                       return face == 1 ? Rgb{-2, 1, 1} : Rgb{0.5f, 1, 7};
                   }));
    const Outcome result = run({"info", cube, "--format", "json"});
    ASSERT_EQ(result.exit, 0) << result.err;
    const auto input = result.json()["input"];
    EXPECT_EQ(input["path"], cube);
    EXPECT_EQ(input["layout"], "cubemap");
    EXPECT_EQ(input["faceSize"], 2);
    EXPECT_EQ(input["texels"], 24);
    EXPECT_EQ(input["format"], "rgba32f");
    EXPECT_EQ(input["mips"], 1);
    EXPECT_EQ(input["nonFinite"], 1);
    EXPECT_EQ(input["negative"], 4);
    EXPECT_EQ(input["min"], -2.0);
    EXPECT_EQ(input["max"], 7.0);
    EXPECT_EQ(input["firstNonFinite"], (nlohmann::json{{"face", 4}, {"x", 1}, {"y", 0}}));

    const Outcome text = run({"info", cube});
    EXPECT_NE(text.out.find("cubemap, faces of 2"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("face +Z, x 1, y 0"), std::string::npos) << text.out;
}

TEST(Info, TellsTheLayoutOfAPicture)
{
    const Folder folder;
    const auto white = [](auto, auto) { return Rgb{1, 1, 1}; };
    const struct
    {
        std::uint32_t width;
        std::uint32_t height;
        const char* layout;
    } shapes[] = {{4, 2, "equirect"}, {4, 3, "hcross"}, {3, 4, "vcross"}, {6, 1, "hstrip"}, {1, 6, "vstrip"}};
    for (const auto& shape : shapes)
    {
        const std::string file = folder.add("picture.hdr", radianceFile(shape.width, shape.height, white));
        EXPECT_EQ(run({"info", file, "--format", "json"}).json()["input"]["layout"], shape.layout);
    }
    const std::string odd = folder.add("odd.hdr", radianceFile(5, 4, white));
    EXPECT_EQ(run({"info", odd, "--layout", "equirect", "--format", "json"}).json()["input"]["width"], 5);
}
