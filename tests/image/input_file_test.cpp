// Files are read to their end; those that a manifest names never outside of its folder, whatever links there are. A
// pipe is read where a user names it, and refused elsewhere.
#include "image/files/cancel.h"
#include "image/files/input_file.h"
#include "image_builder.h"
#include "temporary_folder.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <thread>

using namespace pn::image;

namespace {

std::string textOf(const Buffer& buffer)
{
    return {reinterpret_cast<const char*>(buffer.data()), buffer.size()};
}

std::atomic<int> questions; // whether the user has cancelled
std::atomic<bool> isCancelled;

void answer()
{
    ++questions;
    if (isCancelled)
        throw std::domain_error("cancelled");
}

// Whether it comes true within a minute. Else it opens the pipe for writing, so that the test ends.
template <typename Condition>
bool isSoon(const std::string& pipe, const Condition& condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!condition())
        close(open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
    return condition();
}

// From here on this process has a kernel from before Linux 5.6.
void loseOpenat2()
{
    std::array<sock_filter, 4> code = {
        {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offsetof(seccomp_data, nr))),
         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
    const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

class ReadBeneath : public testing::Test
{
protected:
    ReadBeneath()
    {
        std::filesystem::create_directories(m_folder / "inside/deep");
        std::ofstream(m_folder / "secret") << "secret";
        std::ofstream(m_folder / "inside/deep/a") << "fine";
    }

    std::string read(const std::string& name) const
    {
        return textOf(FolderReader(m_folder / "inside").readBeneath(name, 100).bytes);
    }

    TemporaryFolder m_folder;
};

} // namespace

TEST_F(ReadBeneath, ReadsWhatIsInside)
{
    EXPECT_EQ(read("deep/a"), "fine");
    EXPECT_EQ(FolderReader(m_folder / "inside").readBeneath("deep/a", 100).status.st_size, 4);
    std::filesystem::create_symlink("deep/a", m_folder / "inside/link");
    EXPECT_EQ(read("link"), "fine");
    for (const char* name : {"none", "none/a"})
        EXPECT_ERROR(read(name), FileIo, "No such file");
    EXPECT_ERROR(FolderReader(m_folder / "none").readBeneath("deep/a", 100), FileIo, "No such file");
    EXPECT_ERROR(FolderReader(m_folder / "inside").readBeneath("deep/a", 3), InvalidInput, "above the limit");
}

TEST_F(ReadBeneath, RefusesWhatLeadsOut)
{
    std::filesystem::create_symlink("../secret", m_folder / "inside/climbs");
    std::filesystem::create_symlink(m_folder / "secret", m_folder / "inside/absolute");
    std::filesystem::create_symlink("..", m_folder / "inside/up");
    for (const char* name : {"climbs", "absolute", "up/secret", "../secret", "deep/../../secret"})
    {
        SCOPED_TRACE(name);
        EXPECT_ERROR(read(name), InvalidInput, "link to elsewhere");
    }
}

TEST_F(ReadBeneath, FollowsNoLinkOnAnOldKernel)
{
    std::filesystem::create_symlink("deep", m_folder / "inside/link");
    EXPECT_EXIT(
        {
            loseOpenat2();
            EXPECT_EQ(read("deep/a"), "fine");
            for (const char* name : {"none", "none/a"})
                EXPECT_ERROR(read(name), FileIo, "No such file");
            for (const char* name : {"link/a", "deep/../deep/a"})
                EXPECT_ERROR(read(name), InvalidInput, "link to elsewhere");
            _exit(HasFailure() ? 1 : 0);
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(ReadBeneath, RefusesAPipe)
{
    ASSERT_EQ(mkfifo((m_folder / "inside/pipe").c_str(), 0600), 0);
    EXPECT_ERROR(read("pipe"), FileIo, "is not a regular file");
}

// While somebody exchanges a folder for a link that leads out, and back.
TEST_F(ReadBeneath, HasNoRace)
{
    std::filesystem::create_directories(m_folder / "inside/real");
    std::ofstream(m_folder / "inside/real/secret") << "fine";
    std::filesystem::create_symlink("..", m_folder / "inside/link");
    std::atomic<bool> isOver = false;
    std::jthread somebody([&] {
        std::error_code error;
        while (!isOver)
        {
            std::filesystem::rename(m_folder / "inside/real", m_folder / "inside/at", error);
            std::filesystem::rename(m_folder / "inside/at", m_folder / "inside/real", error);
            std::filesystem::rename(m_folder / "inside/link", m_folder / "inside/at", error);
            std::filesystem::rename(m_folder / "inside/at", m_folder / "inside/link", error);
        }
    });
    for (int i = 0; i < 5000; ++i)
        try
        {
            ASSERT_EQ(read("at/secret"), "fine");
        }
        catch (const Error&)
        {
        }
    isOver = true;
}

// A file is read in parts of at most 16 MiB. The size of a pipe is not known before its end.
TEST(ReadInput, EndsWhereTheFileDoes)
{
    const TemporaryFolder folder;
    for (const std::size_t size : {1u, 65535u, 65536u, (16u << 20) - 1, 16u << 20, (16u << 20) + 1, 33u << 20})
    {
        const std::string text = std::string(size - 1, 'a') + 'z';
        std::ofstream(folder / "file") << text;
        EXPECT_TRUE(textOf(readInput(folder / "file", 64 << 20)) == text) << size;
    }
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    const std::string part(40'000, 'p');
    const std::jthread writer([&] {
        std::ofstream pipe(folder / "pipe");
        for (int i = 0; i < 5; ++i)
            pipe << part << std::flush;
    });
    EXPECT_EQ(readInput(folder / "pipe", 1 << 20).size(), 5 * part.size());
}

TEST(ReadRegularFile, RefusesPipesAndDevices)
{
    const TemporaryFolder folder;
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_ERROR(readRegularFile(folder / "pipe"), FileIo, "pipe: is not a regular file");
    EXPECT_ERROR(readRegularFile("/dev/zero"), FileIo, "/dev/zero: is not a regular file");
    EXPECT_ERROR(readRegularFile(folder / ""), FileIo, "is a folder");
}

// No signal interrupts the call, as when it comes just before the call, or to another thread.
TEST(ReadInput, EndsWhereItWaitsAndTheUserHasCancelled)
{
    const TemporaryFolder folder;
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    questions = 0;
    isCancelled = false;
    setCancelCheck(answer);
    std::atomic<bool> isOver = false;
    {
        const std::jthread reader([&] {
            EXPECT_THROW(readInput(folder / "pipe", 100), std::domain_error);
            isOver = true;
        });
        EXPECT_TRUE(isSoon(folder / "pipe", [&] { return questions > 0; })) << "it does not ask";
        EXPECT_FALSE(isOver);
        isCancelled = true;
        EXPECT_TRUE(isSoon(folder / "pipe", [&] { return isOver == true; })) << "it does not end";
    }
    setCancelCheck(nullptr);
}
