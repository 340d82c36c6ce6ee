// Standard streams that are closed.
#include "files.h"
#include "program.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

using namespace pn::test;

namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

// 2 x 2 texels of 8 bits, which a decoder's process reads, and which are warned of.
std::string smallTga()
{
    std::string file = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2, 0, 24, 32};
    for (int texel = 0; texel < 8; ++texel)
        file += {90, 60, static_cast<char>(10 + texel)};
    return file;
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
        {.arguments = {"compare", "@a.tga", "@b.hdr"}, .exit = 1},
        {.arguments = {"completion", "bash"}},
        {.arguments = {"convert", "-", "--from", "canonical"}, .readsInput = true},
        {.arguments = {"devices"}},
        {.arguments = {"info", "@a.tga"}},
        {.arguments = {"info", "-"}, .readsInput = true},
        {.arguments = {"lights", "@a.tga"}},
        {.arguments = {"manifest", "@a.tga", "@b.hdr", "-o", "@out.json"}, .writesOutput = false},
        {.arguments = {"normalize", "@a.tga", "--resample", "4", "-o", "@out.ktx2"}},
        {.arguments = {"presets"}},
        {.arguments = {"preview", "@a.tga", "-o", "@out.png"}, .writesOutput = false},
        {.arguments = {"project", "@a.tga"}},
        {.arguments = {"project", "@a.tga", "@b.hdr", "@c.tga", "-o", "@out-{}.txt"}, .writesOutput = false},
        {.arguments = {"resample", "@a.tga", "--size", "4", "-o", "@out.dds"}},
    };
    return all;
}

// A folder with the inputs of all commands, and what a run of one of them leaves there.
class Place
{
public:
    Place()
    {
        for (const char* name : {"a.tga", "c.tga"})
            m_folder.add(name, smallTga());
        m_folder.add("b.hdr", radianceFile(4, 2, [](auto, auto) { return Rgb{1, 2, 1}; }));
        m_folder.add("broken.tga", smallTga().substr(0, 20));
        m_folder.add("maps.json", R"({"version": 1, "probes": [{"id": "a", "file": "a.tga"}]})");
        m_folder.add("broken.json", R"({"version": 1, "probes": [{"id": "a", "file": "broken.tga"},
                                                                 {"id": "b", "file": "broken.tga"}]})");
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
