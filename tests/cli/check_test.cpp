// `probenorm check`: a line per finding, exit codes, and files that are fixed.
#include "bake_files.h"
#include "files.h"
#include "program.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace pn::test;
using Json = nlohmann::json;

namespace {

constexpr std::uint32_t kSize = 128;

// A cubemap that changes from direction to direction, with faces a and b as a file may have them: swapped.
std::string cube(std::uint32_t a = 0, std::uint32_t b = 0, float firefly = 0)
{
    return ddsCube(kSize, [=](std::uint32_t face, std::uint32_t x, std::uint32_t y) -> Rgb {
        const auto d = cubeDirection(kSize, face == a ? b : face == b ? a : face, x, y);
        const double value = 2 + d[0] + 0.6 * d[1] + 0.3 * d[2] + 0.4 * std::sin(7 * d[0] + 5 * d[1]);
        const float more = face == 3 && x == 16 && y == 17 ? firefly : 0;
        return {float(value) + more, float(value * (1 + 0.1 * d[2])) + more, 1 + more};
    });
}

Json findingsOf(const Outcome& outcome)
{
    return outcome.json()["inputs"][0]["findings"];
}

} // namespace

TEST(CheckCommand, SaysThatNothingIsWrong)
{
    const Folder folder;
    const Outcome outcome = run({"check", folder.add("good.dds", cube()), "--from", "probenorm"});
    EXPECT_EQ(outcome.exit, 0) << outcome.out << outcome.err;
    EXPECT_EQ(outcome.out, "1 input: 0 errors, 0 warnings, 0 notes\n");
}

TEST(CheckCommand, PrintsAFindingAndFails)
{
    const Folder folder;
    const std::string path = folder.add("bad.dds", cube(0, 0, 900));
    const Outcome outcome = run({"check", path});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_EQ(outcome.out.find("error: " + path + ": firefly: 1 texel"), 0u) << outcome.out;
    EXPECT_NE(outcome.out.find("face -Y, x 16, y 17; --fix fireflies\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(run({"check", path, "--fail", "never"}).exit, 0);

    const Json finding = findingsOf(run({"check", path, "--format", "json", "--fail", "never"}))[0];
    EXPECT_EQ(finding["finding"], "firefly");
    EXPECT_EQ(finding["severity"], "error");
    EXPECT_EQ(finding["face"], 3);
    EXPECT_EQ(finding["x"], 16);
    EXPECT_EQ(finding["fix"], "fireflies");
}

// 8 bits in floats are a warning.
TEST(CheckCommand, FailsAtWarningsWhereAsked)
{
    const Folder folder;
    const auto texel = [](std::uint32_t x, std::uint32_t y) -> Rgb {
        return {float(x + 128) / 128, float(y + 128) / 128, 1};
    };
    const std::string path = folder.add("codes.hdr", radianceFile(64, 32, texel));
    EXPECT_EQ(run({"check", path}).exit, 0);
    const Outcome outcome = run({"check", path, "--fail", "warning"});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_NE(outcome.out.find("warning: " + path + ": eight-bit"), std::string::npos) << outcome.out;
}

TEST(CheckCommand, FixesAndSaysSoInTheFile)
{
    const Folder folder;
    const std::string path = folder.add("bad.dds", cube(1, 4, 900)), fixed = folder.path("fixed.ktx2");
    const Outcome outcome = run({"check", path, "--fix", "fireflies,faces", "-o", fixed, "--fail", "never"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("fixed.ktx2: fixed fireflies,faces: 1 texel, 2 faces; "), std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("it may be mirrored as a whole, which seams do not show"), std::string::npos);
    const Outcome again = run({"check", fixed});
    EXPECT_EQ(again.exit, 0) << again.out;
    const Json step = run({"info", fixed, "--format", "json"}).json()["input"]["note"]["history"][0];
    EXPECT_EQ(step["command"], "check");
    EXPECT_EQ(step["fixed"], "fireflies,faces");
    EXPECT_EQ(step["texels"], 1);
    EXPECT_EQ(step["mayBeMirrored"], true);

    const std::string map = folder.add("map.hdr", radianceFile(512, 256, [](std::uint32_t x, std::uint32_t y) -> Rgb {
                                           const float value =
                                               x == 9 && y == 12 ? 4096.0f : 1 + float((x ^ y) & 31) / 64;
                                           return {value, value, value};
                                       }));
    EXPECT_EQ(run({"check", map, "--fix", "fireflies", "-o", folder.path("map.exr")}).exit, 3); // of the input
    EXPECT_EQ(run({"check", folder.path("map.exr")}).exit, 0);
}

// Three faces around a corner by 1.3: the other three may be too dark instead. Two faces have their own gains.
TEST(CheckCommand, SaysWhatItLeaves)
{
    const Folder folder;
    const auto add = [&](const std::array<float, 6>& gains) {
        return folder.add("gains.dds", ddsCube(32, [&](std::uint32_t face, std::uint32_t x, std::uint32_t y) -> Rgb {
                              const auto d = cubeDirection(32, face, x, y);
                              const float value =
                                  gains[face] * float(2 + d[0] + 0.6 * d[1] + 0.3 * d[2] + 0.2 * d[0] * d[2]);
                              return {value, 0.9f * value, 0.8f * value};
                          }));
    };
    const std::string corner = add({1.3f, 1, 1.3f, 1, 1.3f, 1}), out = folder.path("out.ktx2");
    const Outcome left = run({"check", corner, "--fix", "seams", "-o", out});
    EXPECT_NE(left.out.find("fixed nothing: 0 texels, 0 faces; "), std::string::npos) << left.out;
    EXPECT_NE(left.out.find("; left: "), std::string::npos) << left.out;
    const Outcome project = run({"project", corner, "--fix", "seams", "--device", "cpu"});
    EXPECT_NE(project.err.find("fixed nothing"), std::string::npos) << project.err;

    const Outcome both = run({"check", add({1, 1, 1.3f, 1, 1, 0.7f}), "--fix", "seams", "-o", out, "--overwrite"});
    EXPECT_NE(both.out.find("fixed seams: 0 texels, 2 faces; "), std::string::npos) << both.out;
    EXPECT_EQ(both.out.find("left: "), std::string::npos) << both.out;
    EXPECT_EQ(run({"check", out}).out, "1 input: 0 errors, 0 warnings, 0 notes\n");
}

// A texel of 32 that is 50 times all other light stops a bake, and whoever projects or resamples it reads a line.
TEST(CheckCommand, StopsAtAFireflyOfASmallProbe)
{
    const Folder folder;
    const auto room = [&](float firefly) {
        return folder.add("room.dds", ddsCube(32, [=](std::uint32_t face, std::uint32_t x, std::uint32_t y) -> Rgb {
                              const auto d = cubeDirection(32, face, x, y);
                              const float value = face == 2 && x == 9 && y == 20 ? firefly : float(0.075 + 0.02 * d[1]);
                              return {value, value, value};
                          }));
    };
    const std::string manifest = folder.add(
        "scene.json", R"({"version": 1, "probes": [{"id": "room", "file": "room.dds", "check": {"fail": "error"}}]})");
    const auto bake = [&] {
        return run({"bake", manifest, "-o", folder.path("out"), "--overwrite", "--device", "cpu"});
    };
    const std::string path = room(60000);
    const Outcome refused = bake();
    EXPECT_EQ(refused.exit, 3) << refused.err;
    EXPECT_EQ(refused.out.find("error: room: sun-or-firefly: 1 texel"), 0u) << refused.out;
    for (const Names& command : {Names{"project", path, "--device", "cpu"},
                                 Names{"resample", path, "--to", "equirect", "-o", folder.path("map.exr")},
                                 Names{"make", path, "--for", "godot", "-o", folder.path("made")}})
    {
        const std::string said = run(command).err;
        EXPECT_NE(said.find("room.dds: sun-or-firefly: 1 texel, up to "), std::string::npos) << said;
        EXPECT_NE(said.find("face +Y, x 9, y 20; --fix sun-or-fireflies"), std::string::npos) << said;
    }
    room(5); // 2 % of the light
    EXPECT_EQ(bake().exit, 0);
    EXPECT_EQ(run({"project", path, "--device", "cpu"}).err.find("firefly"), std::string::npos);
}

// By the same words in the commands that make something of an environment; what was fixed stands in what they write.
TEST(CheckCommand, FixesWhatOtherCommandsRead)
{
    const Folder folder;
    const std::string good = folder.add("good.dds", cube()), bad = folder.add("bad.dds", cube(0, 0, 900));
    const Outcome project = run({"project", bad, "--fix", "fireflies", "--device", "cpu", "--format", "json"});
    const Json right = run({"project", good, "--device", "cpu", "--format", "json"}).json();
    EXPECT_NEAR(project.json()["irradiance"]["average"][0].get<double>(), right["irradiance"]["average"][0], 1e-4);
    EXPECT_EQ(project.json()["history"][0]["fixed"], "fireflies");
    EXPECT_NE(project.err.find("bad.dds: fixed fireflies: 1 texel, 0 faces"), std::string::npos) << project.err;
    EXPECT_FALSE(
        run({"project", good, "--fix", "fireflies", "--device", "cpu", "--format", "json"}).json().contains("history"));

    for (const Names& command : {Names{"normalize", bad}, Names{"prefilter", bad, "--size", "32"}})
    {
        const std::string made = folder.path(command[0] + ".ktx2");
        Names words = command;
        words.insert(words.end(), {"--fix", "fireflies", "--device", "cpu", "-o", made});
        EXPECT_EQ(run(words).exit, 0);
        const Json history = run({"info", made, "--format", "json"}).json()["input"]["note"]["history"];
        EXPECT_EQ(history[0]["texels"], 1);
        EXPECT_EQ(history[1]["command"], command[0]);
    }
    const Outcome chain =
        run({"normalize", folder.path("prefilter.ktx2"), "--fix", "fireflies", "-o", folder.path("a.ktx2")});
    EXPECT_EQ(chain.exit, 3);
    EXPECT_NE(chain.err.find("only its first mip is fixed"), std::string::npos) << chain.err;
}

TEST(CheckCommand, FixesInABake)
{
    const Folder folder;
    folder.add("bad.dds", cube(0, 0, 900));
    const auto bake = [&](const std::string& fix, const std::string& out) {
        return run({"bake",
                    folder.add("scene.json", R"({"version": 1, "defaults": {"check": {}, "fix": ")" + fix +
                                                 R"("}, "probes": [{"id": "bad", "file": "bad.dds"}]})"),
                    "-o", folder.path(out), "--device", "cpu"});
    };
    EXPECT_EQ(bake("negative", "left").exit, 3);
    EXPECT_EQ(bake("negative,fireflies", "fixed").exit, 0);
    const Json record = Json::parse(readText(folder.path("fixed/probes/bad.json")));
    EXPECT_EQ(record["history"][0]["fixed"], "fireflies");
    EXPECT_EQ(record["findings"], Json::array());
    EXPECT_EQ(record["warnings"][0]["text"].get<std::string>().find("fixed fireflies: 1 texel"), 0u);
    EXPECT_EQ(record["plan"]["settings"]["fix"], "negative,fireflies");
    const Outcome unknown = bake("noise", "unknown");
    EXPECT_EQ(unknown.exit, 3);
    EXPECT_NE(unknown.err.find("fix must be some of nonfinite,"), std::string::npos) << unknown.err;
}

// The gate: a probe with an error ends the bake with 3, unless the manifest accepts the finding with a reason.
TEST(CheckCommand, GatesABake)
{
    const Folder folder;
    folder.add("bad.dds", cube(0, 0, 900));
    folder.add("worse.dds", cube(0, 0, 9000));
    folder.add("good.dds", cube());
    const auto bake = [&](const std::string& check, const std::string& out) {
        std::string probes;
        for (const char* id : {"good", "bad", "worse"})
            probes += std::string(probes.empty() ? "" : ", ") + R"({"id": ")" + id + R"(", "file": ")" + id + ".dds\"}";
        const std::string manifest =
            folder.add("scene.json", R"({"version": 1, "defaults": {)" + check + R"(}, "probes": [)" + probes + "]}");
        return run({"bake", manifest, "-o", folder.path(out), "--device", "cpu"});
    };
    const Outcome ungated = bake("", "ungated");
    EXPECT_EQ(ungated.exit, 0) << ungated.err;
    const Outcome refused = bake(R"("check": {"fail": "error"})", "refused");
    EXPECT_EQ(refused.exit, 3);
    EXPECT_EQ(refused.out.find("error: worse: firefly: "), 0u) << refused.out; // the worst first
    EXPECT_NE(refused.out.find("\nerror: bad: firefly: "), std::string::npos) << refused.out;
    EXPECT_NE(refused.err.find("2 probes refused"), std::string::npos) << refused.err;
    EXPECT_EQ(bake(R"("check": {"fail": "never"})", "never").exit, 0);

    const std::string accepted = R"("check": {"accept": [{"id": "worse", "finding": "firefly", "reason": "a lamp"},
                                                         {"finding": "firefly", "reason": "lamps"}]})";
    EXPECT_EQ(bake(accepted, "accepted").exit, 0);
    const Json record = Json::parse(readText(folder.path("accepted/probes/worse.json")));
    EXPECT_EQ(record["findings"][0]["accepted"], "lamps");
    EXPECT_EQ(record["plan"]["settings"]["check"], (Json{{"fail", "error"}})); // others' acceptances are not its own
    EXPECT_EQ(bake(R"("check": {"accept": [{"finding": "firefly"}]})", "bad").exit, 3); // without a reason
}

// What is accepted, and what is refused, changes no texel: a new judgement costs no bake, and gives the bytes of one.
TEST(CheckCommand, JudgesAnewWithoutABake)
{
    const Folder folder;
    const Names ids = {"bad", "good", "worse"};
    for (const std::string& id : ids)
        folder.add(id + ".dds", cube(0, 0, id == "bad" ? 900.0f : id == "good" ? 0.0f : 9000.0f));
    const auto write = [&](const std::string& check) {
        Json probes = Json::array();
        for (const std::string& id : ids)
            probes.push_back({{"id", id}, {"file", id + ".dds"}});
        const Json defaults = {{"cubemap", "ktx2"}, {"check", Json::parse(check)}};
        return folder.add("scene.json", Json{{"version", 1}, {"defaults", defaults}, {"probes", probes}}.dump());
    };
    const auto bake = [&](const std::string& out, Names more) {
        more.insert(more.begin(),
                    {"bake", folder.path("scene.json"), "-o", folder.path(out), "--device", "cpu", "--format", "json"});
        return run(more);
    };
    const std::string lamp = R"({"finding": "firefly", "reason": "a lamp"})";
    write(R"({"fail": "error"})");
    EXPECT_EQ(bake("out", {}).exit, 3);
    EXPECT_EQ(bake("part", {"--shard", "1/1"}).exit, 3);
    for (const auto& [check, exit] :
         {std::pair(std::string(R"({"accept": [{"id": "bad", "finding": "firefly", "reason": "the sun"}]})"), 3),
          {R"({"accept": [{"id": "worse", "finding": "firefly", "reason": "it flickers"}, )" + lamp + "]}", 0},
          {R"({"fail": "never"})", 0},
          {R"({"fail": "warning"})", 3}})
    {
        write(check);
        const Outcome resumed = bake("out", {"--resume"});
        EXPECT_EQ(resumed.exit, exit) << check << resumed.err;
        EXPECT_EQ(resumed.json()["skipped"], 3) << check;
        EXPECT_EQ(bake("fresh", {"--overwrite"}).exit, exit) << check;
        EXPECT_EQ(differences(folder.path("out"), folder.path("fresh")), Names{}) << check;
        EXPECT_EQ(bake("joined", {"--overwrite", "--merge", folder.path("part")}).exit, exit) << check;
        EXPECT_EQ(differences(folder.path("joined"), folder.path("fresh")), Names{}) << check;
    }
    write(R"({"fail": "none"})"); // there are no findings then
    EXPECT_EQ(bake("out", {"--resume"}).json()["skipped"], 0);
}

// Each warning has a severity, and a finding is no second warning of the same.
TEST(CheckCommand, RecordsSeverities)
{
    const Folder folder;
    folder.add("bad.dds", cube(0, 0, std::numeric_limits<float>::infinity()));
    const auto warningsWith = [&](const std::string& check) {
        const std::string manifest =
            folder.add("scene.json", R"({"version": 1, "probes": [{"id": "bad", "file": "bad.dds")" + check + "}]}");
        run({"bake", manifest, "-o", folder.path("baked"), "--overwrite", "--device", "cpu"});
        Json pairs = Json::array();
        const Json record = Json::parse(readText(folder.path("baked/probes/bad.json")));
        for (const Json& warning : record["warnings"])
            pairs.push_back({warning["kind"], warning["severity"]});
        return pairs;
    };
    EXPECT_EQ(warningsWith("")[0], (Json{"bad-texels", "error"}));
    const Json checked = warningsWith(R"(, "check": {})");
    EXPECT_EQ(std::count(checked.begin(), checked.end(), Json({"non-finite", "error"})), 1) << checked;
    for (const Json& warning : checked)
        EXPECT_NE(warning[0], "bad-texels");
    for (const auto& [texels, expected] : {std::pair(cube(0, 0, -900), Json{"negative", "warning"}),
                                           {cube(0, 0, 70000), {"clipped", "warning"}},
                                           {cube(0, 0, 1e7f), {"ringing", "note"}},
                                           {ddsCube(8, [](auto...) { return Rgb{}; }), {"dark", "warning"}}})
    {
        folder.add("bad.dds", texels);
        const Json found = warningsWith("");
        EXPECT_EQ(std::count(found.begin(), found.end(), expected), 1) << expected << found;
    }
}

// A probe of a sixteenth of the light around it, unless it has a room of its own or its manifest accepts that, and one
// that is four times as red.
TEST(CheckCommand, ComparesNeighbours)
{
    const Folder folder;
    folder.add("good.dds", cube());
    folder.add("red.hdr", flatMap(8, 4, {8, 2, 1}));
    const auto bake = [&](const std::string& box, const std::string& accept,
                          const std::string& file = R"("good.dds", "scale": 0.0625)") {
        std::string probes = R"({"id": "cellar", "file": )" + file + R"(, "position": [0.5, 0.5, 0])" + box + "}";
        for (const char* place : {"[0, 0, 0]", "[1, 0, 0]", "[0, 1, 0]", "[1, 1, 0]"})
            probes += std::string(R"(, {"id": "p)") + place[1] + place[4] + R"(", "file": "good.dds", "position": )" +
                      place + R"(, "box": {"min": [0, 0, 0], "max": [1, 1, 1]}})";
        const std::string manifest =
            folder.add("scene.json", R"({"version": 1, "defaults": {"check": {"fail": "warning", "accept": [)" +
                                         accept + R"(]}}, "probes": [)" + probes + "]}");
        return run(
            {"bake", manifest, "-o", folder.path("baked"), "--overwrite", "--device", "cpu", "--format", "json"});
    };
    const Outcome found = bake("", "");
    EXPECT_EQ(found.exit, 3);
    const Json worst = found.json()["worst"];
    ASSERT_EQ(worst.size(), 1u) << worst;
    EXPECT_EQ(worst[0]["id"], "cellar");
    EXPECT_EQ(worst[0]["finding"], "exposure");
    EXPECT_EQ(worst[0]["text"], "average light is 0.0625 times that of its 4 neighbours");
    EXPECT_EQ(Json::parse(readText(folder.path("baked/bake.json")))["probes"][0]["warnings"].back(), "exposure");
    EXPECT_EQ(bake(R"(, "box": {"min": [0, 0, -3], "max": [1, 1, -1]})", "").exit, 0);
    EXPECT_EQ(bake("", R"({"finding": "exposure", "reason": "it is one"})").exit, 0);
    const char* attic = R"(}, {"id": "attic", "file": "good.dds", "scale": 0.0625, "position": [0.5, 0.4, 0])";
    EXPECT_EQ(bake(attic, "").exit, 0); // neighbours that differ as much
    const Json red = bake("", "", R"("red.hdr")").json()["worst"];
    ASSERT_EQ(red.size(), 1u) << red;
    EXPECT_EQ(red[0]["finding"], "colour-cast");
    EXPECT_EQ(red[0]["text"].get<std::string>().find("red over green is "), 0u) << red;
}

TEST(CheckCommand, NamesAnotherCapture)
{
    const Folder folder;
    const std::string manifest = folder.add(
        "scene.json", R"({"version": 1, "probes": [{"id": "hall", "file": "hall.dds", "check": {"fail": "never"}}]})");
    const auto bake = [&](float light) {
        folder.add("hall.dds", cube(0, 0, light));
        return run({"bake", manifest, "-o", folder.path("baked"), "--resume", "--device", "cpu"}).err;
    };
    EXPECT_EQ(bake(0).find("another capture"), std::string::npos);
    EXPECT_EQ(bake(1).find("another capture"), std::string::npos); // of one texel: nothing that counts
    EXPECT_NE(bake(9000).find("probe \"hall\" is another capture: its average light was 1.9"), std::string::npos);
}

// A capture turned by 90 degrees about y, which takes z to x, or mirrored: three more such quarters, or the mirror
// image, fix it. A brighter one is not turned.
TEST(CheckCommand, FindsCubeRotations)
{
    using Direction = std::array<double, 3>;
    const Folder folder;
    const auto add = [&](const char* name, double light, auto&& shown) {
        folder.add(name, ddsCube(32, [&](std::uint32_t face, std::uint32_t x, std::uint32_t y) -> Rgb {
                       const auto at = cubeDirection(32, face, x, y);
                       const Direction d = shown(Direction{double(at[0]), double(at[1]), double(at[2])});
                       const float value = float(light * (2 + d[0] + 0.6 * d[1] + 0.3 * d[2] + 0.8 * d[0] * d[1] +
                                                          0.4 * d[1] * d[2] - 0.5 * d[2] * d[2]));
                       return {value, value, value};
                   }));
    };
    const auto as = [](const Direction& d) { return d; };
    const auto turned = [](const Direction& d) { return Direction{-d[2], d[1], d[0]}; };
    const auto mirrored = [](const Direction& d) { return Direction{-d[0], d[1], d[2]}; };
    const auto even = [](const Direction& d) { return Direction{0, d[1], 0}; };
    const std::string one = folder.add(
        "one.json", R"({"version": 1, "probes": [{"id": "hall", "file": "hall.dds", "check": {"fail": "never"}}]})");
    const auto again = [&](double light, auto&& shown) {
        add("hall.dds", light, shown);
        return run({"bake", one, "-o", folder.path("one"), "--resume", "--device", "cpu"}).err;
    };
    EXPECT_EQ(again(1, as).find("cube-rotation"), std::string::npos);
    EXPECT_EQ(again(3, as).find("cube-rotation"), std::string::npos);
    EXPECT_NE(again(1, turned).find("turned by [0, 270, 0] degrees"), std::string::npos);
    again(1, as);
    EXPECT_NE(again(1, mirrored).find("mirrored along x and turned by [0, 0, 0] degrees"), std::string::npos);
    again(1, even);
    const auto evenTurned = [&](const Direction& d) { return even(turned(d)); };
    EXPECT_EQ(again(1.5, evenTurned).find("cube-rotation"), std::string::npos);

    std::string probes = R"({"id": "p", "file": "hall.dds", "position": [0.5, 0.5, 0]})";
    for (const char* place : {"[0, 0, 0]", "[1, 0, 0]", "[0, 1, 0]"})
        probes += std::string(R"(, {"id": "p)") + place[1] + place[4] + R"(", "file": "good.dds", "position": )" +
                  place + "}";
    const std::string many = folder.add(
        "many.json", R"({"version": 1, "defaults": {"check": {"fail": "warning"}}, "probes": [)" + probes + "]}");
    add("good.dds", 1, as);
    const auto worstOf = [&](double light, auto&& shown) {
        add("hall.dds", light, shown);
        return run({"bake", many, "-o", folder.path("many"), "--overwrite", "--device", "cpu", "--format", "json"})
            .json()["worst"];
    };
    EXPECT_EQ(worstOf(2, as).size(), 0u);
    const Json worst = worstOf(2, turned);
    ASSERT_EQ(worst.size(), 1u) << worst;
    EXPECT_EQ(worst[0]["finding"], "cube-rotation");
    EXPECT_NE(worst[0]["text"].get<std::string>().find("turned by [0, 270, 0] degrees"), std::string::npos) << worst;
}

TEST(CheckCommand, RefusesWhatHasNoMeaning)
{
    const Folder folder;
    const std::string path = folder.add("good.dds", cube());
    EXPECT_EQ(run({"check", path, "--fix", "faces"}).exit, 1);
    EXPECT_EQ(run({"check", path, "-o", folder.path("a.ktx2")}).exit, 1);
    const Outcome unknown = run({"check", path, "--fix", "faces,noise", "-o", folder.path("a.ktx2")});
    EXPECT_EQ(unknown.exit, 1);
    EXPECT_NE(unknown.err.find("noise"), std::string::npos) << unknown.err;
    EXPECT_EQ(run({"check", folder.path("none.dds")}).exit, 2);
    EXPECT_EQ(run({"check", path, "--fix", "faces", "-o", path}).exit, 2);
}
