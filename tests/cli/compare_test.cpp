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

class Compare : public testing::Test
{
protected:
    int exitOf(const std::string& a, const std::string& b, const std::string& tolerance = "0") const
    {
        return run({"compare", m_folder.path(a), m_folder.path(b), "--tolerance", tolerance}).exit;
    }

    Folder m_folder;
    std::string m_a = m_folder.add("a.json", sh(2, 1));
    std::string m_b = m_folder.add("b.json", sh(2, 1.5));
};

} // namespace

TEST_F(Compare, ADifferenceIsOneAndIsMeasured)
{
    const Outcome equal = run({"compare", m_a, m_a}), text = run({"compare", m_a, m_b});
    EXPECT_EQ(equal.exit, 0) << equal.err;
    EXPECT_NE(equal.out.find("equal"), std::string::npos);
    EXPECT_EQ(text.exit, 1);
    EXPECT_EQ(text.err, "");
    EXPECT_NE(text.out.find("differs"), std::string::npos);

    const Outcome result = run({"compare", m_a, m_b, "--format", "json"});
    EXPECT_EQ(result.exit, 1);
    const auto set = result.json()["sets"][0];
    EXPECT_EQ(set["maxAbs"], 0.5);
    EXPECT_EQ(set["worst"], "L11 g");
    EXPECT_EQ(set["relative"], 0.25); // of L00 = 2
    EXPECT_NEAR(set["rms"].get<double>(), 0.5 / std::sqrt(12.0), 1e-6);
    // E / pi differs by 2/3 K1 0.5 at +X, the average is K0 2; 1024 directions miss +X by 0.1 %
    EXPECT_NEAR(set["irradiance"].get<double>(), 2.0 / 3.0 * std::sqrt(3.0) * 0.5 / 2.0, 1e-3);
    EXPECT_EQ(result.json()["within"], false);
    EXPECT_EQ(exitOf("a.json", "b.json", "0.25"), 0);
    EXPECT_EQ(exitOf("a.json", "b.json", "0.2499"), 1);
}

TEST_F(Compare, MissingBandsCountAsZero)
{
    m_folder.add("one.json", R"({"bands": 1, "convention": "canonical", "coefficients": [[2, 2, 2]]})");
    m_folder.add("zero.json", sh(2, 0));
    EXPECT_EQ(exitOf("one.json", "zero.json"), 0);
    EXPECT_EQ(exitOf("one.json", "a.json"), 1);
}

TEST_F(Compare, TexelsOfMapsAreMeasured)
{
    const std::string a = m_folder.add("a.hdr", map(1)), b = m_folder.add("b.hdr", map(2));
    EXPECT_EQ(exitOf("a.hdr", "a.hdr"), 0);
    const Outcome result = run({"compare", a, b, "--format", "json"});
    EXPECT_EQ(result.exit, 1);
    const auto json = result.json();
    EXPECT_EQ(json["maxAbs"], 1.0);
    EXPECT_EQ(json["worst"], (nlohmann::json{{"face", 0}, {"x", 2}, {"y", 1}}));
    EXPECT_NEAR(json["rms"].get<double>(), 1.0 / std::sqrt(24.0), 1e-6);
    EXPECT_NEAR(json["relativeMse"].get<double>(), 1.0 / (2.5 + 1e-4) / 24.0, 1e-6);
    EXPECT_EQ(exitOf("a.hdr", "b.hdr", "0.02"), 0);
}

TEST_F(Compare, NonFiniteTexelsDifferAtAnyTolerance)
{
    m_folder.add("nan.dds", flatCube(1, {NAN, 1, 1}));
    m_folder.add("one.dds", flatCube(1));
    EXPECT_EQ(exitOf("nan.dds", "one.dds", "1e30"), 1);
    EXPECT_EQ(exitOf("nan.dds", "nan.dds"), 0);
}

TEST_F(Compare, WhatCannotBeComparedIsInvalid)
{
    const std::string small = m_folder.add("small.hdr", map(1)), cube = m_folder.add("cube.dds", flatCube(1));
    const std::string sets = m_folder.add("sets.json", "[" + sh(1, 1) + "," + sh(1, 1) + "]");
    expectFailure(run({"compare", small, cube}), 3, {"small.hdr", "cube.dds"});
    expectFailure(run({"compare", m_a, sets}), 3, {"a.json", "1 and 2 sets"});
    expectFailure(run({"compare", m_a, small}), 2, {"a.json", "small.hdr"});
    expectFailure(run({"compare", m_a, m_folder.path("nope.json")}), 2, {"nope.json: ", "No such file"});
    expectFailure(run({"compare", small, m_folder.path("nope.hdr")}), 2, {"nope.hdr: "});
}

// cmgen writes the same numbers into its KTX file, with six digits, and beside it as text.
TEST_F(Compare, TakesWhatCmgenStoredInAKtxFile)
{
    const std::string folder = PN_WITNESS;
    const std::string ktx = folder + "cmgen_ibl.ktx";
    const Outcome same = run({"compare", ktx, folder + "cmgen_sh.txt", "--tolerance", "1e-5"});
    EXPECT_EQ(same.exit, 0) << same.out << same.err;
    EXPECT_NE(same.err.find("cmgen_ibl.ktx: taken as cmgen's, mirrored in x"), std::string::npos) << same.err;
    EXPECT_EQ(run({"compare", ktx, folder + "cmgen_sh.txt", "--from-axes", "keep", "--tolerance", "1e-5"}).exit, 0);
    EXPECT_EQ(run({"convert", ktx, "--convention", "unity"}).exit, 0);
    EXPECT_NE(run({"info", ktx}).out.find("coefficients of cmgen"), std::string::npos);
    EXPECT_EQ(jsonOf({"info", ktx})["input"]["sh"].get<std::string>().substr(0, 8), "0.870767");
}
