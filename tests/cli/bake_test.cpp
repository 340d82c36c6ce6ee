// What a bake leaves behind does not depend on how it came about: in one run, killed and resumed, or in shards.
#include "bake_files.h"
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

using namespace pn::test;

namespace {

using Names = std::vector<std::string>;

// A small one, or with PN_FULL_BAKE set the 1000 probes of 64^2 that docs/bake.md speaks of.
BakeScene makeScene(std::uint32_t probeCount, std::uint32_t faceSize)
{
    const bool isFull = std::getenv("PN_FULL_BAKE") != nullptr;
    return isFull ? BakeScene(1000, 64) : BakeScene(probeCount, faceSize);
}

// Bakes and expects it to go well.
Outcome bake(const BakeScene& scene, const std::string& folder, const Names& more = {})
{
    const Outcome result = run(scene.arguments(folder, more));
    EXPECT_EQ(result.exit, 0) << result.err;
    return result;
}

nlohmann::json readJson(const std::string& path)
{
    return nlohmann::json::parse(readText(path));
}

// Starts a bake, ends it by a signal after a while, and returns its outcome.
Outcome bakeAndSignal(const BakeScene& scene, const std::string& folder, int signal, std::chrono::microseconds after)
{
    RunningProgram program(scene.arguments(folder, {"--resume", "--quiet"}));
    std::this_thread::sleep_for(after);
    program.signal(signal);
    return program.finish();
}

// Probes that a killed run has reported as done, which are those with a record.
std::map<std::string, std::string> records(const std::string& folder)
{
    std::map<std::string, std::string> found;
    if (!std::filesystem::exists(folder))
        return found;
    for (const auto& [name, bytes] : bakedFiles(folder))
        if (name.starts_with("probes/probe-") && name.ends_with(".json"))
            found[name] = bytes;
    return found;
}

// A pipe that whoever writes to waits for until it is drained.
class FullPipe
{
public:
    explicit FullPipe(const std::string& path)
    {
        if (mkfifo(path.c_str(), 0666) == 0)
            m_file = open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        while (m_file >= 0 && write(m_file, "\n", 1) == 1)
        {
        }
    }
    ~FullPipe() { close(m_file); }
    FullPipe(const FullPipe&) = delete;
    FullPipe& operator=(const FullPipe&) = delete;

    void drain() const
    {
        std::array<char, 4096> bytes{};
        while (read(m_file, bytes.data(), bytes.size()) > 0)
        {
        }
    }

private:
    int m_file = -1;
};

} // namespace

TEST(BakeCommand, WritesTheCoefficientsOfProjectAndTheCubemapOfNormalize)
{
    const BakeScene scene(2, 8);
    bake(scene, "out");
    const auto record = readJson(scene.path("out/probes/probe-1.json"));
    const auto projected =
        run({"project", scene.path("probe-1.dds"), "--window", "auto", "--format", "json", "--device", "cpu"}).json();
    for (const char* key : {"coefficients", "irradiance", "dering", "bands", "convention"})
        EXPECT_EQ(record[key], projected[key]) << key;
    const Names normalize = {"normalize", scene.path("probe-1.dds"), "-o", scene.path("one.ktx2"), "--mips"};
    ASSERT_EQ(run(normalize).exit, 0);
    EXPECT_EQ(readText(scene.path("out/probes/probe-1.ktx2")), readText(scene.path("one.ktx2")));
}

TEST(BakeCommand, OneChannelIsThatOfNormalize)
{
    BakeScene scene(2, 8);
    scene.json()["probes"][0]["divide"] = "luminance"; // the other one is divided in another call of the library
    scene.json()["probes"][1]["channels"] = 1;
    scene.save();
    bake(scene, "out");
    EXPECT_EQ(readJson(scene.path("out/probes/probe-1.json"))["plan"]["settings"]["channels"], 1);
    const Names normalize = {
        "normalize", scene.path("probe-1.dds"), "-o", scene.path("one.ktx2"), "--mips", "--channels", "1"};
    ASSERT_EQ(run(normalize).exit, 0);
    EXPECT_EQ(readText(scene.path("out/probes/probe-1.ktx2")), readText(scene.path("one.ktx2")));
}

TEST(BakeCommand, RecordIsReadByConvert)
{
    const BakeScene scene(1, 4);
    bake(scene, "out");
    const Outcome converted = run({"convert", scene.path("out/probes/probe-0.json"), "--convention", "unity"});
    EXPECT_EQ(converted.exit, 0) << converted.err;
}

TEST(BakeCommand, SixFilesAreOneProbe)
{
    BakeScene scene(0, 4);
    Names files;
    for (const char* face : {"px", "nx", "py", "ny", "pz", "nz"})
    {
        files.push_back(std::string("sky_") + face + ".hdr");
        scene.add(files.back(), radianceFile(8, 8, [](auto, auto) { return Rgb{2, 2, 2}; }));
    }
    scene.json()["probes"] = {{{"id", "sky"}, {"files", files}}};
    scene.save();
    bake(scene, "out");
    const auto record = readJson(scene.path("out/probes/sky.json"));
    EXPECT_EQ(record["input"]["layout"], "faces");
    EXPECT_NEAR(record["irradiance"]["average"][0].get<double>(), 2.0, 1e-6);

    scene.json()["probes"] = {{{"id", "sky"}, {"file", files[0]}}};
    scene.save();
    expectFailure(run(scene.arguments("one")), 3, {"probe \"sky\"", "one face of six"});
}

TEST(BakeCommand, SummaryHasPlaceFilesAndWarnings)
{
    BakeScene scene(4, 8);
    const nlohmann::json box = {{"min", {-1, 0, -1}}, {"max", {1, 2.5, 1}}};
    scene.json()["probes"][0]["box"] = box;
    const auto grey = [](float value) {
        return [value](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
            const bool isSun = value == 1.0f && face == 2 && x == 3 && y == 3;
            return isSun ? Rgb{65504, 65504, 65504} : Rgb{value, value, value};
        };
    };
    scene.add("probe-1.dds", ddsCube(8, grey(1.0f)));     // clipped, and so bright that it rings
    scene.add("probe-2.dds", ddsCube(8, grey(0x1p-12f))); // dark
    scene.add("probe-3.dds", ddsCube(8, [](auto face, auto x, auto y) {
                  return face + x + y == 0 ? Rgb{std::numeric_limits<float>::quiet_NaN(), 1, 1} : Rgb{1, 1, 1};
              }));
    scene.save();
    bake(scene, "out");
    const auto probes = readJson(scene.path("out/bake.json"))["probes"];
    ASSERT_EQ(probes.size(), 4u);
    EXPECT_EQ(probes[0]["position"], (nlohmann::json{0.0, 1.5, 0.0}));
    EXPECT_EQ(probes[0]["box"], box);
    EXPECT_EQ(probes[0]["files"].size(), 3u);
    EXPECT_EQ(probes[1]["warnings"], (nlohmann::json{"clipped", "ringing"}));
    EXPECT_EQ(probes[2]["warnings"], nlohmann::json{"dark"});
    EXPECT_EQ(probes[3]["warnings"], nlohmann::json{"bad-texels"});
}

TEST(BakeCommand, NothingDependsOnJobsOrOnWhereItLies)
{
    const BakeScene scene(5, 8);
    bake(scene, "one", {"--jobs", "1"});
    const BakeScene moved(5, 8);
    bake(moved, "four", {"--jobs", "4", "--threads", "3"});
    EXPECT_EQ(differences(scene.path("one"), moved.path("four")), Names{});
}

TEST(BakeCommand, FolderThatHoldsABakeIsLeftAlone)
{
    const BakeScene scene(2, 4);
    bake(scene, "out");
    const auto before = bakedFiles(scene.path("out"));
    scene.add("probe-0.dds", probeCube(7, 4));
    expectFailure(run(scene.arguments("out")), 2, {"out", "holds a bake already", "--resume", "--overwrite"});
    EXPECT_EQ(bakedFiles(scene.path("out")), before);
    bake(scene, "out", {"--overwrite"});
    bake(scene, "fresh");
    EXPECT_EQ(differences(scene.path("out"), scene.path("fresh")), Names{});
    expectFailure(run(scene.arguments("out", {"--resume", "--overwrite"})), 1, {"--resume", "--overwrite"});
}

TEST(BakeCommand, FolderIsLockedWhileItIsBakedInto)
{
    const BakeScene scene(1, 4);
    std::filesystem::create_directory(scene.path("out"));
    const int file = open(scene.path("out/.bake.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_EQ(flock(file, LOCK_EX | LOCK_NB), 0);
    expectFailure(run(scene.arguments("out")), 2, {"out", "another process"});
    close(file); // as the death of its owner would
    bake(scene, "out");
    EXPECT_FALSE(std::filesystem::exists(scene.path("out/.bake.lock")));
}

TEST(BakeCommand, KilledTenTimesAndResumedIsTheSameBake)
{
    const BakeScene scene = makeScene(60, 32);
    const auto start = std::chrono::steady_clock::now();
    bake(scene, "whole");
    const auto wall = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);

    constexpr std::uint32_t kSeed = 4;
    SCOPED_TRACE(kSeed);
    std::mt19937 random(kSeed);
    std::size_t killed = 0;
    for (int i = 0; i < 10; ++i)
    {
        const auto done = records(scene.path("out"));
        const std::chrono::microseconds after(random() % (static_cast<std::uint64_t>(wall.count()) / 4));
        killed += bakeAndSignal(scene, "out", SIGKILL, after).exit == 128 + SIGKILL ? 1 : 0;
        const auto now = records(scene.path("out"));
        for (const auto& [name, bytes] : done)
            EXPECT_TRUE(now.count(name) == 1 && now.at(name) == bytes) << name << " was done and is lost";
    }
    EXPECT_GE(killed, 5u) << "most runs ended before they were killed";
    RecordProperty("killed", std::to_string(killed));
    RecordProperty("doneWhenLastKilled", std::to_string(records(scene.path("out")).size()));
    bake(scene, "out", {"--resume"});
    EXPECT_EQ(differences(scene.path("whole"), scene.path("out")), Names{});
}

TEST(BakeCommand, ResumeBakesWhatIsNotAsItShouldBe)
{
    BakeScene scene(6, 8);
    bake(scene, "out");
    scene.add("probe-1.dds", probeCube(9, 8));                                        // another input
    scene.add("out/probes/probe-2.ktx2", "torn");                                     // a broken result
    std::filesystem::remove(scene.path("out/probes/probe-3.png"));                    // a lost one
    std::string record = readText(scene.path("out/probes/probe-4.json"));             // a record that lies
    scene.add("out/probes/probe-4.json", record.replace(record.find("0."), 2, "1.")); // in one digit
    scene.json()["probes"][5]["preset"] = "eevee";                                    // other settings
    scene.save();
    const auto resumed = bake(scene, "out", {"--resume", "--format", "json"}).json();
    EXPECT_EQ(resumed["skipped"], 1);
    EXPECT_EQ(resumed["baked"], 5);
    bake(scene, "fresh");
    EXPECT_EQ(differences(scene.path("out"), scene.path("fresh")), Names{});
}

TEST(BakeCommand, ResumeDropsProbesThatTheManifestDropped)
{
    BakeScene scene(3, 4);
    bake(scene, "out");
    scene.json()["probes"].erase(1);
    scene.save();
    bake(scene, "out", {"--resume"});
    bake(scene, "fresh");
    EXPECT_EQ(differences(scene.path("out"), scene.path("fresh")), Names{});
}

TEST(BakeCommand, CancelledBakeKeepsWhatIsDone)
{
    const BakeScene scene(40, 32);
    RunningProgram program(scene.arguments("out", {"--jobs", "1"}));
    while (records(scene.path("out")).empty())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program.signal(SIGINT);
    expectFailure(program.finish(), 4, {"cancelled", "of 40 probes are done", "--resume"});
    EXPECT_FALSE(std::filesystem::exists(scene.path("out/bake.json")));
    EXPECT_GE(bake(scene, "out", {"--resume", "--format", "json"}).json()["skipped"], 1);
    bake(scene, "whole");
    EXPECT_EQ(differences(scene.path("whole"), scene.path("out")), Names{});
}

TEST(BakeCommand, BrokenInputIsNamedAndTheOthersAreBaked)
{
    const BakeScene scene(4, 4);
    scene.add("probe-1.dds", probeCube(1, 4).substr(0, 300));
    expectFailure(run(scene.arguments("out")), 3, {"probes.json", "probe \"probe-1\"", "probe-1.dds"});
    EXPECT_FALSE(std::filesystem::exists(scene.path("out/bake.json")));
    scene.add("probe-1.dds", probeCube(1, 4));
    EXPECT_EQ(bake(scene, "out", {"--resume", "--format", "json"}).json()["skipped"], 3);
}

TEST(BakeCommand, InputThatVanishesIsNamedAndTheOthersAreBaked)
{
    const BakeScene scene(4, 4);
    std::filesystem::create_directory(scene.path("out"));
    FullPipe log(scene.path("out/bake.log.jsonl")); // holds the bake up between its manifest and its first probe
    RunningProgram program(scene.arguments("out", {"--resume", "--jobs", "1", "--quiet"}));
    while (!std::filesystem::exists(scene.path("out/.bake.lock")))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::filesystem::remove(scene.path("probe-1.dds"));
    std::filesystem::remove(scene.path("probe-2.dds"));
    std::filesystem::create_directory(scene.path("probe-2.dds"));
    log.drain();
    const Outcome result = program.finish();
    EXPECT_EQ(result.exit, 2);
    for (const char* words : {"probe \"probe-1\": ", "probe-1.dds: No such file", "probe-2.dds: is a folder"})
        EXPECT_NE(result.err.find(words), std::string::npos) << words << " is not in: " << result.err;
    EXPECT_EQ(records(scene.path("out")).size(), 2u);
    EXPECT_FALSE(std::filesystem::exists(scene.path("out/bake.json")));
}

TEST(BakeCommand, ResultThatCannotBeWrittenStopsTheBake)
{
    const BakeScene scene(4, 4);
    std::filesystem::create_directories(scene.path("out/probes/probe-1.ktx2"));
    scene.add("out/bake.log.jsonl", "");
    expectFailure(run(scene.arguments("out", {"--resume", "--jobs", "1"})), 2, {"probe \"probe-1\"", "cannot write"});
    EXPECT_EQ(records(scene.path("out")).size(), 1u);
}

TEST(BakeCommand, ShardsJoinToTheWhole)
{
    const BakeScene scene = makeScene(20, 8);
    bake(scene, "whole");
    bake(scene, "a", {"--shard", "1/2"});
    bake(scene, "b", {"--shard", "2/2"});
    EXPECT_EQ(records(scene.path("a")).size() + records(scene.path("b")).size(), records(scene.path("whole")).size());
    bake(scene, "joined", {"--merge", scene.path("a"), scene.path("b")});
    EXPECT_EQ(differences(scene.path("whole"), scene.path("joined")), Names{});
    expectFailure(run(scene.arguments("half", {"--merge", scene.path("a")})), 3, {"probe \"probe-", "none of the"});
}

TEST(BakeCommand, MergeNeedsNoInputsAndSeesBrokenResults)
{
    const BakeScene scene(2, 4);
    bake(scene, "a");
    std::filesystem::remove(scene.path("probe-0.dds"));
    bake(scene, "joined", {"--merge", scene.path("a")});
    EXPECT_EQ(differences(scene.path("a"), scene.path("joined")), Names{});
    scene.add("a/probes/probe-1.ktx2", "torn");
    expectFailure(run(scene.arguments("again", {"--merge", scene.path("a")})), 3, {"probe \"probe-1\""});
}

TEST(BakeCommand, ProgressCountsProbes)
{
    const BakeScene scene(3, 4);
    const Outcome result = bake(scene, "out", {"--progress", "json"});
    const std::string last = result.err.substr(result.err.rfind('\n', result.err.size() - 2) + 1);
    const auto state = nlohmann::json::parse(last);
    EXPECT_EQ(state["read"], 3);
    EXPECT_EQ(state["completed"], 3);
    EXPECT_EQ(state["total"], 3);
    EXPECT_EQ(bake(scene, "quiet").err, "");
}

TEST(BakeCommand, LogHasWhatDiffersBetweenRuns)
{
    const BakeScene scene(2, 4);
    bake(scene, "out");
    bake(scene, "out", {"--resume"});
    std::vector<std::string> events;
    std::istringstream lines(readText(scene.path("out/bake.log.jsonl")));
    for (std::string line; std::getline(lines, line);)
        events.push_back(nlohmann::json::parse(line)["event"]);
    EXPECT_EQ(events, (Names{"start", "probe", "probe", "end", "unchanged"}));
}

// The index may only spare reading; what it does not know for sure is digested.
TEST(BakeCommand, IndexIsBelievedOnlyWhenItIsWholeAndAskedFor)
{
    const BakeScene scene(3, 4);
    const auto lastEvent = [&scene] {
        const std::string log = readText(scene.path("out/bake.log.jsonl"));
        return nlohmann::json::parse(log.substr(log.rfind('\n', log.size() - 2) + 1))["event"];
    };
    bake(scene, "out");
    bake(scene, "out", {"--resume"});
    EXPECT_EQ(lastEvent(), "unchanged");
    bake(scene, "out", {"--resume", "--verify"});
    EXPECT_EQ(lastEvent(), "end");
    std::string index = readText(scene.path("out/bake.index"));
    index[index.size() / 2] ^= 1;
    scene.add("out/bake.index", index);
    bake(scene, "out", {"--resume"});
    EXPECT_EQ(lastEvent(), "end");
    bake(scene, "out", {"--resume"});
    EXPECT_EQ(lastEvent(), "unchanged");
    std::filesystem::remove(scene.path("out/bake.json"));
    bake(scene, "out", {"--resume"});
    bake(scene, "fresh");
    EXPECT_EQ(differences(scene.path("out"), scene.path("fresh")), Names{});
}

TEST(BakeCommand, ReportStandsAlone)
{
    const BakeScene scene(3, 4);
    bake(scene, "out");
    const std::string page = readText(scene.path("out/report.html"));
    EXPECT_EQ(page.find("http://"), std::string::npos);
    EXPECT_EQ(page.find("https://"), std::string::npos);
    std::size_t pictures = 0;
    for (std::size_t at = 0; (at = page.find(",\"iVBORw0KGgo", at)) != std::string::npos; ++at) // a PNG's first bytes
        ++pictures;
    EXPECT_EQ(pictures, 3u);
}
