// The command line itself: a wrong one ends with one line and the command's code; help goes to stdout.
#include "files.h"
#include "program.h"

#include <sstream>

using namespace pn::test;

namespace {

// A command, its option, and the value.
struct WrongValue
{
    explicit WrongValue(const char* text) : words(text) {}
    std::string words;
};

std::ostream& operator<<(std::ostream& out, const WrongValue& wrong)
{
    return out << wrong.words;
}

class Options : public testing::Test
{
protected:
    Outcome project(const Names& more) const
    {
        Names arguments = {"project", m_map, "--device", "cpu"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }

    Folder m_folder;
    std::string m_map = m_folder.add("map.hdr", flatMap(4, 2));
};

class WrongValues : public Options, public testing::WithParamInterface<WrongValue>
{
};

} // namespace

TEST_F(Options, WhatIsWrongIsNamed)
{
    const std::vector<std::pair<Names, Names>> lines = {
        {{"project", "sky.hdr", "--bogus"}, {"unknown option --bogus", "probenorm project --help"}},
        {{"info", "--bogus=3", "sky.hdr"}, {"unknown option --bogus"}},
        {{"--bogus"}, {"--bogus"}},
        {{"frobnicate"}, {"unknown command frobnicate"}},
        {{"bench"}, {"subcommand"}},
        {{"bench", "everything"}, {"subcommand"}},
        // missing and superfluous ones
        {{"project"}, {"INPUT"}},
        {{"info"}, {"INPUT"}},
        {{"convert"}, {"SH"}},
        {{"preview", "sky.hdr"}, {"--output"}},
        {{"bake"}, {"MANIFEST"}},
        {{"bake", "probes.json"}, {"--output"}},
        {{"project", "sky.hdr", "--bands"}, {"--bands"}},
        {{"info", "a.hdr", "b.hdr"}, {"unexpected argument b.hdr"}},
        {{"project", "a.hdr", "--bands", "2", "--bands", "3"}, {"--bands"}},
        // what was probably meant
        {{"help", "projekt"}, {"unknown command projekt", "did you mean project?"}},
        {{"bake", "probes.json", "--resme"},
         {"unknown option --resme; did you mean --resume? See probenorm bake --help"}},
        {{"project", "--convetion", "unity", "sky.hdr"}, {"did you mean --convention?"}},
        {{"bench", "project", "--formt=json"}, {"did you mean --format?"}},
        {{"nromalize", "sky.hdr"}, {"did you mean normalize?"}},
        {{"--hlep"}, {"did you mean --help?"}},
        {{"project", m_map, "--convention", "unty"}, {"found unty; did you mean unity?"}},
        {{"project", m_map, "--for", "Godt"}, {"did you mean godot?"}},
        // words of other programs
        {{"sunset.exr"}, {"did you mean project sunset.exr?"}},
        {{"maps/sunset"}, {"did you mean project maps/sunset?"}},
        {{"specular"}, {"`prefilter` writes"}},
        {{"irradiance"}, {"`project` prints"}},
        {{"project", m_map, "--bands", "4", "--convention", "godot"},
         {"godot", "canonical, filament-radiance, directxmath, google, cmft"}}};
    for (const auto& [arguments, words] : lines)
        expectFailure(run(arguments), 1, words);
    expectFailure(run({"compare", "a.json", "b.json", "--bogus"}), 2, {"unknown option --bogus"});
    expectFailure(run({"compare", "a.json"}), 2, {"B"});
    EXPECT_EQ(run({"frobnicate"}).err.find("mean"), std::string::npos);
    EXPECT_EQ(project({"--for", "frostbite"}).err.find("mean"), std::string::npos);
}

TEST_F(Options, HelpAndVersionGoToStdout)
{
    const Outcome help = run({"--help"}), version = run({"--version"}), none = run({});
    EXPECT_EQ(help.exit, 0);
    EXPECT_NE(help.out.find("preview"), std::string::npos);
    EXPECT_EQ(none.exit, 1);
    EXPECT_EQ(none.out, help.out);
    EXPECT_EQ(run({"help"}).out, help.out);
    EXPECT_EQ(run({"help", "bench", "project"}).out, run({"bench", "project", "--help"}).out);
    for (const char* command : {"project", "convert", "compare", "info", "devices", "preview", "bench", "bake"})
    {
        const Outcome ofCommand = run({command, "--help"});
        EXPECT_EQ(ofCommand.exit, 0);
        EXPECT_EQ(ofCommand.err, "");
        EXPECT_NE(ofCommand.out.find(std::string("probenorm ") + command + " "), std::string::npos) << ofCommand.out;
        EXPECT_EQ(run({"help", command}).out, ofCommand.out);
    }
    EXPECT_EQ(version.exit, 0);
    EXPECT_TRUE(version.out.starts_with("probenorm ")) << version.out;
    EXPECT_NE(version.out.find("algorithm"), std::string::npos);
    for (const char* word : {"-V", "-v", "version"})
        EXPECT_EQ(run({word}).out, version.out) << word;
}

TEST_F(Options, WordsAreTakenInAnyCaseAndByCommonNames)
{
    const auto printed = [&](const char* option, const char* word) {
        const Outcome result = project({option, word});
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
    EXPECT_EQ(run({"normalize", m_map, "--device", "cpu", "--preset", "Classic", "-o", m_folder.path("n.ktx2")}).exit,
              0);
}

TEST_F(Options, ErrorsHaveNoNamesOfTheLibrary)
{
    const Outcome result = run({"normalize", m_map, "--preset", "HDRP", "-o", m_folder.path("n.ktx2")});
    expectFailure(result, 5, {"hdrp"});
    EXPECT_EQ(result.err.find("PN_"), std::string::npos) << result.err;
}

TEST_P(WrongValues, AreRefusedByName)
{
    std::istringstream words(GetParam().words);
    std::string command, option, value;
    words >> command >> option >> value;
    Names arguments = {command, command == "bench" ? "project" : m_map, option, value};
    if (command == "devices")
        arguments.erase(arguments.begin() + 1);
    if (command == "preview" || command == "bake")
        arguments.insert(arguments.end(), {"-o", m_folder.path("out.png")});
    if (command == "compare")
        arguments.push_back(m_map);
    expectFailure(run(arguments), command == "compare" ? 2 : 1, {option, value});
    EXPECT_EQ(m_folder.names(), Names{"map.hdr"});
}

INSTANTIATE_TEST_SUITE_P(
    Options, WrongValues,
    testing::Values("project --bands 0", "project --bands 6", "project --bands three", "project --bands 3.0",
                    "project --bands -1", "project --bands 4294967299", "project --convention directx",
                    "project --for source", "project --axes yup", "project --format yaml", "project --window hann",
                    "project --window hann:0", "project --window hann:nan", "project --window box:3",
                    "project --resample 0", "project --resample 16385", "project --mip x", "project --scale inf",
                    "project --scale nan", "project --scale 2x", "project --layout cubemap", "project --negative clamp",
                    "project --max-radiance 0", "project --max-radiance -1", "project --bad-texels ignore",
                    "project --max-bytes 0", "project --max-bytes 1T", "project --max-bytes 99999999999G",
                    "project --device gpu", "project --device vulkan:", "project --threads 0", "project --threads 1025",
                    "project --progress yes", "project --log-level loud", "project --window gauss:1.5",
                    "convert --convention x", "convert --axes x", "convert --rotate 90", "convert --rotate 1,2,x",
                    "convert --rotate 1,2,inf", "convert --window sinc4:-1", "convert --from x",
                    "convert --from-axes x", "convert --format x", "compare --tolerance -1", "compare --tolerance nan",
                    "compare --format c", "compare --layout x", "info --format c", "info --mip -1",
                    "info --layout cube", "devices --format hlsl", "bench --runs 0", "bench --texels rgb8",
                    "bench --size 0", "bench --probes 0", "bench --bytes -1", "normalize --preset x",
                    "normalize --floor 1", "normalize --bands 4", "normalize --lobe x", "normalize --divide x",
                    "normalize --texels rgba8", "bake --shard 0/2", "bake --shard 3/2", "bake --shard 2",
                    "bake --shard 1/x", "bake --jobs 0", "bake --jobs 1025", "preview --size 63", "preview --size 1025",
                    "preview --exposure 61", "preview --exposure bright", "preview --extract-lights 17",
                    "lights --max 17", "lights --format unreal"));

TEST_F(Options, DeviceThatDoesNotExistIsARunTimeError)
{
    for (const char* device : {"vulkan:no such device", "vulkan:99"})
        expectFailure(run({"project", m_map, "--device", device}), 4, {device});
}

TEST_F(Options, ProgressAsJsonEndsWithAll)
{
    const Outcome result = project({m_map, "--progress", "json"});
    EXPECT_EQ(result.exit, 0);
    ASSERT_FALSE(result.err.empty());
    const auto state = nlohmann::json::parse(result.err.substr(result.err.rfind('\n', result.err.size() - 2) + 1));
    EXPECT_EQ(state["completed"], 2);
    EXPECT_EQ(state["total"], 2);
    EXPECT_EQ(state["bytes"], 2 * readText(m_map).size());
}

TEST_F(Options, NoBarWhereStderrIsAFile)
{
    EXPECT_EQ(project({}).err, "");
    EXPECT_EQ(project({"--quiet", "--progress", "bar"}).err, "");
    EXPECT_EQ(project({"--progress", "bar"}).exit, 0);
}

TEST(Devices, CpuIsAlwaysThereAndReproducible)
{
    const auto first = jsonOf({"devices"})["devices"][0];
    EXPECT_EQ(first["device"], "cpu");
    EXPECT_EQ(first["reproducible"], true);
    const Outcome text = run({"devices"});
    EXPECT_TRUE(text.out.starts_with("cpu ")) << text.out;
    EXPECT_NE(text.out.find("reproducible"), std::string::npos);
}
