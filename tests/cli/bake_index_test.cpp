// Which files the index of a bake knows without reading them. A test cannot set the time of an inode, so it invents the
// stat data.
#include "bake/bake_index.h"
#include "bake_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>

using namespace pn::test;

namespace {

using pn::cli::BakeIndex;
using pn::cli::BelieveIndex;
using pn::cli::FileStat;
using pn::cli::Json;

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1000 * kMillisecond;
constexpr std::int64_t kHour = 3600 * kSecond;

class BakeIndexTest : public testing::Test
{
protected:
    BakeIndex open(BelieveIndex believe = BelieveIndex::Yes) const { return {m_scene.path("index"), believe}; }

    // The time by the clock of the file system, once it has moved on.
    std::int64_t tick() const
    {
        waitForTick(m_scene);
        return pn::cli::statOf(m_scene.add("clock", "")).modified;
    }

    // What an index that a run has written holds of a file: its line, without the digest of the lines.
    std::string written(BakeIndex& index, const std::string& name) const
    {
        index.write();
        const std::string text = readText(m_scene.path("index"));
        const std::size_t at = text.find(" " + name + "\n");
        return at == std::string::npos ? "" : text.substr(text.rfind('\n', at) + 1, at - text.rfind('\n', at) - 1);
    }

    bool keepsInput(const FileStat& stat) const
    {
        BakeIndex index = open(BelieveIndex::No);
        index.addInput("a.dds", stat, kFacts);
        return !written(index, "a.dds").empty();
    }

    // Stat data of a file that was last changed then.
    static FileStat at(std::int64_t time) { return {1000, time, time, 17}; }

    // The same, by a clock that is not coarse.
    static FileStat fineAt(std::int64_t time) { return at(time % (10 * kMillisecond) == 0 ? time - 1 : time); }

    const Json kFacts = {{"bytes", 1000}, {"digest", "0123"}};
    BakeScene m_scene{1, 4};
};

} // namespace

// A file is digested once, and again where anything of its stat data differs.
TEST_F(BakeIndexTest, TellsWhatItDigestedOfAnOldFile)
{
    const std::string path = m_scene.path("probe-0.dds");
    tick();
    BakeIndex first = open();
    const Json facts = first.inputFacts("probe-0.dds", path);
    EXPECT_EQ(first.digestedFiles(), 1u);
    first.write();
    BakeIndex second = open();
    EXPECT_EQ(second.inputFacts("probe-0.dds", path), facts);
    EXPECT_EQ(second.digestedFiles(), 0u);
    EXPECT_EQ(second.resultFacts("probe-0.dds", path), facts); // of another name, though the same file
    EXPECT_EQ(second.digestedFiles(), 1u);
    BakeIndex verifying = open(BelieveIndex::No);
    EXPECT_EQ(verifying.inputFacts("probe-0.dds", path), facts);
    EXPECT_EQ(verifying.digestedFiles(), 1u);
    m_scene.add("probe-0.dds", probeCube(1, 4));
    EXPECT_NE(second.inputFacts("probe-0.dds", path), facts);
    EXPECT_TRUE(second.inputFacts("none.dds", m_scene.path("none.dds")).is_null());
}

// An input was read, and may have changed again within the same tick of the clock: its stat data would be the same.
TEST_F(BakeIndexTest, KeepsInputsThatAreOlderThanTheRun)
{
    const std::int64_t old = tick();
    tick();
    BakeIndex index = open();
    const FileStat young = fineAt(tick());
    tick();
    FileStat youngContents = fineAt(old);
    youngContents.modified = young.modified;
    index.addInput("old.dds", fineAt(old), kFacts);
    index.addInput("young.dds", young, kFacts);
    index.addInput("contents.dds", youngContents, kFacts);
    EXPECT_NE(written(index, "old.dds"), "");
    EXPECT_EQ(written(index, "young.dds"), "");
    EXPECT_EQ(written(index, "contents.dds"), "");
}

// The run wrote its results itself, so they are as young as the index.
TEST_F(BakeIndexTest, KeepsResultsThatAreOlderThanTheIndex)
{
    BakeIndex index = open();
    const std::int64_t now = tick();
    tick();
    index.addResult("probes/a.png", at(now), kFacts);
    index.addResult("probes/b.png", at(now + kHour), kFacts);
    EXPECT_NE(written(index, "/probes/a.png"), "");
    EXPECT_EQ(written(index, "/probes/b.png"), "");
}

// FAT keeps times in steps of two seconds, rounded down.
TEST_F(BakeIndexTest, InputsOfACoarseClockMustBeTwoSecondsOlder)
{
    const std::int64_t whole = tick() / kSecond * kSecond;
    tick();
    EXPECT_FALSE(keepsInput(at(whole)));
    EXPECT_TRUE(keepsInput(at(whole - 4 * kSecond)));
    EXPECT_TRUE(keepsInput(fineAt(whole - kSecond - 1)));
}

// Seconds that do not fit into nanoseconds of 64 bits: the year 2400.
TEST_F(BakeIndexTest, InputsOfTheFarFutureAreReadAgain)
{
    const std::string path = m_scene.path("probe-0.dds");
    const timespec far{13'569'465'600, 0};
    const std::array<timespec, 2> times = {far, far};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times.data(), 0), 0);
    EXPECT_GT(pn::cli::statOf(path).modified, kHour);
    EXPECT_FALSE(keepsInput(pn::cli::statOf(path)));
}
