// What goes wrong with inputs and outputs: the exit code, one line that names the file and the reason, no output file.
#include "files.h"
#include "program.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

using namespace pn::test;

namespace {

constexpr int kCommandLine = 1;
constexpr int kFileIo = 2;
constexpr int kInvalidInput = 3;
constexpr int kUnsupported = 5;

// A command that reads file and should not write out.
struct Reader
{
    const char* name;
    std::vector<std::string> arguments; // after the input
};

std::ostream& operator<<(std::ostream& out, const Reader& reader)
{
    return out << reader.name;
}

class BadInput : public testing::TestWithParam<Reader>
{
protected:
    void expectRefused(const std::string& input, int exit, const Names& words, const Names& more = {}) const
    {
        SCOPED_TRACE(input);
        Names arguments = {GetParam().name, input};
        for (const std::string& argument : GetParam().arguments)
            arguments.push_back(argument.starts_with("OUT") ? m_out.path(argument) : argument);
        arguments.insert(arguments.end(), more.begin(), more.end());
        expectFailure(run(arguments), exit, words);
        EXPECT_EQ(m_out.names(), Names{});
    }

    // Six faces of one texel, or of other sizes.
    void addFaces(const Names& faces, std::uint32_t width = 1, std::uint32_t height = 1) const
    {
        for (const std::string& face : faces)
            m_in.add("sky_" + face + ".hdr", flatMap(width, height));
    }

    Folder m_in;
    Folder m_out;
};

} // namespace

TEST_P(BadInput, FileThatCannotBeRead)
{
    expectRefused(m_in.path("nope.hdr"), kFileIo, {"nope.hdr: ", "No such file"});
    expectRefused(m_in.path("."), kFileIo, {m_in.path("."), "is a folder"});
    expectRefused(m_in.path("a\nb\x1b[31m.hdr"), kFileIo, {"a\\x0ab\\x1b[31m.hdr"}); // stays on one line
}

TEST_P(BadInput, FileThatIsBroken)
{
    const std::string map = flatMap(8, 4), head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n", cube = flatCube(4);
    const std::vector<std::array<std::string, 3>> files = {
        {"empty.hdr", "", "empty"},
        {"text.hdr", "this is not a picture, but it is long enough to be one", ""},
        {"cut.hdr", map.substr(0, map.size() - 1), "of 4"},
        {"cut.dds", cube.substr(0, cube.size() - 1), ""},
        {"head.dds", cube.substr(0, 100), ""},
        {"huge.hdr", head + "-Y 2147483648 +X 2147483648\n", ""},
        {"none.hdr", head + "-Y 0 +X 0\n", ""},
        {"huge.dds", flatCube(1).replace(12, 8, std::string("\0\0\0\x80\0\0\0\x80", 8)), ""}, // height, width of 2^31
        {"odd.hdr", flatMap(5, 4), ""}};                                                      // no environment
    for (const auto& [name, bytes, word] : files)
        expectRefused(m_in.add(name, bytes), kInvalidInput, {name + ": ", word});
    const std::string xyz = "#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 2\n\x80\x80\x80\x80\x80\x80\x80\x80";
    expectRefused(m_in.add("xyz.hdr", xyz), kUnsupported, {"xyz.hdr: "});
    expectRefused(m_in.add("big.hdr", flatMap(64, 32)), kInvalidInput, {"big.hdr: "}, {"--max-bytes", "1K"});
    expectRefused(m_in.add("cube.dds", cube), kInvalidInput, {"cube.dds: ", "mip"}, {"--mip", "3"});
}

TEST_P(BadInput, FiveFaces)
{
    addFaces({"px", "nx", "py", "ny", "pz"});
    expectRefused(m_in.path("sky_%.hdr"), kInvalidInput, {"sky_%.hdr: ", "sky_nz.hdr"});
}

TEST_P(BadInput, FacesThatDoNotFit)
{
    addFaces({"px", "nx", "py", "ny", "pz", "nz"}, 2, 1);
    expectRefused(m_in.path("sky_%.hdr"), kInvalidInput, {"sky_px.hdr: ", "square"});
    addFaces({"px", "nx", "py", "ny", "pz"}, 2, 2);
    addFaces({"nz"}, 3, 3);
    expectRefused(m_in.path("sky_%.hdr"), kInvalidInput, {"sky_nz.hdr: ", "3 x 3"});
}

INSTANTIATE_TEST_SUITE_P(Commands, BadInput,
                         testing::Values(Reader{"project", {"-o", "OUT.json", "--device", "cpu"}}, Reader{"info", {}},
                                         Reader{"preview", {"-o", "OUT.png", "--device", "cpu"}}),
                         [](const auto& command) { return std::string(command.param.name); });

// Of one bad input or result among good ones nothing is written.
class BadInputOfProject : public testing::Test
{
protected:
    void expectRefused(const Names& inputs, const Names& words, const Names& more = {}) const
    {
        Names arguments = {"project", "-o", m_out.path("{}.out"), "--device", "cpu", "--quiet"};
        arguments.insert(arguments.end(), inputs.begin(), inputs.end());
        arguments.insert(arguments.end(), more.begin(), more.end());
        expectFailure(run(arguments), kInvalidInput, words);
        EXPECT_EQ(m_out.names(), Names{});
    }

    Folder m_folder;
    Folder m_out;
    std::string m_good = m_folder.add("good.dds", flatCube(2));
};

TEST_F(BadInputOfProject, BrokenFileOrResultThatIsTooLarge)
{
    expectRefused({m_good, m_folder.add("bad.hdr", "#?RADIANCE\n")}, {"bad.hdr: "}, {"--format", "json"});
    const std::string bright = m_folder.add("bright.dds", flatCube(1, {1e12f, 0, 0}));
    for (const char* format : {"json", "text", "c", "hlsl"})
        expectRefused({m_good, bright}, {"bright.dds", "too large"}, {"--scale", "1e30", "--format", format});
}

TEST_F(BadInputOfProject, BadTexelIsNamedByFaceAndPlace)
{
    const std::string cube = m_folder.add("nan.dds", ddsCube(4, [](auto face, auto x, auto y) {
                                              return Rgb{1, face == 2 && x == 3 && y == 1 ? NAN : 1, 1};
                                          }));
    for (const Names& more : {Names{}, {"--resample", "8"}})
    {
        Names all = {"--bad-texels", "error", "--format", "json"};
        all.insert(all.end(), more.begin(), more.end());
        expectRefused({cube}, {"nan.dds: ", "face +Y, x 3, y 1"}, all);
    }
}

TEST_F(BadInputOfProject, BadTexelOfALaterInputNamesThatInput)
{
    const std::string bad = m_folder.add("bad.dds", flatCube(2, {std::numeric_limits<float>::infinity(), 1, 1}));
    expectFailure(run({"project", m_good, bad, m_good, "--bad-texels", "error", "--device", "cpu", "--quiet"}),
                  kInvalidInput, {"bad.dds: ", "face +X, x 0, y 0"});
}

// What becomes of a map's result where it cannot be written.
class BadOutput : public testing::Test
{
protected:
    Folder m_folder;
    std::string m_map = m_folder.add("map.hdr", flatMap(4, 2));
};

TEST_F(BadOutput, PathThatCannotBeWritten)
{
    const auto refused = [&](const Names& command, const std::string& out, int exit, const Names& words) {
        Names arguments = command;
        arguments.insert(arguments.end(), {m_map, "-o", out});
        expectFailure(run(arguments), exit, words);
        EXPECT_EQ(m_folder.names(), Names{"map.hdr"});
    };
    const std::string json = m_folder.path("nowhere/out.json"), png = m_folder.path("nowhere/out.png");
    refused({"project", "--device", "cpu"}, json, kFileIo, {json, "No such file"});
    refused({"preview", "--device", "cpu"}, png, kFileIo, {png, "No such file"});
    refused({"project", "--device", "cpu"}, m_folder.path("."), kFileIo, {m_folder.path(".")});
    refused({"project", m_map}, m_folder.path("{}.json"), kCommandLine, {"map.json", "two inputs"});
    refused({"project", "--layout", "faces", m_map, m_map, m_map, m_map}, json, kCommandLine, {"six", "5"});
}

TEST_F(BadOutput, FullStandardOutput)
{
    const Outcome result = run({"project", m_map, "--device", "cpu"}, "", "/dev/full");
    EXPECT_EQ(result.exit, kFileIo);
    EXPECT_NE(result.err.find("standard output: "), std::string::npos) << result.err;
    for (const char* option : {"--help", "--version"})
        EXPECT_EQ(run({option}, "", "/dev/full").exit, kFileIo) << option;
    EXPECT_EQ(run({"project", "--help"}, "", "/dev/full").exit, kFileIo);
}

TEST_F(BadOutput, FullStandardErrorKeepsTheExitCode)
{
    EXPECT_EQ(RunningProgram({"info", m_folder.path("nope.hdr")}, "", "/dev/full").finish().exit, kFileIo);
    EXPECT_EQ(RunningProgram({"nonsense"}, "", "/dev/full").finish().exit, kCommandLine);
    EXPECT_EQ(
        RunningProgram({"project", m_map, "--device", "cpu", "--progress", "json"}, "", "/dev/full").finish().exit, 0);
}

TEST_F(BadOutput, DeviceStaysADevice)
{
    expectFailure(run({"project", m_map, "-o", "/dev/full", "--device", "cpu"}), kFileIo, {"/dev/full: "});
    EXPECT_EQ(run({"project", m_map, "-o", "/dev/null", "--device", "cpu"}).exit, 0);
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}
