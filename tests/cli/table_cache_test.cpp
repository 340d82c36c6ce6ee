// Tables of prefiltering are kept from run to run, in the user's cache folder or in that of --cache, and nobody has to
// trust what is in there.
#include "run/kept_files.h"

#include "files.h"
#include "program.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace pn::test;

namespace {

namespace fs = std::filesystem;

class TableCache : public testing::Test
{
protected:
    TableCache() { m_folder.add("probe.dds", colouredCube()); }
    ~TableCache() override { setenv("PROBENORM_CACHE", "", 1); } // as the other tests have it

    std::string prefiltered(const Names& more = {}) const
    {
        const std::string out = m_folder.path("out.ktx2");
        Names all = {"prefilter", m_folder.path("probe.dds"), "-o", out, "--device", "cpu"};
        all.insert(all.end(), more.begin(), more.end());
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.exit, 0);
        EXPECT_EQ(outcome.err, "");
        return readText(out);
    }

    std::vector<fs::path> tables(const std::string& folder) const
    {
        std::vector<fs::path> found;
        if (fs::exists(folder))
            for (const fs::directory_entry& entry : fs::directory_iterator(folder))
                found.push_back(entry.path());
        return found;
    }

    Folder m_folder;
};

TEST_F(TableCache, IsWrittenOnceAndRead)
{
    const std::string plain = prefiltered(), cache = m_folder.path("more/cache");
    EXPECT_EQ(prefiltered({"--cache", cache}), plain);
    const std::vector<fs::path> files = tables(cache);
    ASSERT_EQ(files.size(), 2u); // mips of 2 and 1
    for (const fs::path& file : files)
        EXPECT_TRUE(file.filename().string().starts_with("prefilter-")) << file;
    fs::last_write_time(files[0], fs::file_time_type::clock::now() - std::chrono::hours(24));
    const auto before = fs::last_write_time(files[0]);
    EXPECT_EQ(prefiltered({"--cache", cache}), plain);
    EXPECT_GT(fs::last_write_time(files[0]), before); // it was used
    const std::string bytes = readText(files[1].string());
    m_folder.add("more/cache/" + files[1].filename().string(), bytes.substr(0, bytes.size() / 2));
    EXPECT_EQ(prefiltered({"--cache", cache}), plain);
    EXPECT_EQ(readText(files[1].string()), bytes); // made anew
}

TEST_F(TableCache, IsTheUsersWhereNothingIsSaid)
{
    const std::string cache = m_folder.path("users");
    setenv("PROBENORM_CACHE", cache.c_str(), 1);
    const std::string plain = prefiltered({"--no-cache"});
    EXPECT_TRUE(tables(cache).empty());
    EXPECT_EQ(prefiltered(), plain);
    EXPECT_EQ(tables(cache).size(), 2u);
}

TEST(UserCacheFolder, IsThatOfTheSystemWhereNothingIsSaid)
{
    const auto folderWith = [](const char* ours, const char* xdg, const char* home) {
        const std::array<std::pair<const char*, const char*>, 3> wanted{
            {{"PROBENORM_CACHE", ours}, {"XDG_CACHE_HOME", xdg}, {"HOME", home}}};
        std::array<std::optional<std::string>, 3> before;
        for (std::size_t i = 0; i < wanted.size(); ++i)
        {
            const auto [name, value] = wanted[i];
            if (const char* had = std::getenv(name))
                before[i] = had;
            value != nullptr ? setenv(name, value, 1) : unsetenv(name);
        }
        const std::string folder = pn::cli::userCacheFolder();
        for (std::size_t i = 0; i < wanted.size(); ++i)
            before[i] ? setenv(wanted[i].first, before[i]->c_str(), 1) : unsetenv(wanted[i].first);
        return folder;
    };
    EXPECT_EQ(folderWith("/a", "/x", "/h"), "/a");
    EXPECT_EQ(folderWith("", "/x", "/h"), "");
    EXPECT_EQ(folderWith(nullptr, "/x", "/h"), "/x/probenorm");
    EXPECT_EQ(folderWith(nullptr, "x", "/h"), "/h/.cache/probenorm"); // the specification ignores what is relative
    EXPECT_EQ(folderWith(nullptr, nullptr, "/h"), "/h/.cache/probenorm");
    EXPECT_EQ(folderWith(nullptr, nullptr, nullptr), "");
}

// A file without texels of its own takes no room on the disk, and counts all the same.
TEST_F(TableCache, DropsWhatWasUsedLongestAgo)
{
    const std::string cache = m_folder.path("cache");
    fs::create_directory(cache);
    const std::string old = m_folder.add("cache/old.table", "x");
    m_folder.add("cache/other.txt", "x");
    fs::resize_file(old, std::uintmax_t{513} << 20);
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(24));
    prefiltered({"--cache", cache});
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(m_folder.has("cache/other.txt"));
    EXPECT_EQ(tables(cache).size(), 3u); // and two new ones
}

TEST_F(TableCache, IsNotNeeded)
{
    const std::string plain = prefiltered({"--no-cache"});
    setenv("PROBENORM_CACHE", "/dev/null/nowhere", 1); // cannot be made
    EXPECT_EQ(prefiltered(), plain);
    const Outcome both = run({"prefilter", m_folder.path("probe.dds"), "-o", m_folder.path("o.ktx2"), "--cache",
                              m_folder.path("c"), "--no-cache"});
    EXPECT_EQ(both.exit, 1);
}

} // namespace
