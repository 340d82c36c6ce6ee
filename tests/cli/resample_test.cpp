// `resample` and what `normalize` shares with it: files as engines load them.
#include "files.h"
#include "program.h"

using namespace pn::test;

namespace {

// Each face has a colour of its own.
std::string colours()
{
    return ddsCube(4, [](std::uint32_t face, auto, auto) { return Rgb{float(face + 1), 1, 0.5f}; });
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
    const std::string cube = folder.add("cube.dds", colours());
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
    const std::string cube = folder.add("cube.dds", colours());
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
    const std::string cube = folder.add("cube.dds", colours());
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
    const std::string cube = folder.add("cube.dds", colours());
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

TEST(Resample, WrongOutputsAreCommandLineErrors)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", colours());
    expectFailure(run({"resample", cube, "-o", folder.path("o.png")}), 1, {"--output must end in", "o.png"});
    expectFailure(run({"resample", cube, "-o", folder.path("o_%.ktx2")}), 1, {"six faces must be .exr or .hdr"});
    expectFailure(run({"resample", cube, "--to", "equirect", "-o", folder.path("o.dds")}), 1, {".exr or .hdr"});
    expectFailure(run({"resample", cube, "--mips", "-o", folder.path("o.hdr")}), 1, {"--mips needs"});
    expectFailure(run({"resample", cube, "--compress", "zstd", "-o", folder.path("o.dds")}), 1, {"--compress needs"});
    EXPECT_EQ(folder.names(), std::vector<std::string>{"cube.dds"});
}
