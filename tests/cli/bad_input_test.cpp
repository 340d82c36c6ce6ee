// What goes wrong with inputs and outputs: the exit code, one line that names the file and the reason, no output file.
#include "files.h"
#include "program.h"

#include <cmath>
#include <filesystem>
#include <limits>

using namespace pn::test;

namespace {

constexpr int kCommandLine = 1;
constexpr int kFileIo = 2;
constexpr int kInvalidInput = 3;
constexpr int kUnsupported = 5;

std::string white(std::uint32_t width, std::uint32_t height)
{
    return radianceFile(width, height, [](auto, auto) { return Rgb{1, 1, 1}; });
}

std::string whiteCube(std::uint32_t faceSize)
{
    return ddsCube(faceSize, [](auto, auto, auto) { return Rgb{1, 1, 1}; });
}

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
    void expectRefused(const std::string& input, int exit, const std::vector<std::string>& words) const
    {
        std::vector<std::string> arguments = {GetParam().name, input};
        for (const std::string& argument : GetParam().arguments)
            arguments.push_back(argument == "OUT"   ? m_out.path("out.json")
                                : argument == "PNG" ? m_out.path("out.png")
                                                    : argument);
        expectFailure(run(arguments), exit, words);
        EXPECT_EQ(m_out.names(), std::vector<std::string>{});
    }

    Folder m_in;
    Folder m_out;
};

} // namespace

TEST_P(BadInput, MissingFile)
{
    expectRefused(m_in.path("nope.hdr"), kFileIo, {"nope.hdr: ", "No such file"});
}

TEST_P(BadInput, Folder)
{
    expectRefused(m_in.path("."), kFileIo, {m_in.path("."), "is a folder"});
}

TEST_P(BadInput, EmptyFile)
{
    expectRefused(m_in.add("empty.hdr", ""), kInvalidInput, {"empty.hdr: ", "empty"});
}

TEST_P(BadInput, WrongMagic)
{
    expectRefused(m_in.add("text.hdr", "this is not a picture, but it is long enough to be one"), kInvalidInput,
                  {"text.hdr: "});
}

TEST_P(BadInput, TruncatedRadiance)
{
    const std::string whole = white(8, 4);
    expectRefused(m_in.add("cut.hdr", whole.substr(0, whole.size() - 1)), kInvalidInput, {"cut.hdr: ", "of 4"});
}

TEST_P(BadInput, TruncatedDds)
{
    const std::string whole = whiteCube(4);
    expectRefused(m_in.add("cut.dds", whole.substr(0, whole.size() - 1)), kInvalidInput, {"cut.dds: "});
    expectRefused(m_in.add("head.dds", whole.substr(0, 100)), kInvalidInput, {"head.dds: "});
}

TEST_P(BadInput, AbsurdSize)
{
    const std::string head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n";
    expectRefused(m_in.add("huge.hdr", head + "-Y 2147483648 +X 2147483648\n"), kInvalidInput, {"huge.hdr: "});
    expectRefused(m_in.add("none.hdr", head + "-Y 0 +X 0\n"), kInvalidInput, {"none.hdr: "});
    std::string cube = whiteCube(1);
    cube.replace(12, 8, std::string("\0\0\0\x80\0\0\0\x80", 8)); // height and width of 2^31
    expectRefused(m_in.add("huge.dds", cube), kInvalidInput, {"huge.dds: "});
}

TEST_P(BadInput, ShapeThatIsNoEnvironment)
{
    expectRefused(m_in.add("odd.hdr", white(5, 4)), kInvalidInput, {"odd.hdr: "});
}

TEST_P(BadInput, FiveFaces)
{
    for (const char* face : {"px", "nx", "py", "ny", "pz"})
        m_in.add(std::string("sky_") + face + ".hdr", white(1, 1));
    expectRefused(m_in.path("sky_%.hdr"), kInvalidInput, {"sky_%.hdr: ", "sky_nz.hdr"});
}

TEST_P(BadInput, FacesThatAreNotSquare)
{
    for (const char* face : {"px", "nx", "py", "ny", "pz", "nz"})
        m_in.add(std::string("sky_") + face + ".hdr", white(2, 1));
    expectRefused(m_in.path("sky_%.hdr"), kInvalidInput, {"sky_px.hdr: ", "square"});
}

TEST_P(BadInput, FacesOfDifferentSizes)
{
    for (const char* face : {"px", "nx", "py", "ny", "pz"})
        m_in.add(std::string("sky_") + face + ".hdr", white(2, 2));
    m_in.add("sky_nz.hdr", white(3, 3));
    expectRefused(m_in.path("sky_%.hdr"), kInvalidInput, {"sky_nz.hdr: ", "3 x 3"});
}

TEST_P(BadInput, MoreBytesThanAllowed)
{
    std::vector<std::string> arguments = {GetParam().name, m_in.add("big.hdr", white(64, 32)), "--max-bytes", "1K"};
    for (const std::string& argument : GetParam().arguments)
        arguments.push_back(argument == "OUT"   ? m_out.path("out.json")
                            : argument == "PNG" ? m_out.path("out.png")
                                                : argument);
    expectFailure(run(arguments), kInvalidInput, {"big.hdr: "});
    EXPECT_EQ(m_out.names(), std::vector<std::string>{});
}

TEST_P(BadInput, FormatThatNothingReads)
{
    const std::string xyz = "#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 2\n\x80\x80\x80\x80\x80\x80\x80\x80";
    expectRefused(m_in.add("xyz.hdr", xyz), kUnsupported, {"xyz.hdr: "});
}

TEST_P(BadInput, MipThatIsNotThere)
{
    std::vector<std::string> arguments = {GetParam().name, m_in.add("cube.dds", whiteCube(2)), "--mip", "3"};
    for (const std::string& argument : GetParam().arguments)
        arguments.push_back(argument == "OUT"   ? m_out.path("out.json")
                            : argument == "PNG" ? m_out.path("out.png")
                                                : argument);
    expectFailure(run(arguments), kInvalidInput, {"cube.dds: ", "mip"});
}

TEST_P(BadInput, NameWithNewlineAndEscapeStaysOnOneLine)
{
    expectRefused(m_in.path("a\nb\x1b[31m.hdr"), kFileIo, {"a\\x0ab\\x1b[31m.hdr"});
}

INSTANTIATE_TEST_SUITE_P(Commands, BadInput,
                         testing::Values(Reader{"project", {"-o", "OUT", "--device", "cpu"}}, Reader{"info", {}},
                                         Reader{"preview", {"-o", "PNG", "--device", "cpu"}}),
                         [](const auto& command) { return std::string(command.param.name); });

TEST(BadInputOfProject, OneBadFileAmongGoodOnesWritesNothing)
{
    const Folder folder;
    const std::string good = folder.add("good.hdr", white(4, 2));
    const std::string bad = folder.add("bad.hdr", "#?RADIANCE\n");
    const Folder out;
    expectFailure(run({"project", good, bad, "-o", out.path("{}.json"), "--device", "cpu", "--quiet"}), kInvalidInput,
                  {"bad.hdr: "});
    EXPECT_EQ(out.names(), std::vector<std::string>{});
}

TEST(BadInputOfProject, BadTexelIsNamedByFaceAndPlace)
{
    const Folder folder;
    const float nan = std::nanf("");
    const std::string cube =
        folder.add("nan.dds", ddsCube(4, [nan](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
                       return face == 2 && x == 3 && y == 1 ? Rgb{1, nan, 1} : Rgb{1, 1, 1};
                   }));
    const Folder out;
    const std::string file = out.path("out.json");
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{}, std::vector<std::string>{"--resample", "8"}})
    {
        std::vector<std::string> arguments = {"project", cube, "--bad-texels", "error", "-o", file, "--device", "cpu"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expectFailure(run(arguments), kInvalidInput, {"nan.dds: ", "face +Y, x 3, y 1"});
        EXPECT_EQ(out.names(), std::vector<std::string>{});
    }
}

TEST(BadInputOfProject, BadTexelOfALaterInputNamesThatInput)
{
    const Folder folder;
    const float infinity = std::numeric_limits<float>::infinity();
    const std::string good = folder.add("good.dds", whiteCube(2));
    const std::string bad = folder.add("bad.dds", ddsCube(2, [infinity](auto, auto, auto) {
                                           return Rgb{infinity, 1, 1};
                                       }));
    expectFailure(run({"project", good, bad, good, "--bad-texels", "error", "--device", "cpu", "--quiet"}),
                  kInvalidInput, {"bad.dds: ", "face +X, x 0, y 0"});
}

TEST(BadInputOfProject, FiveFilesAreNotAnEnvironment)
{
    const Folder folder;
    const std::string face = folder.add("face.hdr", white(1, 1));
    expectFailure(run({"project", "--layout", "faces", face, face, face, face, face}), kCommandLine, {"six", "5"});
}

TEST(BadInputOfProject, CoefficientsTooLargeForFloatAreRefused)
{
    const Folder folder;
    expectFailure(run({"project",
                       folder.add("cube.dds", ddsCube(1,
                                                      [](auto, auto, auto) {
                                                          return Rgb{1e12f, 0, 0};
                                                      })),
                       "--scale", "1e30", "--device", "cpu"}),
                  kInvalidInput, {"cube.dds", "too large"});
}

TEST(BadInputOfProject, OneResultTooLargeAmongGoodOnesWritesNothing)
{
    const Folder folder;
    const std::string good = folder.add("good.dds", whiteCube(1));
    const std::string bad = folder.add("bad.dds", ddsCube(1, [](auto, auto, auto) { return Rgb{1e12f, 0, 0}; }));
    const Folder out;
    for (const char* format : {"json", "text", "c", "hlsl"})
    {
        expectFailure(run({"project", good, bad, "-o", out.path("{}.out"), "--format", format, "--scale", "1e30",
                           "--device", "cpu", "--quiet"}),
                      kInvalidInput, {"bad.dds", "too large"});
        EXPECT_EQ(out.names(), std::vector<std::string>{}) << format;
    }
}

TEST(BadOutput, MissingFolder)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", white(4, 2));
    const std::string out = folder.path("nowhere/out.json");
    expectFailure(run({"project", map, "-o", out, "--device", "cpu"}), kFileIo, {out, "No such file"});
    const std::string picture = folder.path("nowhere/out.png");
    expectFailure(run({"preview", map, "-o", picture, "--device", "cpu"}), kFileIo, {picture, "No such file"});
}

TEST(BadOutput, FolderInTheWay)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", white(4, 2));
    expectFailure(run({"project", map, "-o", folder.path("."), "--device", "cpu"}), kFileIo, {folder.path(".")});
    EXPECT_EQ(folder.names(), std::vector<std::string>{"map.hdr"});
}

TEST(BadOutput, FullStandardOutput)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", white(4, 2));
    const Outcome result = run({"project", map, "--device", "cpu"}, "", "/dev/full");
    EXPECT_EQ(result.exit, kFileIo);
    EXPECT_NE(result.err.find("standard output: "), std::string::npos) << result.err;
    for (const char* option : {"--help", "--version"})
        EXPECT_EQ(run({option}, "", "/dev/full").exit, kFileIo) << option;
    EXPECT_EQ(run({"project", "--help"}, "", "/dev/full").exit, kFileIo);
}

TEST(BadOutput, FullStandardErrorKeepsTheExitCode)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", white(4, 2));
    EXPECT_EQ(RunningProgram({"info", folder.path("nope.hdr")}, "", "/dev/full").finish().exit, kFileIo);
    EXPECT_EQ(RunningProgram({"nonsense"}, "", "/dev/full").finish().exit, kCommandLine);
    EXPECT_EQ(RunningProgram({"project", map, "--device", "cpu", "--progress", "json"}, "", "/dev/full").finish().exit,
              0);
}

TEST(BadOutput, DeviceStaysADevice)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", white(4, 2));
    expectFailure(run({"project", map, "-o", "/dev/full", "--device", "cpu"}), kFileIo, {"/dev/full: "});
    EXPECT_EQ(run({"project", map, "-o", "/dev/null", "--device", "cpu"}).exit, 0);
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(BadOutput, TwoInputsForOneName)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", white(4, 2));
    expectFailure(run({"project", map, map, "-o", folder.path("{}.json")}), kCommandLine, {"map.json", "two inputs"});
    EXPECT_EQ(folder.names(), std::vector<std::string>{"map.hdr"});
}
