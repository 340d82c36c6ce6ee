// Decoders that crash, hang, take all memory, ask for what they may not have, or lie: each costs one file, with one
// clear reason, and the next file is decoded.
#include "decode/decoder_main.h"
#include "decode/decoder_pool.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <optional>
#include <semaphore>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

using namespace pn;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view kPng = "\x89PNG\r\n\x1A\n"; // what goes to a decoder at all
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20;

image::Container picture()
{
    image::Container container;
    container.mipCount = 3;
    container.image.format = PN_FORMAT_RGBA8_SRGB;
    container.image.width = 5;
    container.image.height = 4;
    container.image.texels = image::Buffer(5 * 4 * 4);
    std::memset(container.image.texels.data(), 7, 5 * 4 * 4);
    return container;
}

void spin()
{
    volatile bool isOver = false;
    while (!isOver)
        continue;
}

// What a decoder that somebody has taken over might try.
const std::map<std::string_view, void (*)()> kAttacks = {
    {"crash", [] { raise(SIGSEGV); }},
    {"exit", [] { _exit(3); }},
    {"spin", [] { spin(); }},
    {"work", // of more than a second
     [] {
         while (std::clock() < CLOCKS_PER_SEC * 11 / 10)
         {
         }
         throw image::Error(image::ErrorKind::InvalidInput, std::to_string(getpid()));
     }},
    {"deaf spin",
     [] {
         sigset_t all;
         sigfillset(&all);
         sigprocmask(SIG_BLOCK, &all, nullptr);
         spin();
     }},
    {"wait", [] { std::binary_semaphore(0).acquire(); }},
    {"open", [] { open("/etc/hostname", O_RDONLY); }},
    {"connect", [] { socket(AF_INET, SOCK_STREAM, 0); }},
    {"fork", [] { fork(); }},
    {"thread", [] { std::thread([] {}).join(); }},
    {"exec", [] { execl("/bin/true", "true", nullptr); }},
    {"signal", [] { kill(getppid(), SIGTERM); }},
    {"code", [] { mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }},
    {"kept file", [] { static_cast<void>(ftruncate(decode::kInput, 0)); }},
    {"output",
     [] {
         const std::vector<char> block(kMaxBytes + 1);
         static_cast<void>(pwrite(decode::kOutput, block.data(), block.size(), 0));
         static_cast<void>(pwrite(decode::kOutput, block.data(), 1, static_cast<off_t>(block.size())));
     }},
    {"memory",
     [] {
         for (;;)
         {
             [[maybe_unused]] char* volatile const block = new char[1 << 24]; // untouched, so that it takes no time
         }
     }},
    {"throw", [] { throw image::Error(image::ErrorKind::Unsupported, "not this kind"); }},
    {"surprise", [] { throw std::runtime_error("surprise"); }},
};

image::Container testDecode(std::span<const std::byte> file, const std::string& path, const image::Choice& choice,
                            const image::Limits& limits)
{
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    const std::string_view what = text.substr(std::min(text.size(), kPng.size()));
    if (what == "picture")
        return picture();
    if (what == "facts") // what a request carries across
        throw image::Error(image::ErrorKind::InvalidInput, path + ' ' + std::to_string(choice.mip) + ' ' +
                                                               std::to_string(limits.maxBytes) + choice.layer);
    if (what == "process")
        throw image::Error(image::ErrorKind::InvalidInput, std::to_string(getpid()));
    kAttacks.at(what)();
    return {};
}

class Decoder : public testing::Test
{
protected:
    void SetUp() override
    {
        if (const std::string why = m_pool.whyNoSandbox(); !why.empty())
            GTEST_SKIP() << why;
    }

    image::Container decode(std::string_view what, const std::string& path = "a.png", std::uint32_t mip = 0)
    {
        const std::string file = std::string(path.ends_with("dds") ? "DDS " : kPng) + std::string(what);
        decode::DecoderPool& pool = m_other ? *m_other : m_pool;
        return pool.decode(std::as_bytes(std::span(file)), path, {.mip = mip}, image::Limits{kMaxBytes});
    }

    // A pool with other limits takes the place of the test's.
    void limit(const decode::DecoderLimits& limits)
    {
        m_other.emplace(
            testDecode, [] {}, [](const std::string&) {}, limits);
    }

    std::string reasonOf(std::string_view what, const std::string& path = "a.png", std::uint32_t mip = 0)
    {
        try
        {
            decode(what, path, mip);
        }
        catch (const image::Error& error)
        {
            m_kind = error.kind();
            return error.what();
        }
        return "nothing was thrown";
    }

    void expectAlive()
    {
        const image::Container container = decode("picture");
        EXPECT_EQ(container.image.width, 5u);
        EXPECT_EQ(container.image.height, 4u);
        EXPECT_EQ(container.mipCount, 3u);
        EXPECT_EQ(container.image.texels.data()[79], std::byte{7});
    }

    std::atomic<bool> m_isCancelled = false;
    image::ErrorKind m_kind{};
    std::vector<std::string> m_warnings;
    decode::DecoderPool m_pool{testDecode,
                               [this] {
                                   if (m_isCancelled)
                                       throw std::domain_error("cancelled");
                               },
                               [this](const std::string& text) { m_warnings.push_back(text); },
                               {.processorSeconds = 1, .wallSeconds = 120, .startPatience = 50ms}};
    std::optional<decode::DecoderPool> m_other;
};

struct Attack
{
    const char* what;
    const char* reason;
};

class Attacks : public Decoder, public testing::WithParamInterface<Attack>
{
};

} // namespace

TEST_P(Attacks, CostOneFile)
{
    const std::string reason = reasonOf(GetParam().what);
    EXPECT_NE(reason.find(GetParam().reason), std::string::npos) << reason;
    EXPECT_EQ(m_kind, image::ErrorKind::InvalidInput);
    expectAlive();
}

constexpr const char* kNoRight = "a system call that it has no right to (signal 31)";

INSTANTIATE_TEST_SUITE_P(
    All, Attacks,
    testing::Values(Attack{"crash", "the decoder crashed (signal 11)"},
                    Attack{"exit", "the decoder ended early (exit code 3)"},
                    Attack{"spin", "stopped after 1 seconds of processor time"},
                    Attack{"deaf spin", "stopped after 1 seconds of processor time"}, Attack{"open", kNoRight},
                    Attack{"connect", kNoRight}, Attack{"fork", kNoRight}, Attack{"thread", kNoRight},
                    Attack{"exec", kNoRight}, Attack{"signal", kNoRight}, Attack{"code", kNoRight},
                    Attack{"kept file", kNoRight}, Attack{"output", "more texels than --max-bytes allows"},
                    Attack{"memory", "needs more memory to decode"}, Attack{"surprise", "surprise"}),
    [](const auto& attack) {
        std::string name = attack.param.what;
        name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
        return name;
    });

TEST_F(Decoder, CarriesRequestsAcross)
{
    EXPECT_EQ(reasonOf("facts", "sky.png", 4), "sky.png 4 1048576");
    const std::string longPath = std::string(5000, 'a') + ".png";
    EXPECT_NE(reasonOf("facts", longPath).find("aaa.png 0 "), std::string::npos);
    EXPECT_EQ(reasonOf("throw"), "not this kind");
    EXPECT_EQ(m_kind, image::ErrorKind::Unsupported);
}

TEST_F(Decoder, IsUsedAgainUnlessItFailed)
{
    const std::string first = reasonOf("process");
    EXPECT_NE(first, std::to_string(getpid()));
    EXPECT_EQ(reasonOf("process"), first);
    reasonOf("crash");
    EXPECT_NE(reasonOf("process"), first);
}

TEST_F(Decoder, OwnReadersStayInThisProcess)
{
    EXPECT_THROW(decode("none", "a.dds"), std::out_of_range); // testDecode has no such attack
    EXPECT_EQ(m_pool.sandboxedFiles(), 0u);
}

TEST_F(Decoder, WaitsSoLongAndNoLonger)
{
    limit({.wallSeconds = 1});
    EXPECT_EQ(reasonOf("wait"), "the decoder gave no answer for 1 seconds");
}

TEST_F(Decoder, HasAHardLimitOfProcessorTime)
{
    const auto limit = [this] {
        rlimit found{};
        prlimit(std::stoi(reasonOf("process")), RLIMIT_CPU, nullptr, &found);
        return found.rlim_max;
    };
    EXPECT_EXIT(
        {
            rlimit ofUser{};
            ofUser.rlim_cur = ofUser.rlim_max = 30;
            setrlimit(RLIMIT_CPU, &ofUser);
            _exit(limit() == 30 ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
    EXPECT_GT(limit(), 30u);
    EXPECT_LE(limit(), 120u); // for files of 2 MiB
}

// So that its own hard limit cannot end an honest file.
TEST_F(Decoder, IsReplacedAfterASecondOfWork)
{
    limit({});
    const std::string first = reasonOf("process");
    EXPECT_EQ(reasonOf("work"), first);
    EXPECT_NE(reasonOf("process"), first);
}

// As few descriptors as are open, so that no decoder can start.
class NoDescriptors
{
public:
    NoDescriptors()
    {
        getrlimit(RLIMIT_NOFILE, &m_old);
        const rlimit none{3, m_old.rlim_max};
        setrlimit(RLIMIT_NOFILE, &none);
    }
    ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &m_old); }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;

private:
    rlimit m_old{};
};

TEST_F(Decoder, DoesNotGoWithoutASandboxForLackOfDescriptors)
{
    {
        const NoDescriptors lack;
        EXPECT_EQ(reasonOf("process"), "no decoder can start: socketpair: Too many open files");
        EXPECT_EQ(m_kind, image::ErrorKind::OutOfMemory);
    }
    EXPECT_EQ(m_pool.whyNoSandbox(), "");
    EXPECT_NE(reasonOf("process"), std::to_string(getpid()));
    EXPECT_TRUE(m_warnings.empty());
}

TEST_F(Decoder, WaitsForDescriptors)
{
    limit({.startPatience = 10min});
    std::optional<NoDescriptors> lack(std::in_place);
    std::jthread other([&lack] {
        std::this_thread::sleep_for(100ms);
        lack.reset();
    });
    expectAlive();
    EXPECT_EQ(m_other->sandboxedFiles(), 1u);
}

constexpr auto kCall = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));

template <std::size_t Size>
void filterCalls(std::array<sock_filter, Size>& code)
{
    const sock_fprog program{static_cast<unsigned short>(Size), code.data()};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

// From here on this process and those that it starts have a kernel from before Linux 3.17.
void loseMemoryFiles()
{
    std::array<sock_filter, 4> code = {
        {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kCall), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
    filterCalls(code);
}

// From here on this process and those that it starts have a system without seccomp.
void loseSeccomp()
{
    constexpr auto kFirstArgument = static_cast<std::uint32_t>(offsetof(seccomp_data, args)); // its low half
    std::array<sock_filter, 7> code = {
        {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kCall), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 3, 0),
         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFirstArgument),
         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
    filterCalls(code);
}

TEST_F(Decoder, SaysOnceThatThereIsNoSandbox)
{
    using Loss = std::pair<void (*)(), std::string>;
    for (const auto& [lose, reason] : {Loss{loseSeccomp, "seccomp is not allowed here"},
                                       Loss{loseMemoryFiles, "memfd_create: Function not implemented"}})
        EXPECT_EXIT(
            {
                lose();
                const bool isHere =
                    reasonOf("process") == std::to_string(getpid()) && reasonOf("process") == std::to_string(getpid());
                for (const std::string& warning : m_warnings)
                    std::fprintf(stderr, "%s\n", warning.c_str());
                _exit(isHere && m_warnings.size() == 1 ? 0 : 1);
            },
            testing::ExitedWithCode(0), "this system has no sandbox \\(" + reason + "\\)");
}

TEST_F(Decoder, CancellingEndsIt)
{
    expectAlive();
    std::jthread user([this] {
        std::this_thread::sleep_for(300ms);
        m_isCancelled = true;
    });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THROW(decode("wait"), std::domain_error);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 30s); // 0.3 s, where it would wait for ever
    m_isCancelled = false;
    expectAlive();
}

TEST_F(Decoder, ThreadsDecodeAtOnce)
{
    constexpr int kThreads = 4;
    std::atomic<int> good = 0;
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < kThreads; ++thread)
            threads.emplace_back([&, thread] {
                for (int i = 0; i < 20; ++i)
                    if (i % 7 == thread)
                        good += reasonOf("crash") == "the decoder crashed (signal 11)";
                    else
                        good += decode("picture").image.width == 5;
            });
    }
    EXPECT_EQ(good, kThreads * 20);
}

// A tool that is killed leaves no decoder behind: they end when the connection does.
TEST_F(Decoder, OutlivesNobody)
{
    int pipes[2];
    ASSERT_EQ(pipe(pipes), 0);
    const pid_t tool = fork();
    if (tool == 0)
    {
        const std::string process = reasonOf("process");
        const ssize_t count = write(pipes[1], process.data(), process.size());
        kill(getpid(), count > 0 ? SIGKILL : SIGTERM);
    }
    char text[32] = {};
    ASSERT_GT(read(pipes[0], text, sizeof(text) - 1), 0);
    const std::string folder = std::string("/proc/") + text;
    for (int i = 0; i < 500 && access(folder.c_str(), F_OK) == 0; ++i)
    {
        std::string state;
        std::getline(std::ifstream(folder + "/stat"), state);
        if (state.find(") Z ") != std::string::npos) // it has ended; nobody may be there to collect it
            return;
        std::this_thread::sleep_for(10ms);
    }
    EXPECT_NE(access(folder.c_str(), F_OK), 0);
}

int main(int argc, char** argv)
{
    if (const std::optional<int> exit = decode::runDecoder(argc, argv, testDecode))
        return *exit;
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
