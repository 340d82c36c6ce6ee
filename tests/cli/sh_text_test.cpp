// Coefficients as text: what our own header line says, cmgen's output, and text that does not say what it holds.
#include "files.h"
#include "program.h"

using namespace pn::test;

namespace {

// What cmgen 1.9.25 (Debian 12) wrote for a made map, by --sh-output=sh.txt --sh=2.
const std::string kCmgenRows = "( 2.429924249649048,  1.986801147460938,  2.084010124206543); // L00\n"
                               "( 0.000211000588024,  0.089249700307846,  0.000000104192033); // L1-1\n"
                               "( 0.071658372879028, -0.000049280617532,  0.000000000000000); // L10\n"
                               "(-0.022428017109632, -0.000000064754126, -0.000000071631895); // L11\n";

// The same as it stands on standard output, which --no-mirror leaves the third line out of.
const std::string kCmgenOutput = "Decoding image...\nConverting equirectangular image... \nMirroring...\n"
                                 "Spherical harmonics...\n" +
                                 kCmgenRows;
const std::string kCmgenUnmirrored =
    "Decoding image...\nConverting equirectangular image... \nSpherical harmonics...\n" + kCmgenRows;

// By --sh-shader.
const std::string kCmgenShader =
    "( 0.685468912124634,  0.560466229915619,  0.587888419628143); // L00, irradiance, pre-scaled base\n"
    "(-0.000065760992584, -0.027815792709589, -0.000000032472762); // L1-1, irradiance, pre-scaled base\n"
    "( 0.022333232685924, -0.000015358922610,  0.000000000000000); // L10, irradiance, pre-scaled base\n"
    "( 0.006989973597229,  0.000000020181437,  0.000000022324981); // L11, irradiance, pre-scaled base\n"
    "( 0.1, 0.000000020181437,  0.000000022324981); // L2-2, irradiance, pre-scaled base\n";

// Nine different numbers.
std::string sampleJson()
{
    nlohmann::json rows = nlohmann::json::array();
    for (int i = 0; i < 9; ++i)
        rows.push_back({i == 0 ? 4.0 : 0.25 * i - 1.1, 0.5 * i + 1, 2.0 - i});
    return nlohmann::json{{"bands", 3}, {"convention", "canonical"}, {"coefficients", rows}}.dump();
}

nlohmann::json convert(std::vector<std::string> arguments, const std::string& input)
{
    arguments.insert(arguments.begin(), {"convert", "-", "--format", "json"});
    const Outcome result = run(arguments, input);
    EXPECT_EQ(result.exit, 0) << result.err;
    return result.exit == 0 ? result.json() : nlohmann::json{};
}

float at(const nlohmann::json& json, std::size_t row, std::size_t channel = 0)
{
    return json.at("coefficients").at(row).at(channel).get<float>();
}

// A map whose light has no symmetry.
std::string map()
{
    return radianceFile(8, 4, [](std::uint32_t x, std::uint32_t y) {
        return Rgb{x == 1 ? 128.0f : 1.0f, y == 0 ? 8.0f : 1.0f, x == 6 && y == 2 ? 64.0f : 2.0f};
    });
}

} // namespace

TEST(ShText, OwnTextIsReadByItsHeaderLine)
{
    const Folder folder;
    const std::string original = folder.add("original.json", sampleJson());
    const std::string text = folder.path("sh.txt");
    for (const char* convention : {"canonical", "unity", "unity-sha", "unreal", "playcanvas", "filament-radiance"})
        for (const char* axes : {"keep", "zup", "mirror-x"})
        {
            ASSERT_EQ(run({"convert", original, "--convention", convention, "--axes", axes, "-o", text}).exit, 0);
            EXPECT_EQ(run({"compare", original, text, "--tolerance", "1e-6"}).exit, 0) << convention << ' ' << axes;
            EXPECT_EQ(run({"convert", text, "--from", convention, "--from-axes", axes}).exit, 0) << convention;
        }
}

TEST(ShText, ProjectsOutputCanBePipedIntoConvert)
{
    const Folder folder;
    const std::string sky = folder.add("sky, 3 bands, unity.hdr", map()); // a name that looks like a header's end
    const Outcome project = run({"project", sky, "--device", "cpu"});
    const Outcome again = run({"convert", "-", "--convention", "canonical"}, project.out);
    ASSERT_EQ(again.exit, 0) << again.err;
    EXPECT_EQ(again.out.substr(again.out.find('\n')), project.out.substr(project.out.find('\n')));
    const std::string text = folder.add("sky.txt", project.out);
    const std::string json = folder.path("sky.json");
    ASSERT_EQ(run({"project", sky, "--device", "cpu", "-o", json}).exit, 0);
    EXPECT_EQ(run({"compare", text, json}).exit, 0);
}

TEST(ShText, WindowOfTheHeaderIsKept)
{
    const Outcome first = run({"convert", "-", "--window", "hann:3"}, sampleJson());
    EXPECT_EQ(convert({"--window", "lanczos:2"}, first.out)["window"], "hann:3+lanczos:2");
}

TEST(ShText, SeveralSetsInOneTextStaySeveral)
{
    const Outcome first = run({"convert", "-", "--convention", "unity"}, "[" + sampleJson() + "," + sampleJson() + "]");
    const auto both = convert({}, first.out);
    ASSERT_EQ(both.size(), 2u);
    EXPECT_NEAR(at(both[1], 0), 4.0f, 1e-6f);
}

TEST(ShText, FromSaysWhatTextIsWithoutAHeader)
{
    const std::string rows = "(1, 2, 3);\n(4, 5, 6);\n(7, 8, 9);\n(10, 11, 12)\n";
    expectFailure(run({"convert", "-"}, rows), 1, {"--from", "canonical, unity,"});
    EXPECT_EQ(at(convert({"--from", "canonical"}, rows), 1), 4.0f);
    EXPECT_EQ(at(convert({"--from", "google"}, rows), 1), -4.0f);
    EXPECT_EQ(at(convert({"--from", "canonical", "--from-axes", "mirror-x"}, rows), 3), -10.0f);
}

TEST(ShText, FromActsOnTheTextOfTwoFiles)
{
    const Folder folder;
    const std::string json = folder.add("sh.json", sampleJson());
    const Outcome text = run({"convert", json});
    const std::string rows = folder.add("rows.txt", text.out.substr(text.out.find('\n') + 1));
    expectFailure(run({"compare", json, rows}), 2, {"rows.txt: ", "--from"});
    EXPECT_EQ(run({"compare", json, rows, "--from", "canonical", "--tolerance", "1e-6"}).exit, 0);
    EXPECT_EQ(run({"compare", rows, json, "--from", "google", "--tolerance", "1e-6"}).exit, 1);
}

TEST(ShText, FromIsForTextOnly)
{
    const Folder folder;
    const std::string json = folder.add("sh.json", sampleJson());
    const std::string sky = folder.add("sky.hdr", map());
    expectFailure(run({"convert", json, "--from", "unity"}), 1, {"--from", "text"});
    expectFailure(run({"convert", json, "--from-axes", "zup"}), 1, {"--from-axes", "text"});
    expectFailure(run({"compare", json, json, "--from", "unity"}), 2, {"--from", "text"});
    expectFailure(run({"compare", sky, sky, "--from", "unity"}), 2, {"--from", "text"});
}

TEST(ShText, FromMayNotContradictTheHeader)
{
    const std::string text = run({"convert", "-", "--convention", "unity", "--axes", "zup"}, sampleJson()).out;
    expectFailure(run({"convert", "-", "--from", "unreal"}, text), 1, {"header says unity", "--from says unreal"});
    expectFailure(run({"convert", "-", "--from-axes", "keep"}, text), 1, {"header says zup", "--from-axes says keep"});
}

TEST(ShText, CmgenIsRecognised)
{
    // Odd m have cmgen's sign; x is mirrored, so L11 changes its sign twice.
    const auto mirrored = convert({}, kCmgenOutput);
    EXPECT_EQ(mirrored["bands"], 2);
    EXPECT_FLOAT_EQ(at(mirrored, 0, 2), 2.084010124206543f);
    EXPECT_FLOAT_EQ(at(mirrored, 1, 1), -0.089249700307846f);
    EXPECT_FLOAT_EQ(at(mirrored, 2), 0.071658372879028f);
    EXPECT_FLOAT_EQ(at(mirrored, 3), -0.022428017109632f);
    EXPECT_FLOAT_EQ(at(convert({}, kCmgenUnmirrored), 3), 0.022428017109632f);
    EXPECT_FLOAT_EQ(at(convert({"--from-axes", "keep"}, kCmgenOutput), 3), 0.022428017109632f);
}

TEST(ShText, MirrorOfCmgensFileIsAssumedAloud)
{
    const Outcome result = run({"convert", "-", "--format", "json"}, kCmgenRows);
    ASSERT_EQ(result.exit, 0) << result.err;
    EXPECT_FLOAT_EQ(at(result.json(), 3), -0.022428017109632f);
    EXPECT_NE(result.err.find("warning: -: taken as cmgen's, mirrored in x"), std::string::npos) << result.err;
    const Outcome said = run({"convert", "-", "--format", "json", "--from-axes", "keep"}, kCmgenRows);
    EXPECT_FLOAT_EQ(at(said.json(), 3), 0.022428017109632f);
    EXPECT_EQ(said.err, "");
}

TEST(ShText, CmgensShaderRowsAreFilaments)
{
    const std::string four = kCmgenShader.substr(0, kCmgenShader.find("( 0.1,"));
    const auto result = convert({}, four);
    // P0 = L00 / (2 sqrt pi), P2 = L10 (2/3) sqrt(3 / (4 pi)): docs/conventions.md
    EXPECT_NEAR(at(result, 0), 0.685468912 * 3.544907702, 2e-6);
    EXPECT_NEAR(at(result, 2), 0.022333233 / 0.325735008, 2e-6);
}

TEST(ShText, CmgensIrradianceRowsAreRefused)
{
    expectFailure(run({"convert", "-"}, "( 7.633831977844238,  6.241719722747803,  6.547111511230469); // L00, "
                                        "irradiance\n"),
                  5, {"--sh-irradiance", "divided by pi"});
}

TEST(ShText, BrokenTextIsRefusedByItsLine)
{
    const auto refuse = [](const std::string& text, const std::string& reason) {
        expectFailure(run({"convert", "-", "--from", "canonical"}, text), 3, {reason});
    };
    refuse("(1, 2, 3);\n(4, 5, 6);\n", "2 rows of 3 numbers");
    refuse("(1, 2);\n", "line 1: must have 3 or 4 numbers, found 2");
    refuse("(1, 2, 3, 4);\n", "line 1: must have 3 numbers, found 4");
    refuse("// x\n(1, 2, nan);\n", "line 2: nan is not a finite number");
    refuse("(1, 2, 3) 4\n", "line 1: must read");
    refuse("(1, 2, 3\n", "line 1: must read");
    refuse("hello\n", "line 1: must read");
    refuse("Decoding image...\n(1, 2, 3);\n", "line 1: must read");
    refuse("// nothing else\n", "no coefficients");
    refuse("// sky, 2 bands, canonical\n(1, 2, 3);\n", "1 rows of 3 numbers cannot be canonical of 2 bands");
}
