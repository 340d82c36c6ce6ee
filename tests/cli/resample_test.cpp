// `resample` and what `normalize` shares with it: files as engines load them.
#include "files.h"
#include "program.h"

using namespace pn::test;

namespace {

// A cubemap in which no two directions of the test look alike.
std::string gradient(std::uint32_t size)
{
    return ddsCube(size, [=](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
        const auto d = cubeDirection(size, face, x, y);
        return Rgb{float(2 + d[0]), float(2 + d[1]), float(2 + d[2])};
    });
}

void expectSame(const std::string& a, const std::string& b, const std::string& tolerance)
{
    const Outcome result = run({"compare", a, b, "--tolerance", tolerance});
    EXPECT_EQ(result.exit, 0) << result.out << result.err;
}

} // namespace

TEST(Resample, SixFacesAreTheCubemap)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", colouredCube());
    for (const char* name : {"sky_%.hdr", "sky_%.exr"})
    {
        const Outcome result = run({"resample", cube, "-o", folder.path(name)});
        ASSERT_EQ(result.exit, 0) << result.err;
        expectSame(cube, folder.path(name), "0");
    }
    EXPECT_TRUE(folder.has("sky_nz.hdr"));
    ASSERT_EQ(run({"normalize", cube, "--device", "cpu", "-o", folder.path("n_%.exr")}).exit, 0);
    EXPECT_EQ(jsonOf({"info", folder.path("n_%.exr")})["input"]["faceSize"], 4);
}

TEST(Resample, ZstandardHoldsTheSameTexelsInLess)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", colouredCube());
    for (const char* scheme : {"none", "zstd"})
        ASSERT_EQ(run({"resample", cube, "--size", "64", "--mips", "--compress", scheme, "-o",
                       folder.path(std::string(scheme) + ".ktx2")})
                      .exit,
                  0);
    EXPECT_EQ(jsonOf({"info", folder.path("zstd.ktx2")})["input"]["mips"], 7);
    for (const char* mip : {"0", "3", "6"})
        EXPECT_EQ(run({"compare", folder.path("none.ktx2"), folder.path("zstd.ktx2"), "--mip", mip}).exit, 0) << mip;
    EXPECT_LT(readText(folder.path("zstd.ktx2")).size(), readText(folder.path("none.ktx2")).size() / 10);
}

TEST(Resample, AMapHoldsTheLightOfTheCube)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", colouredCube());
    const std::string map = folder.path("map.exr");
    ASSERT_EQ(run({"resample", cube, "--to", "equirect", "--size", "64", "-o", map}).exit, 0);
    EXPECT_EQ(jsonOf({"info", map})["input"]["width"], 128);
    ASSERT_EQ(run({"project", cube, "--resample", "64", "--device", "cpu", "-o", folder.path("cube.json")}).exit, 0);
    ASSERT_EQ(run({"project", map, "--device", "cpu", "-o", folder.path("map.json")}).exit, 0);
    // A texel of the map is 2.8 degrees wide, and edges of faces cross them: a share of 1 / (64 * 16) of L00.
    expectSame(folder.path("cube.json"), folder.path("map.json"), "1e-3");
    // and back
    ASSERT_EQ(run({"resample", map, "--size", "4", "-o", folder.path("again.exr")}).exit, 0);
    expectSame(folder.path("again.exr"), cube, "1e-3");
}

TEST(Resample, HalvesAreEnoughForWhatHadNoMore)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", radianceFile(8, 4, [](auto x, auto) {
                                           return Rgb{float(x + 1), 1, 1};
                                       }));
    const std::string bright = folder.add("b.hdr", flatMap(8, 4, {131072, 1, 1}));
    const std::string cube = folder.add("cube.dds", colouredCube());
    const auto formatOf = [&](const std::string& input, Names more = {}) {
        more.insert(more.begin(), {"resample", input, "-o", folder.path("o.ktx2")});
        EXPECT_EQ(run(more).exit, 0);
        return jsonOf({"info", folder.path("o.ktx2")})["input"]["format"];
    };
    EXPECT_EQ(formatOf(map), "rgba16f");
    EXPECT_EQ(formatOf(bright), "rgba32f");
    EXPECT_EQ(formatOf(cube), "rgba32f");
    EXPECT_EQ(formatOf(cube, {"--texels", "rgba16f"}), "rgba16f");
}

// Faces of 10, 5 and 2 texels whose radiance grows along x in every row. The middle texel of the 5 lies in both of the
// 2, so these share its mean; two columns of the first mip that it covers differ by 2, and means of these alone would
// not.
TEST(Resample, AMipIsTheMeanOfTheMipBefore)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", ddsCube(10, [](auto, std::uint32_t x, auto) {
                                            const float value = x == 4 ? 1.0f : x == 5 ? 3.0f : 0.0f;
                                            return Rgb{value, value, value};
                                        }));
    ASSERT_EQ(run({"resample", cube, "--mips", "-o", folder.path("o.dds")}).exit, 0);
    const auto input = jsonOf({"info", folder.path("o.dds"), "--mip", "2"})["input"];
    EXPECT_EQ(input["faceSize"], 2);
    EXPECT_FLOAT_EQ(input["min"].get<float>(), input["max"].get<float>());
    EXPECT_GT(input["min"].get<float>(), 0.0f);
}

TEST(Resample, CrossesAreTheCubemap)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", gradient(4));
    for (const std::string layout : {"hcross", "vcross"})
    {
        const std::string cross = folder.path(layout + ".exr");
        ASSERT_EQ(run({"resample", cube, "--to", layout, "-o", cross}).exit, 0);
        EXPECT_EQ(jsonOf({"info", cross})["input"]["layout"], layout);
        expectSame(cube, cross, "0");
    }
    // in Filament's axes, which are mirrored
    const Names same = {"resample", cube, "--for", "filament", "--texels", "rgba32f", "-o"};
    Names toCross = same, toCube = same;
    toCross.insert(toCross.end(), {folder.path("f.exr"), "--to", "hcross"});
    toCube.push_back(folder.path("f.dds"));
    ASSERT_EQ(run(toCross).exit, 0);
    ASSERT_EQ(run(toCube).exit, 0);
    expectSame(folder.path("f.exr"), folder.path("f.dds"), "0");
    EXPECT_NE(run({"compare", folder.path("f.exr"), cube}).exit, 0);
}

// The reader finds texels with OpenEXR's own functions. Its texels lie half of one away from ours.
TEST(Resample, OpenExrFindsEachDirectionInItsMaps)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", gradient(32));
    for (const std::string layout : {"openexr-latlong", "openexr-cube"})
    {
        const std::string picture = folder.path(layout + ".exr");
        ASSERT_EQ(run({"resample", cube, "--to", layout, "--for", "filament", "-o", picture}).exit, 0);
        ASSERT_EQ(run({"resample", picture, "--size", "32", "-o", folder.path("back.dds")}).exit, 0);
        expectSame(cube, folder.path("back.dds"), "1e-4");
        EXPECT_NE(readText(picture).find("envmap"), std::string::npos);
    }
}

TEST(Resample, OctahedralMapsComeBackFromEachFile)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", gradient(32));
    for (const std::string layout : {"octahedral", "octahedral-godot", "octahedral-hdrp"})
        for (const std::string ending : {".dds", ".ktx2", ".exr", ".hdr"})
        {
            const std::string picture = folder.path(layout + ending);
            ASSERT_EQ(run({"resample", cube, "--to", layout, "-o", picture}).exit, 0);
            ASSERT_EQ(run({"resample", picture, "--layout", layout, "--size", "32", "-o", folder.path("b.dds")}).exit,
                      0);
            expectSame(cube, folder.path("b.dds"), "1e-4");
        }
    const std::string mips = folder.path("mips.dds");
    ASSERT_EQ(run({"resample", cube, "--to", "octahedral-godot", "--mips", "-o", mips}).exit, 0);
    const nlohmann::json input = jsonOf({"info", mips, "--layout", "octahedral-godot", "--mip", "3"})["input"];
    EXPECT_EQ(input["mips"], 4); // 80, 40, 20 and 10 texels; the border of the last is one
    EXPECT_EQ(input["faceSize"], 4);
}

// RGBM holds 64: a texel of 100 is clipped, with a warning, and the others come back within a step of their 8 bits.
TEST(Resample, FacesOfRgbmAreReadBack)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", ddsCube(4, [](auto face, auto x, auto y) {
                                            return Rgb{face == 2 && x == 1 && y == 1 ? 100.0f : 2.0f, 1, 0.5f};
                                        }));
    const Outcome done = run({"resample", cube, "-o", folder.path("m_%.png")});
    EXPECT_EQ(done.exit, 0);
    EXPECT_NE(done.err.find("1 of 96 texels is above 64, where .png ends"), std::string::npos) << done.err;
    expectSame(cube, folder.path("m_%.png"), "0.35"); // (100 - 64) / 96 in red
    const nlohmann::json facts = jsonOf({"info", folder.path("m_%.png")})["input"];
    EXPECT_EQ(facts["max"], 64.0);
}

TEST(Resample, TwoInputsNeverWriteOneFile)
{
    const Folder folder;
    const std::string a = folder.add("a#.dds", colouredCube()), b = folder.add("a0.dds", colouredCube());
    expectFailure(run({"resample", a, b, "-o", folder.path("{}_%.hdr")}), 1, {"two inputs", "a0_px.hdr"});
    EXPECT_FALSE(folder.has("a0_px.hdr"));
}

TEST(Resample, WrongOutputsAreCommandLineErrors)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", colouredCube());
    expectFailure(run({"resample", cube, "-o", folder.path("o.png")}), 1, {"--output must end in", "o.png"});
    expectFailure(run({"resample", cube, "-o", folder.path("o_%.ktx2")}), 1,
                  {"--output of six faces must end in .exr, .hdr or .png"});
    expectFailure(run({"resample", cube, "--to", "equirect", "-o", folder.path("o.ktx2")}), 1, {".dds, .exr"});
    expectFailure(run({"resample", cube, "--to", "hcross", "-o", folder.path("o.ktx2")}), 1,
                  {"hcross", ".exr or .hdr"});
    expectFailure(run({"resample", cube, "--to", "octahedral", "-o", folder.path("o.ktx")}), 1, {".ktx2, .dds, .exr"});
    expectFailure(run({"resample", cube, "--to", "openexr-cube", "-o", folder.path("o.hdr")}), 1, {"end in .exr,"});
    expectFailure(run({"resample", cube, "--to", "octahedral-godot", "-o", folder.path("o.dds"), "--size", "5"}), 3,
                  {"power of two"});
    expectFailure(run({"resample", cube, "--mips", "-o", folder.path("o.hdr")}), 1, {"mips need"});
    expectFailure(run({"resample", cube, "--mips", "--to", "equirect", "-o", folder.path("o.dds")}), 1, {"of no map"});
    expectFailure(run({"resample", cube, "--texels", "bc6h", "--to", "equirect", "-o", folder.path("o.dds")}), 1,
                  {"of no map"});
    expectFailure(run({"resample", cube, "--compress", "zstd", "-o", folder.path("o.dds")}), 1, {"--compress needs"});
    EXPECT_EQ(folder.names(), std::vector<std::string>{"cube.dds"});
}
