// The command line itself: a wrong one ends with one line and the command's code; help goes to stdout.
#include "files.h"
#include "program.h"

using namespace pn::test;

namespace {

std::string whiteMap()
{
    return radianceFile(4, 2, [](auto, auto) { return Rgb{1, 1, 1}; });
}

struct WrongValue
{
    const char* command;
    const char* option;
    const char* value;
};

std::ostream& operator<<(std::ostream& out, const WrongValue& wrong)
{
    return out << wrong.command << ' ' << wrong.option << ' ' << wrong.value;
}

} // namespace

TEST(Options, UnknownOptionIsNamed)
{
    expectFailure(run({"project", "sky.hdr", "--bogus"}), 1, {"unknown option --bogus", "probenorm project --help"});
    expectFailure(run({"info", "--bogus=3", "sky.hdr"}), 1, {"unknown option --bogus"});
    expectFailure(run({"--bogus"}), 1, {"--bogus"});
    expectFailure(run({"compare", "a.json", "b.json", "--bogus"}), 2, {"unknown option --bogus"});
}

TEST(Options, UnknownAndMissingCommandsAreNamed)
{
    expectFailure(run({"frobnicate"}), 1, {"unknown command frobnicate"});
}

TEST(Options, NoArgumentsPrintHelpAndFail)
{
    const Outcome result = run({});
    EXPECT_EQ(result.exit, 1);
    EXPECT_EQ(result.out, run({"--help"}).out);
}

TEST(Options, HelpOfACommandIsItsHelp)
{
    EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
    EXPECT_EQ(run({"help", "project"}).out, run({"project", "--help"}).out);
    EXPECT_EQ(run({"help", "bench", "project"}).out, run({"bench", "project", "--help"}).out);
    expectFailure(run({"help", "projekt"}), 1, {"unknown command projekt", "did you mean project?"});
    EXPECT_EQ(run({"-V"}).out, run({"--version"}).out);
    EXPECT_TRUE(run({"-V"}).out.starts_with("probenorm "));
}

TEST(Options, WhatWasProbablyMeantIsNamed)
{
    expectFailure(run({"bake", "probes.json", "--resme"}), 1,
                  {"unknown option --resme; did you mean --resume? See probenorm bake --help"});
    expectFailure(run({"project", "--convetion", "unity", "sky.hdr"}), 1, {"did you mean --convention?"});
    expectFailure(run({"bench", "project", "--formt=json"}), 1, {"did you mean --format?"});
    expectFailure(run({"nromalize", "sky.hdr"}), 1, {"did you mean normalize?"});
    expectFailure(run({"--hlep"}), 1, {"did you mean --help?"});
    EXPECT_EQ(run({"frobnicate"}).err.find("mean"), std::string::npos);
}

TEST(Options, WordsOfOtherProgramsSayWhatThereIs)
{
    expectFailure(run({"sunset.exr"}), 1, {"did you mean project sunset.exr?"});
    expectFailure(run({"maps/sunset"}), 1, {"did you mean project maps/sunset?"});
    expectFailure(run({"prefilter", "sky.hdr"}), 1, {"unknown command prefilter", "GGX", "cmgen"});
    expectFailure(run({"specular"}), 1, {"GGX", "cmgen"});
    expectFailure(run({"irradiance"}), 1, {"`project` prints"});
    EXPECT_EQ(run({"version"}).out, run({"--version"}).out);
    EXPECT_EQ(run({"-v"}).out, run({"--version"}).out);
}

TEST(Options, WordsAreTakenInAnyCaseAndByCommonNames)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", whiteMap());
    const auto printed = [&](const char* option, const char* word) {
        const Outcome result = run({"project", map, "--device", "cpu", option, word});
        EXPECT_EQ(result.exit, 0) << word << ": " << result.err;
        return result.out;
    };
    const std::pair<const char*, const char*> kNames[] = {
        {"Unity", "unity"},    {"UNITY-SHA", "unity-sha"}, {"HDRP", "unity"},        {"threejs", "three"},
        {"Three.js", "three"}, {"ue5", "unreal"},          {"Unreal5", "unreal"},    {"UE", "unreal"},
        {"Godot4", "godot"},   {"blender", "eevee"},       {"Babylon.js", "babylon"}};
    for (const auto& [name, word] : kNames)
        EXPECT_EQ(printed("--convention", name), printed("--convention", word)) << name;
    EXPECT_EQ(printed("--for", "ThreeJS"), printed("--for", "three"));
    EXPECT_EQ(printed("--for", "eevee"), printed("--for", "blender"));
    EXPECT_EQ(run({"normalize", map, "--device", "cpu", "--preset", "Classic", "-o", folder.path("n.ktx2")}).exit, 0);
    expectFailure(run({"project", map, "--convention", "unty"}), 1, {"found unty; did you mean unity?"});
    expectFailure(run({"project", map, "--for", "Godt"}), 1, {"did you mean godot?"});
    EXPECT_EQ(run({"project", map, "--for", "frostbite"}).err.find("mean"), std::string::npos);
}

TEST(Options, ErrorsHaveNoNamesOfTheLibrary)
{
    const Folder folder;
    const Outcome result =
        run({"normalize", folder.add("map.hdr", whiteMap()), "--preset", "HDRP", "-o", folder.path("n.ktx2")});
    expectFailure(result, 5, {"hdrp"});
    EXPECT_EQ(result.err.find("PN_"), std::string::npos) << result.err;
}

TEST(Options, MissingArgumentsAreNamed)
{
    expectFailure(run({"project"}), 1, {"INPUT"});
    expectFailure(run({"info"}), 1, {"INPUT"});
    expectFailure(run({"convert"}), 1, {"SH"});
    expectFailure(run({"preview", "sky.hdr"}), 1, {"--output"});
    expectFailure(run({"bake"}), 1, {"MANIFEST"});
    expectFailure(run({"bake", "probes.json"}), 1, {"--output"});
    expectFailure(run({"compare", "a.json"}), 2, {"B"});
    expectFailure(run({"project", "sky.hdr", "--bands"}), 1, {"--bands"});
    expectFailure(run({"info", "a.hdr", "b.hdr"}), 1, {"unexpected argument b.hdr"});
    expectFailure(run({"project", "a.hdr", "--bands", "2", "--bands", "3"}), 1, {"--bands"});
}

class WrongValues : public testing::TestWithParam<WrongValue>
{
};

TEST_P(WrongValues, AreRefusedByName)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", whiteMap());
    const WrongValue& wrong = GetParam();
    std::vector<std::string> arguments = {wrong.command, map, wrong.option, wrong.value};
    if (std::string(wrong.command) == "devices")
        arguments.erase(arguments.begin() + 1);
    if (std::string(wrong.command) == "bench")
        arguments[1] = "project";
    if (std::string(wrong.command) == "preview" || std::string(wrong.command) == "bake")
        arguments.insert(arguments.end(), {"-o", folder.path("out.png")});
    if (std::string(wrong.command) == "compare")
        arguments.push_back(map);
    expectFailure(run(arguments), std::string(wrong.command) == "compare" ? 2 : 1, {wrong.option, wrong.value});
    EXPECT_EQ(folder.names(), std::vector<std::string>{"map.hdr"});
}

INSTANTIATE_TEST_SUITE_P(
    Options, WrongValues,
    testing::Values(WrongValue{"project", "--bands", "0"}, WrongValue{"project", "--bands", "6"},
                    WrongValue{"project", "--bands", "three"}, WrongValue{"project", "--bands", "3.0"},
                    WrongValue{"project", "--bands", "-1"}, WrongValue{"project", "--bands", "4294967299"},
                    WrongValue{"project", "--convention", "directx"}, WrongValue{"project", "--for", "source"},
                    WrongValue{"project", "--axes", "yup"}, WrongValue{"project", "--format", "yaml"},
                    WrongValue{"project", "--window", "hann"}, WrongValue{"project", "--window", "hann:0"},
                    WrongValue{"project", "--window", "hann:nan"}, WrongValue{"project", "--window", "box:3"},
                    WrongValue{"project", "--resample", "0"}, WrongValue{"project", "--resample", "16385"},
                    WrongValue{"project", "--mip", "x"}, WrongValue{"project", "--scale", "inf"},
                    WrongValue{"project", "--scale", "nan"}, WrongValue{"project", "--scale", "2x"},
                    WrongValue{"project", "--layout", "cubemap"}, WrongValue{"project", "--negative", "clamp"},
                    WrongValue{"project", "--max-radiance", "0"}, WrongValue{"project", "--max-radiance", "-1"},
                    WrongValue{"project", "--bad-texels", "ignore"}, WrongValue{"project", "--max-bytes", "0"},
                    WrongValue{"project", "--max-bytes", "1T"}, WrongValue{"project", "--max-bytes", "99999999999G"},
                    WrongValue{"project", "--device", "gpu"}, WrongValue{"project", "--device", "vulkan:"},
                    WrongValue{"project", "--threads", "0"}, WrongValue{"project", "--threads", "1025"},
                    WrongValue{"project", "--progress", "yes"}, WrongValue{"project", "--log-level", "loud"},
                    WrongValue{"convert", "--convention", "x"}, WrongValue{"convert", "--axes", "x"},
                    WrongValue{"convert", "--rotate", "90"}, WrongValue{"convert", "--rotate", "1,2,x"},
                    WrongValue{"convert", "--rotate", "1,2,inf"}, WrongValue{"convert", "--window", "sinc4:-1"},
                    WrongValue{"convert", "--from", "x"}, WrongValue{"convert", "--from-axes", "x"},
                    WrongValue{"convert", "--format", "x"}, WrongValue{"compare", "--tolerance", "-1"},
                    WrongValue{"compare", "--tolerance", "nan"}, WrongValue{"compare", "--format", "c"},
                    WrongValue{"compare", "--layout", "x"}, WrongValue{"info", "--format", "c"},
                    WrongValue{"info", "--mip", "-1"}, WrongValue{"info", "--layout", "cube"},
                    WrongValue{"devices", "--format", "hlsl"}, WrongValue{"bench", "--runs", "0"},
                    WrongValue{"bench", "--texels", "rgb8"}, WrongValue{"bench", "--size", "0"},
                    WrongValue{"bench", "--probes", "0"}, WrongValue{"bench", "--bytes", "-1"},
                    WrongValue{"normalize", "--preset", "x"}, WrongValue{"normalize", "--floor", "1"},
                    WrongValue{"normalize", "--bands", "4"}, WrongValue{"normalize", "--lobe", "x"},
                    WrongValue{"normalize", "--divide", "x"}, WrongValue{"normalize", "--texels", "rgba8"},
                    WrongValue{"bake", "--shard", "0/2"}, WrongValue{"bake", "--shard", "3/2"},
                    WrongValue{"bake", "--shard", "2"}, WrongValue{"bake", "--shard", "1/x"},
                    WrongValue{"bake", "--jobs", "0"}, WrongValue{"bake", "--jobs", "1025"},
                    WrongValue{"preview", "--size", "63"}, WrongValue{"preview", "--size", "1025"},
                    WrongValue{"preview", "--exposure", "61"}, WrongValue{"preview", "--exposure", "bright"}));

TEST(Options, TooManyBandsNameTheConventionsThatCan)
{
    const Folder folder;
    expectFailure(run({"project", folder.add("map.hdr", whiteMap()), "--bands", "4", "--convention", "godot"}), 1,
                  {"godot", "canonical, filament-radiance, directxmath, google, cmft"});
}

TEST(Options, DeviceThatDoesNotExistIsARunTimeError)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", whiteMap());
    expectFailure(run({"project", map, "--device", "vulkan:no such device"}), 4, {"vulkan:no such device"});
    expectFailure(run({"project", map, "--device", "vulkan:99"}), 4, {"vulkan:99"});
}

TEST(Options, HelpOfEachCommandGoesToStdout)
{
    for (const char* command : {"project", "convert", "compare", "info", "devices", "preview", "bench", "bake"})
    {
        const Outcome help = run({command, "--help"});
        EXPECT_EQ(help.exit, 0);
        EXPECT_EQ(help.err, "");
        EXPECT_NE(help.out.find(std::string("probenorm ") + command + " "), std::string::npos) << help.out;
    }
    const Outcome help = run({"--help"});
    EXPECT_EQ(help.exit, 0);
    EXPECT_NE(help.out.find("preview"), std::string::npos);
}

TEST(Options, VersionNamesTheAlgorithmToo)
{
    const Outcome version = run({"--version"});
    EXPECT_EQ(version.exit, 0);
    EXPECT_EQ(version.out.rfind("probenorm ", 0), 0u);
    EXPECT_NE(version.out.find("algorithm"), std::string::npos);
}

TEST(Options, ProgressAsJsonEndsWithAll)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", whiteMap());
    const Outcome result = run({"project", map, map, "--progress", "json", "--device", "cpu"});
    EXPECT_EQ(result.exit, 0);
    ASSERT_FALSE(result.err.empty());
    const std::string last = result.err.substr(result.err.rfind('\n', result.err.size() - 2) + 1);
    const auto state = nlohmann::json::parse(last);
    EXPECT_EQ(state["completed"], 2);
    EXPECT_EQ(state["total"], 2);
    EXPECT_EQ(state["bytes"], 2 * readText(map).size());
}

TEST(Options, NoBarWhereStderrIsAFile)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", whiteMap());
    EXPECT_EQ(run({"project", map, "--device", "cpu"}).err, "");
    EXPECT_EQ(run({"project", map, "--device", "cpu", "--quiet", "--progress", "bar"}).err, "");
    const Outcome forced = run({"project", map, "--device", "cpu", "--progress", "bar"});
    EXPECT_EQ(forced.exit, 0);
}

TEST(Devices, CpuIsAlwaysThereAndReproducible)
{
    const Outcome result = run({"devices", "--format", "json"});
    ASSERT_EQ(result.exit, 0) << result.err;
    const auto first = result.json()["devices"][0];
    EXPECT_EQ(first["device"], "cpu");
    EXPECT_EQ(first["reproducible"], true);
    const Outcome text = run({"devices"});
    EXPECT_EQ(text.out.rfind("cpu ", 0), 0u);
    EXPECT_NE(text.out.find("reproducible"), std::string::npos);
}
