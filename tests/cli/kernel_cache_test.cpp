// --cache keeps compiled kernels from run to run, and nobody has to trust what is in its folder.
#include "files.h"
#include "program.h"

#include <gtest/gtest.h>

#include <filesystem>

using namespace pn::test;

namespace {

namespace fs = std::filesystem;

class KernelCache : public testing::Test
{
protected:
    KernelCache() { m_folder.add("probe.dds", flatCube(4, {1, 2, 3})); }

    Outcome project(const Names& more) const
    {
        Names all = {"project", m_folder.path("probe.dds"), "--device", "vulkan"};
        all.insert(all.end(), more.begin(), more.end());
        return run(all);
    }

    std::string cache() const { return m_folder.path("kernels/here"); }

    std::string onlyFile() const
    {
        const std::vector<fs::directory_entry> files{fs::directory_iterator(cache()), {}};
        EXPECT_EQ(files.size(), 1u); // no temporary one is left
        return files.empty() ? "" : files.front().path().string();
    }

    Folder m_folder;
};

} // namespace

TEST_F(KernelCache, IsMadeReadAndLeftAloneWhereNothingIsNew)
{
    const Outcome plain = project({});
    ASSERT_EQ(plain.exit, 0) << plain.err;
    ASSERT_EQ(project({"--cache", cache()}).out, plain.out);
    const std::string file = onlyFile();
    const std::string bytes = readText(file);
    EXPECT_TRUE(fs::path(file).filename().string().starts_with("probenorm-"));
    EXPECT_GT(bytes.size(), 24u); // more than its head; software drivers keep next to nothing
    const auto written = fs::last_write_time(file);
    const Outcome again = project({"--cache", cache()});
    EXPECT_EQ(again.out, plain.out);
    EXPECT_EQ(again.err, "");
    EXPECT_EQ(onlyFile(), file);
    EXPECT_EQ(fs::last_write_time(file), written); // the driver gave back what it had been given
}

TEST_F(KernelCache, IgnoresAndReplacesAFileThatIsDamaged)
{
    const Outcome first = project({"--cache", cache()});
    ASSERT_EQ(first.exit, 0) << first.err;
    const std::string file = onlyFile(), name = "kernels/here/" + fs::path(file).filename().string();
    const std::string whole = readText(file);
    std::string turned = whole;
    turned[whole.size() / 2] = static_cast<char>(turned[whole.size() / 2] ^ 1);
    for (const std::string& damaged : {std::string(), std::string("not a cache"), whole.substr(0, whole.size() / 2),
                                       whole + "x", turned, std::string(whole.size(), '\0')})
    {
        m_folder.add(name, damaged);
        const Outcome result = project({"--cache", cache()});
        EXPECT_EQ(result.exit, 0) << result.err;
        EXPECT_EQ(result.out, first.out);
        EXPECT_EQ(result.err, "");
        EXPECT_TRUE(readText(onlyFile()) != damaged);
        EXPECT_EQ(readText(onlyFile()).size(), whole.size());
    }
}

TEST_F(KernelCache, WorksWithoutAFolderThatCanBeWritten)
{
    m_folder.add("file", "");
    expectFailure(project({"--cache", m_folder.path("file/below")}), 2, {"--cache", "cannot be made"});
    fs::create_directories(cache());
    fs::permissions(cache(), fs::perms::owner_read | fs::perms::owner_exec);
    const Outcome result = project({"--cache", cache()});
    EXPECT_EQ(result.exit, 0) << result.err;
    fs::permissions(cache(), fs::perms::owner_all);
}
