// Standard streams that are closed, and pipes in place of files.
#include "bake_here.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <thread>
#include <utility>

using namespace pn::test;

// What happens in a bake of this process after it has read its manifest, and before it gives the first file its name.
static std::function<void()> beforeProbes;
static std::function<void()> beforeName;

// In place of the C library's.
extern "C" int flock(int file, int operation)
{
    if (beforeProbes)
        std::exchange(beforeProbes, nullptr)();
    static auto* const next = reinterpret_cast<int (*)(int, int)>(dlsym(RTLD_NEXT, "flock"));
    return next(file, operation);
}

extern "C" int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags)
{
    if (beforeName)
        std::exchange(beforeName, nullptr)();
    static auto* const next =
        reinterpret_cast<int (*)(int, const char*, int, const char*, int)>(dlsym(RTLD_NEXT, "linkat"));
    return next(fromFolder, from, toFolder, to, flags);
}

namespace {

namespace fs = std::filesystem;

void makePipe(const std::string& path)
{
    fs::remove(path);
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0) << path;
}

// 4 x 2 texels of 8 bits, which a decoder's process reads, and which are warned of.
std::string smallPng()
{
    return pngFile(4, 2, std::vector<std::uint8_t>(24, 60));
}

struct Command
{
    Names arguments; // "@NAME" is a file of the test's folder
    int exit = 0;    // with all streams
    bool readsInput = false;
    bool writesOutput = true; // to standard output
    bool isTimed = false;     // what it prints differs between runs
};

const std::vector<Command>& allCommands()
{
    static const std::vector<Command> all = {
        {.arguments = {"--help"}},
        {.arguments = {"--version"}},
        {.arguments = {"no-such-command"}, .exit = 1, .writesOutput = false},
        {.arguments = {"bake", "@maps.json", "-o", "@out"}},
        {.arguments = {"bake", "@broken.json", "-o", "@out"}, .exit = 3},
        {.arguments = {"bench", "project", "--size", "4", "--bytes", "1K", "--runs", "1"}, .isTimed = true},
        {.arguments = {"compare", "@a.png", "@b.hdr"}, .exit = 1},
        {.arguments = {"convert", "-", "--from", "canonical"}, .readsInput = true},
        {.arguments = {"devices"}},
        {.arguments = {"info", "@a.png"}},
        {.arguments = {"info", "-"}, .readsInput = true},
        {.arguments = {"lights", "@a.png"}},
        {.arguments = {"manifest", "@a.png", "@b.hdr", "-o", "@out.json"}, .writesOutput = false},
        {.arguments = {"normalize", "@a.png", "--resample", "4", "-o", "@out.ktx2"}},
        {.arguments = {"presets"}},
        {.arguments = {"preview", "@a.png", "-o", "@out.png"}, .writesOutput = false},
        {.arguments = {"project", "@a.png"}},
        {.arguments = {"project", "@a.png", "@b.hdr", "@c.png", "-o", "@out-{}.txt"}, .writesOutput = false},
        {.arguments = {"resample", "@a.png", "--size", "4", "-o", "@out.dds"}},
    };
    return all;
}

// A folder with the inputs of all commands, and what a run of one of them leaves there.
class Place
{
public:
    Place()
    {
        for (const char* name : {"a.png", "c.png"})
            m_folder.add(name, smallPng());
        m_folder.add("b.hdr", flatMap(4, 2, {1, 2, 1}));
        m_folder.add("broken.png", smallPng().substr(0, 50));
        m_folder.add("maps.json", R"({"version": 1, "probes": [{"id": "a", "file": "a.png"}]})");
        m_folder.add("broken.json", R"({"version": 1, "probes": [{"id": "a", "file": "broken.png"},
                                                                 {"id": "b", "file": "broken.png"}]})");
    }

    Outcome run(const Command& command, const std::vector<int>& closed) const
    {
        Names arguments;
        for (const std::string& argument : command.arguments)
            arguments.push_back(argument.starts_with('@') ? m_folder.path(argument.substr(1)) : argument);
        RunningProgram program(arguments, "", "", closed);
        if (command.readsInput && std::find(closed.begin(), closed.end(), 0) == closed.end())
            program.write(command.arguments.front() == "convert" ? "(1, 2, 3);\n" : readText(m_folder.path("b.hdr")));
        Outcome result = program.finish();
        result.out = withoutFolder(result.out);
        result.err = withoutFolder(result.err);
        return result;
    }

    std::map<std::string, std::string> files() const
    {
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(m_folder.path("")))
            if (const fs::path path = entry.path();
                path.filename() != "bake.log.jsonl" && path.filename() != "bake.index")
                files[path.string().substr(m_folder.path("").size())] =
                    entry.is_directory() ? "" : withoutFolder(readText(path));
        return files;
    }

    const Folder& folder() const { return m_folder; }

private:
    // Its name is another one in each run.
    std::string withoutFolder(std::string text) const
    {
        const std::string name = m_folder.path("");
        for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;)
            text.erase(at, name.size());
        return text;
    }

    Folder m_folder;
};

// That a run with these streams closed leaves no other bytes than one with all of them, and fails where it must.
void expectSame(const Command& command, const std::vector<int>& closed, const Outcome& whole,
                const std::map<std::string, std::string>& wholeFiles)
{
    const auto isClosed = [&closed](int stream) {
        return std::find(closed.begin(), closed.end(), stream) != closed.end();
    };
    const Place place;
    const Outcome result = place.run(command, closed);
    const bool fails = (isClosed(0) && command.readsInput) || (isClosed(1) && command.writesOutput);
    EXPECT_EQ(result.exit, fails ? 2 : whole.exit) << result.err;
    const bool isWhole = !fails && !isClosed(1) && !command.isTimed;
    EXPECT_EQ(result.out, isWhole ? whole.out : command.isTimed && !isClosed(1) ? result.out : "");
    if (isClosed(2))
        EXPECT_EQ(result.err, "");
    else if (fails)
        EXPECT_NE(result.err.find(": Bad file descriptor"), std::string::npos) << result.err;
    else
        EXPECT_EQ(result.err, whole.err);
    for (const auto& [name, bytes] : place.files())
        EXPECT_TRUE(wholeFiles.count(name) == 1 && wholeFiles.at(name) == bytes) << name;
    EXPECT_TRUE(fails || place.files().size() == wholeFiles.size());
}

} // namespace

TEST(ClosedStreams, ChangeNoByteOfAnyCommandAndLoseNoResultInSilence)
{
    setenv("VK_DRIVER_FILES", "/nonexistent", 1); // drivers take long to load
    setenv("VK_ICD_FILENAMES", "/nonexistent", 1);
    for (const Command& command : allCommands())
    {
        const Place place;
        const Outcome whole = place.run(command, {});
        EXPECT_EQ(whole.exit, command.exit) << whole.err;
        for (int mask = 1; mask < 8; ++mask)
        {
            std::vector<int> closed;
            for (int stream = 0; stream < 3; ++stream)
                if ((mask >> stream & 1) != 0)
                    closed.push_back(stream);
            SCOPED_TRACE(command.arguments.front() + ", closed: " + std::to_string(mask));
            expectSame(command, closed, whole, place.files());
        }
    }
}

// The lock is the first file that a bake opens. Another name keeps what is written to it.
TEST(ClosedStreams, NoMessageGoesIntoTheLock)
{
    const Place place;
    fs::create_directory(place.folder().path("out"));
    place.folder().add("out/.bake.lock", "");
    fs::create_hard_link(place.folder().path("out/.bake.lock"), place.folder().path("kept"));
    EXPECT_EQ(place.run({.arguments = {"bake", "@broken.json", "-o", "@out", "--device", "cpu"}}, {2}).exit, 3);
    EXPECT_EQ(readText(place.folder().path("kept")), "");
}

TEST(Pipes, NoInputOfAManifestIsOne)
{
    const BakeScene scene(3, 4);
    makePipe(scene.path("probe-1.dds"));
    expectFailure(run(scene.arguments("out")), 3, {"probes[1]", "must be a file", "probe-1.dds"});
}

// After the manifest has been read.
TEST(BakeCommand, InputThatVanishesIsNamedAndTheOthersAreBaked)
{
    const BakeScene scene(5, 4);
    beforeProbes = [&scene] {
        fs::remove(scene.path("probe-1.dds"));
        fs::remove(scene.path("probe-2.dds"));
        fs::create_directory(scene.path("probe-2.dds"));
        makePipe(scene.path("probe-3.dds"));
    };
    const Outcome result = bakeHere(scene.arguments("out", {"--jobs", "1", "--quiet"}));
    EXPECT_EQ(result.exit, 2);
    for (const char* words : {"probe \"probe-1\": ", "probe-1.dds: No such file", "probe-2.dds: is a folder",
                              "probe-3.dds: is not a regular file"})
        EXPECT_NE(result.err.find(words), std::string::npos) << words << " is not in: " << result.err;
    EXPECT_EQ(records(scene.path("out")).size(), 2u);
    EXPECT_TRUE(fs::exists(scene.path("out/bake.json")));
}

TEST(Pipes, NothingIsBakedWhereOneHasTheNameOfAResult)
{
    const BakeScene scene(2, 4);
    bake(scene, "whole");
    for (const char* name : {"probes/probe-1.json", "probes/probe-1.png", "probes/probe-1.ktx2", "bake.json",
                             "report.html", "report.0001.js", "bake.log.jsonl", ".bake.lock"})
        for (const char* mode : {"--resume", "--overwrite"})
        {
            SCOPED_TRACE(std::string(name) + " " + mode);
            fs::copy(scene.path("whole"), scene.path("out"), fs::copy_options::recursive);
            makePipe(scene.path("out/") + name);
            const auto before = bakedFiles(scene.path("out"));
            expectFailure(run(scene.arguments("out", {mode})), 2, {std::string(name) + ": is not a regular file"});
            EXPECT_TRUE(fs::is_fifo(scene.path("out/") + name));
            EXPECT_EQ(bakedFiles(scene.path("out")), before);
            fs::remove_all(scene.path("out"));
        }
}

// What somebody puts there while the bake is on its way.
TEST(Pipes, ResultThatBecomesOneEndsTheBake)
{
    for (const char* name : {"bake.json", "report.html"})
    {
        SCOPED_TRACE(name);
        const BakeScene scene(2, 4);
        beforeName = [&] { makePipe(scene.path("out/") + name); };
        expectFailure(bakeHere(scene.arguments("out", {"--quiet"})), 2,
                      {std::string(name) + ": is not a regular file"});
        fs::remove(scene.path("out/") + name);
        bake(scene, "out", {"--resume"});
        expectFresh(scene, "out");
    }
}

// A record that becomes one is as one that is missing, and is replaced like a file.
TEST(Pipes, NobodyWaitsForARecordThatBecomesOne)
{
    const BakeScene scene(2, 4);
    beforeName = [&scene] { makePipe(scene.path("out/probes/probe-1.json")); };
    const Outcome result = bakeHere(scene.arguments("out", {"--quiet"}));
    EXPECT_EQ(result.exit, 0) << result.err;
    expectFresh(scene, "out");
}

TEST(Pipes, NoShardHasARecordThatIsOne)
{
    const BakeScene scene(2, 4);
    bake(scene, "shard");
    makePipe(scene.path("shard/probes/probe-1.json"));
    expectFailure(run(scene.arguments("out", {"--merge", scene.path("shard")})), 3,
                  {"none of the folders", "\"probe-1\""});
}

TEST(Pipes, LogThatIsALinkIsNotFollowed)
{
    const BakeScene scene(1, 4);
    fs::create_directory(scene.path("out"));
    fs::create_symlink(scene.path("target"), scene.path("out/bake.log.jsonl"));
    expectFailure(run(scene.arguments("out", {"--resume"})), 2, {"bake.log.jsonl: is not a regular file"});
    EXPECT_FALSE(fs::exists(scene.path("target")));
}

// As a shell's <(...) and >(...) are.
TEST(Pipes, ThoseThatAUserNamesAreReadAndWritten)
{
    const Place place;
    const std::string expected = run({"project", place.folder().path("b.hdr"), "--device", "cpu"}).out;
    const std::string in = place.folder().path("in");
    const std::string out = place.folder().path("out");
    makePipe(in);
    makePipe(out);
    RunningProgram program({"project", in, "-o", out, "--device", "cpu"});
    std::string written;
    {
        const std::jthread writer([&] { std::ofstream(in) << readText(place.folder().path("b.hdr")); });
        written = readText(out);
    }
    EXPECT_EQ(program.finish().exit, 0);
    EXPECT_EQ(written.substr(written.find('\n')),
              expected.substr(expected.find('\n'))); // the first line names the file
}

TEST(Pipes, DevicesOfStandardStreamsAreReadAndWritten)
{
    const Outcome devices =
        run({"project", "/dev/stdin", "-o", "/dev/null", "--device", "cpu"}, flatMap(4, 2, {1, 2, 1}));
    EXPECT_EQ(devices.exit, 0) << devices.err;
    EXPECT_EQ(devices.out, "");
}
