// What info says of an input, and what commands warn of.
#include "files.h"
#include "program.h"

#include <cmath>

using namespace pn::test;

TEST(Info, TellsWhatACubemapHolds)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", ddsCube(2, [](auto face, auto x, auto y) {
                                            if (face == 4 && x == 1 && y == 0)
                                                return Rgb{NAN, 3, 3};
                                            return face == 1 ? Rgb{-2, 1, 1} : Rgb{0.5f, 1, 7};
                                        }));
    const auto input = jsonOf({"info", cube})["input"];
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

namespace {

// One bright texel: three bands of its light ring below zero.
std::string sun()
{
    return radianceFile(32, 16, [](std::uint32_t x, std::uint32_t y) {
        return x == 8 && y == 5 ? Rgb{1024, 1024, 1024} : Rgb{0.125f, 0.125f, 0.125f};
    });
}

class Warning : public testing::Test
{
protected:
    static void expectWarning(Names arguments, const std::string& words)
    {
        const Outcome loud = run(arguments);
        EXPECT_EQ(loud.exit, 0) << loud.err;
        EXPECT_NE(loud.err.find(words), std::string::npos) << loud.err;
        EXPECT_TRUE(loud.err.starts_with("probenorm: warning: ")) << loud.err;
        arguments.emplace_back("--quiet");
        EXPECT_EQ(run(arguments).err, "");
    }

    Folder m_folder;
    std::string m_one = m_folder.add("one.dds", flatCube(2));
};

using Output = Warning;

} // namespace

TEST_F(Warning, ReplacedTexelsAreCounted)
{
    const std::string nan = m_folder.add("nan.dds", flatCube(2, {NAN, 1, 1})), out = m_folder.path("o.dds");
    expectWarning({"project", nan, "--device", "cpu"}, "nan.dds: 24 of 24 texels are not finite");
    expectWarning({"normalize", nan, "--device", "cpu", "-o", out}, "24 of 24 texels are not finite");
    EXPECT_EQ(jsonOf({"info", nan})["input"]["warnings"].size(), 1u);
}

TEST_F(Warning, EightBitsAreNoRadiance)
{
    const std::string file = m_folder.add("white.png", pngFile(4, 2, std::vector<std::uint8_t>(24, 255)));
    expectWarning({"project", file, "--device", "cpu"}, "white.png: 8-bit texels, taken as sRGB");
    EXPECT_NE(run({"info", file}).out.find("warning     8-bit texels"), std::string::npos);
}

TEST_F(Warning, NegativeIrradianceIsSaidAndWindowAutoTakesItAway)
{
    const std::string file = m_folder.add("sun.hdr", sun());
    expectWarning({"project", file, "--device", "cpu"}, "sun.hdr: irradiance falls to -");
    const std::string said =
        run({"project", file, "--device", "cpu", "--window", "auto"}).err; // the sun may be a firefly
    EXPECT_EQ(said.find("irradiance falls"), std::string::npos) << said;
}

TEST_F(Warning, QuietSummariesAreSilentAndResultsAreNot)
{
    const Names normalize = {"normalize", m_one, "--device", "cpu", "-o", m_folder.path("o.dds")};
    Names quiet = normalize;
    quiet.emplace_back("--quiet");
    EXPECT_EQ(run(quiet).out, "");
    EXPECT_NE(run(normalize).out, "");
    EXPECT_NE(run({"project", m_one, "--device", "cpu", "--quiet"}).out, "");
    EXPECT_EQ(run({"project", m_one, "--device", "cpu"}).err, "");
}

TEST_F(Output, AnEndingThatSaysNoFormIsAnError)
{
    const std::string wrong = m_folder.path("sh.png");
    expectFailure(run({"project", m_one, "-o", wrong}), 1, {"--output must end in", "sh.png"});
    expectFailure(run({"convert", "-", "-o", wrong}, R"({"bands": 1, "convention": "canonical",
                                                         "coefficients": [[1, 2, 3]]})"),
                  1, {"--output must end in", "sh.png"});
    expectFailure(run({"preview", m_one, "-o", m_folder.path("p.jpg")}), 1, {"--output must end in .png", "p.jpg"});
    EXPECT_EQ(run({"project", m_one, "--device", "cpu", "--format", "text", "-o", wrong}).exit, 0);
    EXPECT_EQ(run({"project", m_one, "--device", "cpu", "-o", m_folder.path("plain")}).exit, 0);
}

TEST_F(Output, FoldersOfAPatternAreMade)
{
    const Outcome result = run({"project", m_one, "--device", "cpu", "-o", m_folder.path("new/deep/{}.json")});
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_TRUE(m_folder.has("new/deep/one.json"));
}
