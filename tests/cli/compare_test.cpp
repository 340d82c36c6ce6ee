#include "files.h"
#include "program.h"

#include <cmath>

using namespace pn::test;

namespace {

std::string sh(double l00, double l11)
{
    nlohmann::json rows = {{l00, l00, l00}, {0, 0, 0}, {0, 0, 0}, {0, l11, 0}};
    return nlohmann::json{{"bands", 2}, {"convention", "canonical"}, {"coefficients", rows}}.dump();
}

std::string map(float special)
{
    return radianceFile(4, 2, [special](std::uint32_t x, std::uint32_t y) {
        return x == 2 && y == 1 ? Rgb{special, 1, 1} : Rgb{1, 1, 1};
    });
}

} // namespace

TEST(Compare, EqualFilesAreZero)
{
    const Folder folder;
    const Outcome result = run({"compare", folder.add("a.json", sh(2, 1)), folder.add("b.json", sh(2, 1))});
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_NE(result.out.find("equal"), std::string::npos);
}

TEST(Compare, ADifferenceIsOneAndIsMeasured)
{
    const Folder folder;
    const std::string a = folder.add("a.json", sh(2, 1));
    const std::string b = folder.add("b.json", sh(2, 1.5));
    const Outcome text = run({"compare", a, b});
    EXPECT_EQ(text.exit, 1);
    EXPECT_EQ(text.err, "");
    EXPECT_NE(text.out.find("differs"), std::string::npos);

    const Outcome result = run({"compare", a, b, "--format", "json"});
    EXPECT_EQ(result.exit, 1);
    const auto set = result.json()["sets"][0];
    EXPECT_EQ(set["maxAbs"], 0.5);
    EXPECT_EQ(set["worst"], "L11 g");
    EXPECT_EQ(set["relative"], 0.25); // of L00 = 2
    EXPECT_NEAR(set["rms"].get<double>(), 0.5 / std::sqrt(12.0), 1e-6);
    // E / pi differs by 2/3 K1 0.5 at +X, the average is K0 2; 1024 directions miss +X by 0.1 %
    EXPECT_NEAR(set["irradiance"].get<double>(), 2.0 / 3.0 * std::sqrt(3.0) * 0.5 / 2.0, 1e-3);
    EXPECT_EQ(result.json()["within"], false);
}

TEST(Compare, ToleranceIsRelativeToL00)
{
    const Folder folder;
    const std::string a = folder.add("a.json", sh(2, 1));
    const std::string b = folder.add("b.json", sh(2, 1.5));
    EXPECT_EQ(run({"compare", a, b, "--tolerance", "0.25"}).exit, 0);
    EXPECT_EQ(run({"compare", a, b, "--tolerance", "0.2499"}).exit, 1);
}

TEST(Compare, FilesOfTwoConventionsAreEqualWhenTheLightIs)
{
    const Folder folder;
    const std::string a = folder.add("a.json", sh(2, 1));
    ASSERT_EQ(run({"convert", a, "--convention", "google", "--axes", "zup", "-o", folder.path("b.json")}).exit, 0);
    EXPECT_EQ(run({"compare", a, folder.path("b.json"), "--tolerance", "1e-6"}).exit, 0);
}

TEST(Compare, MissingBandsCountAsZero)
{
    const Folder folder;
    const std::string one = R"({"bands": 1, "convention": "canonical", "coefficients": [[2, 2, 2]]})";
    const std::string a = folder.add("a.json", one);
    EXPECT_EQ(run({"compare", a, folder.add("b.json", sh(2, 0))}).exit, 0);
    EXPECT_EQ(run({"compare", a, folder.add("c.json", sh(2, 1))}).exit, 1);
}

TEST(Compare, TexelsOfMapsAreMeasured)
{
    const Folder folder;
    const std::string a = folder.add("a.hdr", map(1));
    const std::string b = folder.add("b.hdr", map(2));
    EXPECT_EQ(run({"compare", a, a}).exit, 0);
    const Outcome result = run({"compare", a, b, "--format", "json"});
    EXPECT_EQ(result.exit, 1);
    const auto json = result.json();
    EXPECT_EQ(json["maxAbs"], 1.0);
    EXPECT_EQ(json["worst"], (nlohmann::json{{"face", 0}, {"x", 2}, {"y", 1}}));
    EXPECT_NEAR(json["rms"].get<double>(), 1.0 / std::sqrt(24.0), 1e-6);
    EXPECT_NEAR(json["relativeMse"].get<double>(), 1.0 / (2.5 + 1e-4) / 24.0, 1e-6);
    EXPECT_EQ(run({"compare", a, b, "--tolerance", "0.02"}).exit, 0);
}

TEST(Compare, NonFiniteTexelsDifferAtAnyTolerance)
{
    const Folder folder;
    const auto cube = [](float value) { return ddsCube(1, [value](auto, auto, auto) { return Rgb{value, 1, 1}; }); };
    const std::string nan = folder.add("nan.dds", cube(std::nanf("")));
    const std::string one = folder.add("one.dds", cube(1));
    EXPECT_EQ(run({"compare", nan, one, "--tolerance", "1e30"}).exit, 1);
    EXPECT_EQ(run({"compare", nan, nan}).exit, 0);
}

TEST(Compare, WhatCannotBeComparedIsInvalid)
{
    const Folder folder;
    const std::string small = folder.add("small.hdr", map(1));
    const std::string cube = folder.add("cube.dds", ddsCube(1, [](auto, auto, auto) { return Rgb{1, 1, 1}; }));
    const std::string set = folder.add("set.json", sh(1, 1));
    const std::string sets = folder.add(
        "sets.json", nlohmann::json({nlohmann::json::parse(sh(1, 1)), nlohmann::json::parse(sh(1, 1))}).dump());
    expectFailure(run({"compare", small, cube}), 3, {"small.hdr", "cube.dds"});
    expectFailure(run({"compare", set, sets}), 3, {"set.json", "1 and 2 sets"});
    expectFailure(run({"compare", set, small}), 2, {"set.json", "small.hdr"});
    expectFailure(run({"compare", set, folder.path("nope.json")}), 2, {"nope.json: ", "No such file"});
    expectFailure(run({"compare", small, folder.path("nope.hdr")}), 2, {"nope.hdr: "});
}

// cmgen writes the same numbers into its KTX file, with six digits, and beside it as text.
TEST(Compare, TakesWhatCmgenStoredInAKtxFile)
{
    const std::string folder = PN_WITNESS;
    const std::string ktx = folder + "cmgen_ibl.ktx";
    const Outcome same = run({"compare", ktx, folder + "cmgen_sh.txt", "--tolerance", "1e-5"});
    EXPECT_EQ(same.exit, 0) << same.out << same.err;
    EXPECT_NE(same.err.find("cmgen_ibl.ktx: taken as cmgen's, mirrored in x"), std::string::npos) << same.err;
    EXPECT_EQ(run({"compare", ktx, folder + "cmgen_sh.txt", "--from-axes", "keep", "--tolerance", "1e-5"}).exit, 0);
    EXPECT_EQ(run({"convert", ktx, "--convention", "unity"}).exit, 0);
    EXPECT_NE(run({"info", ktx}).out.find("coefficients of cmgen"), std::string::npos);
    EXPECT_EQ(run({"info", ktx, "--format", "json"}).json()["input"]["sh"].get<std::string>().substr(0, 8), "0.870767");
}
