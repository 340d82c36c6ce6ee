// What info says of an input, and what commands warn of.
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

namespace {

std::string cubeOf(float value)
{
    return ddsCube(2, [value](auto, auto, auto) { return Rgb{value, 1, 1}; });
}

// One bright texel: three bands of its light ring below zero.
std::string sun()
{
    return radianceFile(32, 16, [](std::uint32_t x, std::uint32_t y) {
        return x == 8 && y == 5 ? Rgb{1024, 1024, 1024} : Rgb{0.125f, 0.125f, 0.125f};
    });
}

void expectWarning(const std::vector<std::string>& arguments, const std::string& words)
{
    const Outcome loud = run(arguments);
    EXPECT_EQ(loud.exit, 0) << loud.err;
    EXPECT_NE(loud.err.find(words), std::string::npos) << loud.err;
    EXPECT_TRUE(loud.err.starts_with("probenorm: warning: ")) << loud.err;
    std::vector<std::string> quiet = arguments;
    quiet.emplace_back("--quiet");
    EXPECT_EQ(run(quiet).err, "");
}

} // namespace

TEST(Warning, ReplacedTexelsAreCounted)
{
    const Folder folder;
    const std::string nan = folder.add("nan.dds", cubeOf(std::nanf("")));
    expectWarning({"project", nan, "--device", "cpu"}, "nan.dds: 24 of 24 texels are not finite");
    expectWarning({"normalize", nan, "--device", "cpu", "-o", folder.path("o.dds")}, "24 of 24 texels are not finite");
    EXPECT_EQ(run({"info", nan, "--format", "json"}).json()["input"]["warnings"].size(), 1u);
}

TEST(Warning, EightBitsAreNoRadiance)
{
    const Folder folder;
    const std::string file = folder.add("white.png", pngFile(4, 2, std::vector<std::uint8_t>(24, 255)));
    expectWarning({"project", file, "--device", "cpu"}, "white.png: 8-bit texels, taken as sRGB");
    EXPECT_NE(run({"info", file}).out.find("warning     8-bit texels"), std::string::npos);
}

TEST(Warning, NegativeIrradianceIsSaidAndWindowAutoTakesItAway)
{
    const Folder folder;
    const std::string file = folder.add("sun.hdr", sun());
    expectWarning({"project", file, "--device", "cpu"}, "sun.hdr: irradiance falls to -");
    EXPECT_EQ(run({"project", file, "--device", "cpu", "--window", "auto"}).err, "");
}

TEST(Warning, WhatIsInOrderIsNotMentioned)
{
    const Folder folder;
    EXPECT_EQ(run({"project", folder.add("one.dds", cubeOf(1)), "--device", "cpu"}).err, "");
}

TEST(Warning, QuietSummariesAreSilentAndResultsAreNot)
{
    const Folder folder;
    const std::string one = folder.add("one.dds", cubeOf(1));
    EXPECT_EQ(run({"normalize", one, "--device", "cpu", "--quiet", "-o", folder.path("o.dds")}).out, "");
    EXPECT_NE(run({"normalize", one, "--device", "cpu", "-o", folder.path("o.dds")}).out, "");
    EXPECT_NE(run({"project", one, "--device", "cpu", "--quiet"}).out, "");
}

TEST(Output, AnEndingThatSaysNoFormIsAnError)
{
    const Folder folder;
    const std::string one = folder.add("one.dds", cubeOf(1));
    const std::string wrong = folder.path("sh.png");
    expectFailure(run({"project", one, "-o", wrong}), 1, {"--output must end in", "sh.png"});
    expectFailure(run({"convert", "-", "-o", wrong}, R"({"bands": 1, "convention": "canonical",
                                                         "coefficients": [[1, 2, 3]]})"),
                  1, {"--output must end in", "sh.png"});
    expectFailure(run({"preview", one, "-o", folder.path("p.jpg")}), 1, {"--output must end in .png", "p.jpg"});
    EXPECT_EQ(run({"project", one, "--device", "cpu", "--format", "text", "-o", wrong}).exit, 0);
    EXPECT_EQ(run({"project", one, "--device", "cpu", "-o", folder.path("plain")}).exit, 0);
}

TEST(Output, FoldersOfAPatternAreMade)
{
    const Folder folder;
    const std::string one = folder.add("one.dds", cubeOf(1));
    const Outcome result = run({"project", one, "--device", "cpu", "-o", folder.path("new/deep/{}.json")});
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_TRUE(folder.has("new/deep/one.json"));
}
