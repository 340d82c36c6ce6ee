// What is done to an environment between files, alike in every command, and what files say of it.
#include "files.h"
#include "program.h"
#include "run/change.h"
#include "run/environment_output.h"
#include "support/json.h"

#include "image/formats/file_kinds.h"
#include "image/texels/image.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using namespace pn::test;
using Json = nlohmann::json;

namespace {

// Smooth, and unlike itself along any axis.
std::string map(std::uint32_t width = 64)
{
    return radianceFile(width, width / 2, [width](std::uint32_t x, std::uint32_t y) {
        const double u = 2 * std::acos(-1.0) * x / width, v = 2 * std::acos(-1.0) * y / width;
        return Rgb{float(2 + std::sin(u) * std::sin(v)), float(2 + std::cos(v)), float(3 + std::cos(u) + std::cos(v))};
    });
}

std::string failure(const Names& arguments)
{
    const Outcome done = run(arguments);
    return done.exit == 0 ? done.err : done.out + done.err;
}

Names with(Names arguments, const Names& more)
{
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

Json noteOf(const std::string& path)
{
    return jsonOf({"info", path})["input"].value("note", Json());
}

class Changes : public testing::Test
{
protected:
    std::string path(const std::string& name) const { return m_folder.path(name); }

    // Of a file's texels, or of the coefficients before them, within a share of the largest.
    std::string differs(const std::string& a, const std::string& b, const char* tolerance) const
    {
        const Outcome compared = run({"compare", a, b, "--tolerance", tolerance});
        return compared.exit == 0 ? "" : compared.out + compared.err;
    }

    // A white cubemap with such a note.
    std::string addWhite(const std::string& name, const std::string& note) const
    {
        pn::image::Image faces = pn::image::makeImage(PN_FORMAT_RGBA16F, 4, 24);
        for (std::size_t i = 0; i < faces.texels.size(); ++i)
            faces.texels.data()[i] = std::byte(i % 2 == 0 ? 0x00 : 0x3c); // the half 1
        std::vector<pn::image::Image> mips;
        mips.push_back(std::move(faces));
        pn::cli::EnvironmentOutput(path(name)).write(mips, pn::image::Ktx2Packing::None, {note, ""});
        return path(name);
    }

    const Folder m_folder;
    const std::string m_map = m_folder.add("map.hdr", map());
};

} // namespace

// project changes coefficients, the others texels.
TEST_F(Changes, AreAlikeInEveryCommand)
{
    const std::vector<std::pair<Names, const char*>> changes = {{{"--rotate", "0,90,0"}, "1e-5"},
                                                                {{"--rotate", "90,0,180"}, "2e-3"},
                                                                {{"--rotate", "10,-20,35"}, "2e-3"},
                                                                {{"--scale", "3"}, "1e-5"},
                                                                {{"--exposure", "-1.5", "--scale", "2"}, "1e-5"},
                                                                {{"--max-radiance", "2.25"}, "1e-4"}};
    ASSERT_EQ(failure({"resample", m_map, "--size", "64", "-o", path("ours.dds")}), "");
    for (const auto& [change, tolerance] : changes)
        for (const std::string& input : {m_map, path("ours.dds")})
        {
            SCOPED_TRACE(change[1] + " " + input);
            ASSERT_EQ(failure(with({"project", input, "-o", path("a.json")}, change)), "");
            for (const Names& command : {Names{"resample", input}, {"prefilter", input, "--mips", "1"}})
            {
                ASSERT_EQ(failure(with(with(command, change), {"--size", "64", "-o", path("b.dds")})), "");
                ASSERT_EQ(failure({"project", path("b.dds"), "-o", path("b.json")}), "");
                EXPECT_EQ(differs(path("a.json"), path("b.json"), "2e-3"), "") << command[0]; // the resampling's
            }
            const Json light = cpuJson(with({"normalize", input, "--resample", "64", "-o", path("c.ktx2")}, change));
            m_folder.add("c.json", light.dump());
            EXPECT_EQ(differs(path("a.json"), path("c.json"), tolerance), "");
        }
}

TEST_F(Changes, QuarterTurnsAndMirrorsMoveTexels)
{
    const std::string cube = m_folder.add("cube.dds", ddsCube(8, [](auto face, auto x, auto y) {
                                              return Rgb{float(face), float(x), float(y)};
                                          }));
    ASSERT_EQ(failure({"resample", cube, "--rotate", "90,0,0", "-o", path("a.dds")}), "");
    EXPECT_NE(differs(cube, path("a.dds"), "0.1"), "");
    ASSERT_EQ(failure({"resample", path("a.dds"), "--rotate", "-90,0,0", "-o", path("b.dds")}), "");
    EXPECT_EQ(differs(cube, path("b.dds"), "0"), "");
    // y to z: what was above is in front.
    const Json front = jsonOf(
        {"lights",
         m_folder.add("up.dds", ddsCube(16,
                                        [](auto face, auto x, auto y) {
                                            return face == 2 && x == 8 && y == 8 ? Rgb{999, 999, 999} : Rgb{1, 1, 1};
                                        })),
         "--rotate", "90,0,0"});
    EXPECT_GT(front["lights"][0]["direction"][2], 0.99);
}

TEST_F(Changes, BakesTakeThemToo)
{
    const Names change = {"--for", "three", "--rotate", "0,90,0", "--scale", "2", "--max-radiance", "2.5"};
    const Json settings = {{"for", "three"},       {"rotate", {0, 90, 0}}, {"scale", 2},     {"maxRadiance", 2.5},
                           {"cubemap", "ktx2"},    {"compress", "zstd"},   {"faceSize", 16}, {"window", "none"},
                           {"prefilter", "unity"}, {"negative", "keep"}};
    const Json manifest = {{"version", 1}, {"defaults", settings}, {"probes", {{{"id", "sky"}, {"file", "map.hdr"}}}}};
    ASSERT_EQ(failure({"bake", m_folder.add("probes.json", manifest.dump()), "-o", path("out"), "--quiet"}), "");
    ASSERT_EQ(failure(with({"normalize", m_map, "--resample", "16", "--prefilter", "unity", "--compress", "zstd", "-o",
                            path("alone.ktx2"), "--quiet"},
                           change)),
              "");
    EXPECT_TRUE(readText(path("alone.ktx2")) == readText(path("out/probes/sky.ktx2")));
    ASSERT_EQ(failure(with({"project", m_map, "-o", path("light.json")}, change)), "");
    EXPECT_EQ(differs(path("light.json"), path("out/probes/sky.json"), "1e-5"), "");
    const auto refused = [&](Json defaults) {
        Json wrong = manifest;
        wrong["defaults"].update(std::move(defaults));
        return run({"bake", m_folder.add("wrong.json", wrong.dump()), "-o", path("wrong")});
    };
    expectFailure(refused({{"convention", "unity"}}), 3, {"convention and for are both there"});
    expectFailure(refused({{"rotate", {0, 90}}}), 3, {"rotate"});
    expectFailure(refused({{"cubemap", "dds"}, {"prefilter", "none"}}), 3, {"compress must be none"});
}

TEST_F(Changes, StandInTheFile)
{
    for (const std::string name : {"a.ktx2", "a.exr"})
    {
        ASSERT_EQ(failure({"resample", m_map, "--size", "16", "--for", "unity", "--rotate", "0,10,0", "--exposure", "1",
                           "--max-radiance", "3", "-o", path(name)}),
                  "");
        const Json note = noteOf(path(name));
        EXPECT_EQ(note["for"], "unity") << name;
        const Json step = {
            {"command", "resample"}, {"maxRadiance", 3.0}, {"scale", 2.0}, {"rotated", {0, 10, 0}}, {"for", "unity"}};
        EXPECT_EQ(note["history"], Json::array({step})) << name;
        EXPECT_NE(run({"info", path(name)}).out.find("rotated [0.0,10.0,0.0], for unity"), std::string::npos);
    }
    // The next command adds its own step, and its file is in our axes again.
    ASSERT_EQ(failure({"prefilter", path("a.ktx2"), "--mapping", "unity", "-o", path("b.ktx2")}), "");
    const Json note = noteOf(path("b.ktx2"));
    EXPECT_FALSE(note.contains("for"));
    EXPECT_EQ(note["history"].size(), 2u);
    EXPECT_EQ(note["history"][1]["command"], "prefilter");
    EXPECT_EQ(note["prefilter"]["mapping"], "unity");
    EXPECT_EQ(cpuJson({"project", path("b.ktx2")})["history"], note["history"]);
    const Json project = cpuJson({"project", m_map, "--rotate", "0,90,0", "--scale", "2", "--max-radiance", "2"});
    EXPECT_EQ(project["rotated"], Json({0, 90, 0}));
    EXPECT_EQ(project["scale"], 2);
    EXPECT_EQ(project["maxRadiance"], 2);
}

// A pipeline that changes a file every night. Its note keeps what the next command must know, and the newest steps.
TEST_F(Changes, LongHistoriesStayReadable)
{
    constexpr std::uint64_t kSteps = 500;
    pn::cli::Json note;
    for (std::uint64_t i = 1; i <= kSteps; ++i)
    {
        const pn::cli::Json step = {{"command", "normalize"}, {"scale", float(i) / 7}, {"for", "unity"}};
        const pn::cli::Json more = {{"normalization", {{"preset", "probenorm"}}}, {"prefilter", nullptr}};
        note = pn::cli::parseJson(pn::cli::noteText(note, step, more), "note");
    }
    for (const std::string ending : {"ktx2", "ktx", "exr"})
    {
        const std::string file = addWhite("long." + ending, note.dump()), next = path("next." + ending);
        const Json read = noteOf(file);
        EXPECT_EQ(read["for"], "unity") << ending;
        EXPECT_EQ(read["normalization"]["preset"], "probenorm") << ending;
        const Json history = read["history"];
        ASSERT_GT(history.size(), 200u) << ending; // of some 60 bytes, in 16384
        EXPECT_EQ(history[0]["stepsLeftOut"].get<std::uint64_t>() + history.size() - 1, kSteps) << ending;
        EXPECT_EQ(history.back()["scale"].get<float>(), float(kSteps) / 7) << ending;
        expectFailure(run({"normalize", file, "-o", next}), 3, {"is normalized already"});
        // One more, by a command: its note was longer than what is read, so the file lost it.
        ASSERT_EQ(failure({"normalize", file, "--again", "--for", "unity", "-o", next}), "") << ending;
        expectFailure(run({"normalize", next, "-o", path("twice." + ending)}), 3, {"is normalized already"});
        EXPECT_EQ(noteOf(next)["history"][0]["stepsLeftOut"].get<std::uint64_t>() + noteOf(next)["history"].size() - 1,
                  kSteps + 1);
    }
}

// What another program wrote, or somebody who means harm.
TEST_F(Changes, LongNotesOfOthersAreCutOrWarnedOf)
{
    const std::string big(9000, 'x');
    const std::string both =
        R"({"for": "unity", "other": ")" + big + R"(", "history": [{"a": ")" + big.substr(3000) + "\"}]}";
    const std::string odd =
        R"({"for": "unity", "normalization": [")" + big + R"("], "coefficients": ")" + big.substr(2500) + "\"}";
    for (const std::string& note : {both, odd})
    {
        const std::string file = addWhite("others.ktx2", note), next = path("next.ktx2");
        EXPECT_EQ(noteOf(file)["for"], "unity");
        const Names again = note == odd ? Names{"--again"} : Names{};
        ASSERT_EQ(failure(with({"normalize", file, "--for", "unity", "--overwrite", "-o", next}, again)), "");
        EXPECT_EQ(noteOf(next)["for"], "unity");
        expectFailure(run({"normalize", next, "-o", path("twice.ktx2")}), 3, {"is normalized already"});
        ASSERT_EQ(failure({"resample", file, "--size", "4", "--for", "unity", "--overwrite", "-o", next}), "");
        EXPECT_EQ(noteOf(next).value("normalization", Json()).is_null(), note == both);
    }
    for (const std::string ending : {"ktx2", "ktx", "exr"})
    {
        const std::string file = addWhite("longer." + ending, R"({"for": "unity", "other": ")" + big + big + "\"}");
        const Outcome read = run({"project", file});
        EXPECT_EQ(read.exit, 0) << ending;
        EXPECT_NE(read.err.find("its note is longer than 16384 bytes and is not read"), std::string::npos) << read.err;
        EXPECT_EQ(std::count(read.err.begin(), read.err.end(), '\n'), 1) << read.err;
    }
}

TEST_F(Changes, DoneTwiceAreWarnedOf)
{
    const std::string once = path("once.ktx2"), twice = path("twice.ktx2");
    ASSERT_EQ(failure({"prefilter", m_map, "--size", "16", "--rotate", "0,90,0", "--scale", "2", "-o", once}), "");
    for (const auto& [arguments, words] : std::vector<std::pair<Names, Names>>{
             {{"prefilter", once, "--size", "8"}, {"is prefiltered already"}},
             {{"resample", once}, {"is prefiltered already"}},
             {{"normalize", once, "--mips"}, {"is prefiltered already"}},
             {{"normalize", once}, {}},
             {{"normalize", once, "--rotate", "0,90,0"}, {"rotated [0.0,90.0,0.0] before"}},
             {{"normalize", once, "--scale", "4"}, {"scale 2.0 before, and gets 4.0 now"}},
             {{"normalize", once, "--max-radiance", "4"}, {}}})
    {
        const Outcome done = run(with(arguments, {"-o", twice}));
        EXPECT_EQ(done.exit, 0) << done.err;
        EXPECT_EQ(std::count(done.err.begin(), done.err.end(), '\n'), std::ptrdiff_t(words.size())) << done.err;
        for (const std::string& word : words)
            EXPECT_NE(done.err.find(word), std::string::npos) << done.err;
    }
    ASSERT_EQ(failure({"normalize", m_map, "--resample", "16", "-o", once, "--overwrite"}), "");
    for (const char* command : {"project", "lights"})
        EXPECT_NE(run({command, once}).err.find("is normalized"), std::string::npos);
    ASSERT_EQ(failure({"resample", once, "-o", twice}), ""); // which stays normalized
    expectFailure(run({"normalize", twice, "-o", once}), 3, {"is normalized already"});
}

// What others store under our key is no reason to stop.
TEST_F(Changes, NotesOfOthersAreNothing)
{
    ASSERT_EQ(failure({"resample", m_map, "--size", "4", "-o", path("a.ktx2")}), "");
    std::string file = readText(path("a.ktx2"));
    const std::size_t note = file.find("{\"version\"");
    ASSERT_NE(note, std::string::npos);
    const std::size_t length = file.find('\0', note) - note;
    for (const std::string text : {"[1]", "{", "7", "\xFF\xFE", "{\"for\":7,\"history\":{}}", "{\"history\":[1,null]}",
                                   "{\"for\":\"quake\",\"prefilter\":[],\"normalization\":3}"})
    {
        std::string changed = file;
        changed.replace(note, length, text + std::string(length - text.size(), ' '));
        const std::string path = m_folder.add("b.ktx2", changed);
        for (const Names& arguments :
             {Names{"info", path}, {"project", path, "--for", "unity"}, {"resample", path, "-o", this->path("c.ktx2")}})
            EXPECT_EQ(run(arguments).exit, 0) << text << run(arguments).err;
    }
}

TEST_F(Changes, ManyInputsAreWhatEachIsAlone)
{
    const Names inputs = {m_map, m_folder.add("other.hdr", map(32))};
    for (const Names& command : {Names{"resample", "--size", "8"}, {"normalize", "--resample", "8", "--mips"}})
    {
        ASSERT_EQ(failure(with(with(command, inputs), {"-o", path("out/{}.ktx2"), "--overwrite"})), "");
        for (const char* name : {"map", "other"})
        {
            ASSERT_EQ(failure(with(command, {m_folder.path(name + std::string(".hdr")), "-o", path("one.ktx2")})), "");
            EXPECT_TRUE(readText(path("one.ktx2")) == readText(path(std::string("out/") + name + ".ktx2"))) << name;
        }
        expectFailure(run(with(with(command, inputs), {"-o", path("out.ktx2")})), 1, {"--output must have {}"});
    }
    EXPECT_EQ(jsonOf(with({"normalize", "-o", path("out/{}.dds")}, inputs)).size(), 2u);
}
