#include "image/files/output_file.h"
#include "image_builder.h"
#include "temporary_folder.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

using namespace pn::image;

namespace {

// Runs body in a child process, since it changes what a process may do, and returns its exit code.
template <typename Body>
int inChild(Body&& body)
{
    const pid_t child = fork();
    if (child == 0)
    {
        try
        {
            body();
            _exit(0);
        }
        catch (const Error& e)
        {
            _exit(e.exitCode());
        }
        catch (...)
        {
            _exit(99);
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST(OutputFile, AppearsWholeAndAlone)
{
    const TemporaryFolder folder;
    OutputFile file(folder / "out.txt");
    file.write(std::as_bytes(std::span("abc", 3)));
    file.write(std::as_bytes(std::span("def", 3)));
    EXPECT_FALSE(std::filesystem::exists(folder / "out.txt")) << "not before commit";
    file.commit();
    EXPECT_EQ(contentOf(folder / "out.txt"), "abcdef");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"out.txt"});
}

// Also where its caller knows that nothing is there, and is wrong.
TEST(OutputFile, ReplacesWhatSomebodyElseMadeMeanwhile)
{
    const TemporaryFolder folder;
    for (const OutputTarget target : {OutputTarget::Any, OutputTarget::New})
    {
        OutputFile file(folder / "out.txt", target);
        file.write(std::as_bytes(std::span("ours", 4)));
        std::ofstream(folder / "out.txt") << "theirs and long";
        file.commit();
        EXPECT_EQ(contentOf(folder / "out.txt"), "ours");
        EXPECT_EQ(folder.names(), std::vector<std::string>{"out.txt"});
    }
}

TEST(OutputFile, ErrorsNameTheFileAndLeaveNothing)
{
    const TemporaryFolder folder;
    EXPECT_ERROR(writeFile(folder / "no/such/out.txt", "x"), FileIo, "no/such/out.txt: cannot write: No such file");
    EXPECT_ERROR(writeFile(folder / "", "x"), FileIo, "Is a directory");
    EXPECT_ERROR(writeFile("/proc/out.txt", "x"), FileIo, "/proc/out.txt: cannot write");
    EXPECT_TRUE(folder.names().empty());
}

TEST(OutputFile, AFullDiskLeavesTheOldFileAndNoTemporary)
{
    const TemporaryFolder folder;
    writeFile(folder / "out.bin", "old");
    const int code = inChild([&] {
        std::signal(SIGXFSZ, SIG_IGN); // so that write() fails as it does on a full disk
        const rlimit limit{4096, 4096};
        setrlimit(RLIMIT_FSIZE, &limit);
        writeFile(folder / "out.bin", std::string(10000, 'x'));
    });
    EXPECT_EQ(code, 2);
    EXPECT_EQ(contentOf(folder / "out.bin"), "old");
    EXPECT_EQ(folder.names().size(), 1u);
}

TEST(OutputFile, KeepsTheModeOfWhatItReplaces)
{
    const TemporaryFolder folder;
    writeFile(folder / "out.txt", "old");
    const auto mode = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
    std::filesystem::permissions(folder / "out.txt", mode);
    writeFile(folder / "out.txt", "new");
    EXPECT_EQ(std::filesystem::status(folder / "out.txt").permissions(), mode);
    EXPECT_EQ(contentOf(folder / "out.txt"), "new");
}

// Killed in the middle of a new file, where the file system has files without names; all that Linux has on disks have.
TEST(OutputFile, AKilledProcessLeavesNothingNew)
{
    const TemporaryFolder folder;
    const int code = inChild([&] {
        OutputFile file(folder / "out.txt");
        file.write(std::as_bytes(std::span("abc", 3)));
        if (!folder.names().empty())
            _exit(50); // no such file system: there is a temporary name
        kill(getpid(), SIGKILL);
    });
    if (code == 50)
        GTEST_SKIP() << "no O_TMPFILE here";
    EXPECT_EQ(code, -1);
    EXPECT_TRUE(folder.names().empty());
}

// A link is replaced like a file, and nobody waits for a pipe.
TEST(OutputFile, OneOfOursReplacesLinksAndRefusesPipes)
{
    const TemporaryFolder folder;
    std::ofstream(folder / "target") << "theirs";
    std::filesystem::create_symlink("target", folder / "link");
    writeFile(folder / "link", "ours", OutputTarget::Own);
    EXPECT_EQ(contentOf(folder / "target"), "theirs");
    EXPECT_EQ(contentOf(folder / "link"), "ours");
    std::filesystem::create_symlink("/dev/full", folder / "device");
    writeFile(folder / "device", "ours", OutputTarget::Own);
    EXPECT_EQ(contentOf(folder / "device"), "ours");
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_ERROR(writeFile(folder / "pipe", "ours", OutputTarget::Own), FileIo, "pipe: is not a regular file");
    EXPECT_ERROR(writeFile("/dev/null", "ours", OutputTarget::Own), FileIo, "/dev/null: is not a regular file");
    EXPECT_EQ(folder.names().size(), 4u);
}

// More than the pipe holds, so that the writer waits for the reader, before and after it has opened the pipe.
TEST(OutputFile, APipeThatAUserNamesIsWrittenToItsReader)
{
    const TemporaryFolder folder;
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    std::string text(1'000'000, 'a');
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<char>('a' + i % 23);
    std::jthread writer([&] { writeFile(folder / "pipe", text); });
    std::this_thread::sleep_for(std::chrono::milliseconds(30)); // either order is right
    EXPECT_TRUE(contentOf(folder / "pipe") == text);
}

TEST(FollowLinks, LeadsToWhatIsMeant)
{
    const TemporaryFolder folder;
    EXPECT_EQ(followLinks(folder / "plain"), folder / "plain");
    std::filesystem::create_symlink("target", folder / "relative");
    std::filesystem::create_symlink(folder / "relative", folder / "absolute");
    std::filesystem::create_symlink("loop", folder / "loop");
    EXPECT_EQ(followLinks(folder / "relative"), folder / "target"); // which need not be there
    EXPECT_EQ(followLinks(folder / "absolute"), folder / "target");
    EXPECT_EQ(followLinks(folder / "loop"), folder / "loop");
    EXPECT_EQ(followLinks("-"), "-");
    int pipes[2];
    ASSERT_EQ(pipe(pipes), 0);
    const std::string name = "/proc/self/fd/" + std::to_string(pipes[1]);
    EXPECT_EQ(followLinks(name), name); // such as /dev/stdout
    for (const int file : pipes)
        close(file);
}
