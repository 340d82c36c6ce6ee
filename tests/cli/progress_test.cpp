// What is shown of how far a command has come.
#include "support/progress.h"

#include "bake_files.h"
#include "program.h"

#include <fstream>
#include <set>
#include <sstream>

using namespace pn::test;
using pn::cli::ProgressState;

namespace {

// Every line has the schema's fields, and no others.
void expectFits(const std::string& line)
{
    const auto json = nlohmann::json::parse(line);
    std::set<std::string> names;
    for (const auto& [name, value] : json.items())
    {
        names.insert(name);
        EXPECT_TRUE(value.is_number() || (name == "remainingSeconds" && value.is_null())) << line;
        EXPECT_TRUE(value.is_null() || value.get<double>() >= 0.0) << line;
    }
    EXPECT_EQ(names, nlohmann::json::parse(readText(PN_PROGRESS_SCHEMA))["required"].get<std::set<std::string>>())
        << line;
}

} // namespace

TEST(Progress, RatesLeaveOutWhatWasDoneBefore)
{
    const ProgressState state{60, 50, 100, 30, 4'000'000, 2.0};
    EXPECT_EQ(state.perSecond(), 10.0);
    EXPECT_EQ(state.bytesPerSecond(), 2e6);
    EXPECT_EQ(state.remainingSeconds(), 5.0);
    EXPECT_EQ(pn::cli::plainText(state), "probenorm: 60 of 100 read, 50 done; 10/s, 2 MB/s, 0:02, 0:05 left");
    EXPECT_EQ(pn::cli::barText(state, 0, false),
              "=================............... 50/100  10/s, 2 MB/s, 0:02, 0:05 left");
    // A line that fills the terminal would wrap, and the next one could not take its place.
    for (std::uint32_t columns = 1; columns < 120; ++columns)
        EXPECT_LT(pn::cli::barText(state, columns, false).size(), columns) << columns;
}

TEST(Progress, CountsWhatFailedAndSaysNothingOfARateThatIsNotKnown)
{
    const ProgressState state{100, 100, 100, 0, 0, 10.0, 3};
    EXPECT_EQ(pn::cli::plainText(state), "probenorm: 100 of 100 read, 97 done, 3 failed; 10/s, 0:10");
    EXPECT_EQ(pn::cli::barText(state, 0, false), "================================ 97/100, 3 failed  10/s, 0:10");
    EXPECT_EQ(nlohmann::json::parse(pn::cli::jsonLine(state))["failed"], 3);
    EXPECT_EQ(pn::cli::plainText({0, 0, 8, 0, 0, 3661.0}), "probenorm: 0 of 8 read, 0 done; 1:01:01");
    EXPECT_NE(pn::cli::jsonLine({0, 0, 8, 0, 0, 1.0}).find("\"remainingSeconds\": null"), std::string::npos);
}

// Where it is asked for; a short run without --progress prints nothing.
TEST(Progress, PlainLinesBeginAndEndARun)
{
    const BakeScene scene(5, 4);
    EXPECT_EQ(run(scene.arguments("unasked")).err, "");
    scene.add("probe-1.dds", "torn");
    const Outcome result = run(scene.arguments("out", {"--progress", "plain"}));
    std::vector<std::string> lines;
    std::istringstream text(result.err);
    for (std::string line; std::getline(text, line);)
        if (line.find(" read, ") != std::string::npos)
            lines.push_back(line);
    ASSERT_GE(lines.size(), 2u) << result.err;
    EXPECT_EQ(lines.front(), "probenorm: 0 of 5 read, 0 done; 0:00");
    EXPECT_EQ(lines.back().find("probenorm: 5 of 5 read, 4 done, 1 failed; "), 0u) << lines.back();
}

TEST(Progress, JsonLinesFitTheirSchema)
{
    expectFits(pn::cli::jsonLine({}));
    expectFits(pn::cli::jsonLine({60, 50, 100, 30, 4'000'000, 2.0}));
    const BakeScene scene(5, 4);
    const auto lastOf = [](const std::string& text) {
        std::istringstream lines(text);
        std::string last;
        for (std::string line; std::getline(lines, line); last = line)
            expectFits(line);
        return nlohmann::json::parse(last);
    };
    const auto baked = lastOf(bake(scene, "out", {"--progress", "json"}).err);
    EXPECT_EQ(baked["read"], 5);
    EXPECT_EQ(baked["completed"], 5);
    EXPECT_EQ(baked["total"], 5);
    EXPECT_EQ(baked["bytes"], 5 * readText(scene.path("probe-0.dds")).size());
    const auto merged = lastOf(bake(scene, "joined", {"--progress", "json", "--merge", scene.path("out")}).err);
    EXPECT_EQ(merged["completed"], 5);
}

// Each says when it has read its input, and when that is done.
TEST(Progress, EachCommandThatTakesLongHasIt)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", colouredCube()), out = folder.path("out");
    for (const Names& words : {Names{"prefilter", cube, "-o", out + ".ktx2"},
                               {"make", cube, "--for", "three", "-o", out},
                               {"normalize", cube, "-o", out + ".dds"},
                               {"resample", cube, "-o", out + ".hdr", "--to", "equirect"},
                               {"preview", cube, "-o", out + ".png", "--size", "64"},
                               {"check", cube},
                               {"lights", cube}})
    {
        Names all = words;
        all.insert(all.end(), {"--progress", "json", "--log-level", "error"});
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.exit, words.front() == "check" ? 3 : 0) << words.front() << outcome.err; // it finds seams
        std::istringstream lines(outcome.err);
        std::vector<nlohmann::json> said;
        for (std::string line; std::getline(lines, line);)
        {
            expectFits(line);
            said.push_back(nlohmann::json::parse(line));
        }
        ASSERT_FALSE(said.empty()) << words.front();
        EXPECT_EQ(said.back()["total"], 1) << words.front();
        EXPECT_EQ(said.back()["read"], 1) << words.front();
        EXPECT_EQ(said.back()["completed"], 1) << words.front();
        EXPECT_EQ(said.back()["bytes"], readText(cube).size()) << words.front();
    }
}
