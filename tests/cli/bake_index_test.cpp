// Which stat data the index of a bake believes. The time of an inode cannot be set, so the stat data are made up here.
#include "bake/bake_index.h"
#include "bake_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <chrono>
#include <filesystem>

using namespace pn::test;

namespace {

namespace fs = std::filesystem;

using pn::cli::BakeIndex;
using pn::cli::BelieveIndex;
using pn::cli::FileStat;
using pn::cli::Probe;
using Stats = std::vector<FileStat>;

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1000 * kMillisecond;
constexpr std::int64_t kHour = 3600 * kSecond;

class BakeIndexTest : public testing::Test
{
protected:
    BakeIndexTest() : m_manifest(pn::cli::readManifest(m_scene.manifest(), pn::cli::CheckFiles::Yes)) {}

    const Probe& probe(std::size_t i) const { return m_manifest.probes[i]; }
    BakeIndex open(BelieveIndex believe = BelieveIndex::Yes) const { return {m_scene.path("index"), believe}; }

    // The time by the clock of the file system, once it has moved on.
    std::int64_t tick() const
    {
        waitForTick(m_scene);
        return pn::cli::statOf(m_scene.add("clock", "")).modified;
    }

    // Writes the index of a run that reads an input, changed since the run began, for the first probe. Returns the stat
    // data of the input and of the result.
    Stats writeYoungInput() const
    {
        BakeIndex written = open();
        const FileStat input = fineAt(tick());
        const FileStat result = fineAt(tick());
        tick();
        written.add(probe(0), "seal", {input, result});
        written.write();
        return {input, result};
    }

    // Stat data of a file that was last changed then.
    static FileStat at(std::int64_t time) { return {1000, time, time, 17}; }

    // The same, by a clock that is not coarse.
    static FileStat fineAt(std::int64_t time) { return at(time % (10 * kMillisecond) == 0 ? time - 1 : time); }

    BakeScene m_scene{3, 4};
    pn::cli::Manifest m_manifest;
};

} // namespace

TEST_F(BakeIndexTest, TellsTheInputsOfARecordThatAreOlderThanTheRun)
{
    const FileStat input = fineAt(tick() - 1);
    const FileStat young = fineAt(input.changed + kHour);
    BakeIndex written = open();
    written.add(probe(0), "seal", {input, young});
    written.add(probe(1), "seal", {young, input});
    written.write();

    const BakeIndex index = open();
    EXPECT_EQ(index.findInputs(probe(0), "seal", 1), Stats{input}); // a young result does not matter
    EXPECT_EQ(index.findInputs(probe(0), "another", 1), Stats{});
    EXPECT_EQ(index.findInputs(probe(0), "seal", 2), Stats{});
    EXPECT_EQ(index.findInputs(probe(0), "seal", 3), Stats{});
    EXPECT_EQ(index.findInputs(probe(1), "seal", 1), Stats{});
    EXPECT_EQ(open(BelieveIndex::No).findInputs(probe(0), "seal", 1), Stats{});
}

// It was read, and may have changed again within the same tick of the clock: its stat data would be the same.
TEST_F(BakeIndexTest, AnInputThatChangesDuringTheRunIsReadAgain)
{
    const Stats files = writeYoungInput();
    const BakeIndex index = open();
    EXPECT_FALSE(index.knows(probe(0), files));
    EXPECT_EQ(index.findInputs(probe(0), "seal", 1), Stats{});
}

// Reading it again is paid once: the next run starts later.
TEST_F(BakeIndexTest, AnInputThatWasReadAgainIsBelieved)
{
    const Stats files = writeYoungInput();
    BakeIndex second = open();
    ASSERT_FALSE(second.knows(probe(0), files));
    second.add(probe(0), "seal", files);
    second.write();

    BakeIndex third = open();
    EXPECT_TRUE(third.knows(probe(0), files));
    third.write();
    EXPECT_TRUE(open().knows(probe(0), files)); // what is believed stays so
}

// The run wrote its results itself, so they are as young as the index.
TEST_F(BakeIndexTest, ResultsAreBelievedThatAreOlderThanTheIndex)
{
    const FileStat input = fineAt(tick() - kHour);
    BakeIndex written = open();
    const FileStat result = fineAt(tick());
    tick();
    written.add(probe(0), "seal", {input, result, result});
    written.add(probe(1), "seal", {input, result, fineAt(result.changed + kHour)});
    written.write();
    const BakeIndex index = open();
    EXPECT_TRUE(index.knows(probe(0), {input, result, result}));
    EXPECT_FALSE(index.knows(probe(0), {input, result, fineAt(result.changed - 1)}));
    EXPECT_FALSE(index.knows(probe(1), {input, result, fineAt(result.changed + kHour)}));
}

// FAT keeps times in steps of two seconds, rounded down.
TEST_F(BakeIndexTest, InputsOfACoarseClockMustBeTwoSecondsOlder)
{
    const std::int64_t whole = tick() / kSecond * kSecond;
    const FileStat coarse = at(whole);
    const FileStat old = at(whole - 4 * kSecond);
    FileStat coarseContents = fineAt(whole - kSecond - 1);
    coarseContents.modified = whole;
    const FileStat fine = fineAt(whole - kSecond - 1);
    BakeIndex written = open();
    written.add(probe(0), "seal", {coarse});
    written.add(probe(1), "seal", {old, fine});
    written.add(probe(2), "seal", {coarseContents});
    written.write();
    const BakeIndex index = open();
    EXPECT_EQ(index.findInputs(probe(0), "seal", 1), Stats{});
    EXPECT_EQ(index.findInputs(probe(1), "seal", 2), (Stats{old, fine}));
    EXPECT_EQ(index.findInputs(probe(2), "seal", 1), Stats{});
}

// A copy is younger than its original; what it believes is not.
TEST_F(BakeIndexTest, ACopyBelievesWhatTheOriginalDid)
{
    BakeIndex written = open();
    const FileStat input = fineAt(tick() + kHour);
    written.add(probe(0), "seal", {input});
    written.write();
    fs::last_write_time(m_scene.path("index"), fs::file_time_type::clock::now() + std::chrono::hours(2));
    EXPECT_EQ(open().findInputs(probe(0), "seal", 1), Stats{});
}

// The index of another folder may lie where nobody may write.
TEST_F(BakeIndexTest, OneThatIsOnlyReadMakesNoFile)
{
    const std::string folder = m_scene.path("gone");
    const BakeIndex index(folder + "/index", BelieveIndex::Yes, pn::cli::IndexUse::Read);
    EXPECT_EQ(index.findInputs(probe(0), "seal", 1), Stats{});
    EXPECT_FALSE(fs::exists(folder));
}

// Seconds that do not fit into nanoseconds of 64 bits: the year 2400.
TEST_F(BakeIndexTest, InputsOfTheFarFutureAreReadAgain)
{
    const std::string path = m_scene.path("probe-0.dds");
    const timespec far{13'569'465'600, 0};
    const std::array<timespec, 2> times = {far, far};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times.data(), 0), 0);
    const FileStat input = pn::cli::statOf(path);
    EXPECT_GT(input.modified, kHour);
    BakeIndex written = open();
    written.add(probe(0), "seal", {input});
    written.write();
    EXPECT_EQ(open().findInputs(probe(0), "seal", 1), Stats{});
}
