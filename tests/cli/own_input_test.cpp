// Commands that write a file like the one they read: none replaces its input unless it is told to.
#include "files.h"
#include "program.h"

#include <filesystem>

using namespace pn::test;

namespace {

struct Case
{
    Names command;     // its output option comes last
    const char* input; // its name
    std::string bytes;
};

std::vector<Case> cases()
{
    const std::string map = radianceFile(8, 4, [](auto x, auto) { return Rgb{float(x + 1), 1, 1}; });
    const std::string sh = "// sky, 1 bands, canonical\n(1, 2, 3); // L00\n";
    return {{{"resample", "--size", "2", "-o"}, "cube.dds", colouredCube()},
            {{"resample", "--to", "equirect", "-o"}, "map.hdr", map},
            {{"normalize", "--device", "cpu", "-o"}, "cube.dds", colouredCube()},
            {{"preview", "--device", "cpu", "-o"}, "cube.png", colouredCube()},
            {{"project", "--device", "cpu", "--format", "json", "-o"}, "map.hdr", map},
            {{"project", "--device", "cpu", "--format", "json", "-o"}, "{}.hdr", map},
            {{"lights", "--device", "cpu", "-o"}, "map.hdr", map},
            {{"lights", "--device", "cpu", "--residual"}, "map.hdr", map},
            {{"manifest", "-o"}, "map.hdr", map},
            {{"convert", "--convention", "unity", "-o"}, "sh.txt", sh}};
}

// What the command does where the input's own name, or another name of it, is the output.
Outcome runOnto(const Case& one, const std::string& input, const std::string& output)
{
    Names arguments = one.command;
    arguments.insert(arguments.end(), {output, input});
    return run(arguments);
}

} // namespace

TEST(OwnInput, IsNotReplaced)
{
    for (const Case& one : cases())
    {
        SCOPED_TRACE(one.command.front() + " " + one.command.back() + " " + one.input);
        const Folder folder;
        const std::string input = folder.add(one.input, one.bytes);
        const std::string link = folder.path(std::string("link_") + one.input);
        const std::string twin = folder.path(std::string("twin_") + one.input);
        std::filesystem::create_symlink(one.input, link);
        std::filesystem::create_hard_link(input, twin);
        for (const std::string& output : {input, folder.path(std::string("./") + one.input), link, twin})
            expectFailure(runOnto(one, input, output), 2, {"is the input", "--overwrite"});
        EXPECT_EQ(readText(input), one.bytes);
        EXPECT_EQ(folder.names().size(), 3u);
    }
}

TEST(OwnInput, IsReplacedWhereThatIsAskedFor)
{
    for (Case one : cases())
    {
        if (one.command.front() == "manifest") // of a file that is no map any more
            continue;
        SCOPED_TRACE(one.command.front() + " " + one.command.back() + " " + one.input);
        const Folder folder;
        const std::string input = folder.add(one.input, one.bytes);
        one.command.insert(one.command.begin() + 1, "--overwrite");
        const Outcome result = runOnto(one, input, input);
        EXPECT_EQ(result.exit, 0) << result.err;
        EXPECT_NE(readText(input), one.bytes);
    }
}

TEST(OwnInput, IsEachOfSixFaces)
{
    const Folder folder;
    ASSERT_EQ(run({"resample", folder.add("cube.dds", colouredCube()), "-o", folder.path("sky_%.exr")}).exit, 0);
    const std::string before = readText(folder.path("sky_pz.exr"));
    for (const char* input : {"sky_%.exr", "sky_px.exr"}) // of a face, the other five are read, too
        for (const char* output : {"sky_%.exr", "sky_pz.exr"})
            expectFailure(run({"resample", folder.path(input), "--size", "2", "-o", folder.path(output)}), 2,
                          {"is the input"});
    EXPECT_EQ(readText(folder.path("sky_pz.exr")), before);
}
