// fault_sweep [STEP [WORD]]: every Vulkan call of every life fails in every way, one at a time, and a table says what
// came of it. With STEP only each STEPth call does. Each run is a process of its own, so that a crash costs one. Run it
// in the environment of fault_test (fault_sweep.sh). Ends with 1 unless all columns behind "errors" are 0.
#include "fault_lives.h"
#include "fault_run.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace pn::fault {
namespace {

constexpr unsigned kPatience = 300; // seconds for one life
constexpr int kVkTimeout = 2;

struct Way
{
    int code;
    bool isSticky = false;
    int again = 0;
};

constexpr Way kWays[] = {{-1}, {-2}, {-3}, {-4}, {-13}, {-1, true}, {-4, true}, {-4, false, 1}, {-2, false, 4}};

struct Counts
{
    int runs, errors;                                           // runs that ended with one
    int crashes, hangs, left, outputs, otherBits, failedChecks; // all of these must be 0

    bool isClean() const { return crashes + hangs + left + outputs + otherBits + failedChecks == 0; }
    void add(const Counts& more)
    {
        runs += more.runs, errors += more.errors, crashes += more.crashes, hangs += more.hangs, left += more.left;
        outputs += more.outputs, otherBits += more.otherBits, failedChecks += more.failedChecks;
    }
};

// Memory that a child shares with its parent, which can read it even if the child crashes.
struct Shared
{
    Counts counts;
    int calls, next; // of the life; the call that fails next
};

void print(const char* name, int calls, const Counts& counts)
{
    std::printf("%-28s %6d %7d %7d %8d %6d %13d %13d %11d %14d\n", name, calls, counts.runs, counts.errors,
                counts.crashes, counts.hangs, counts.left, counts.outputs, counts.otherBits, counts.failedChecks);
    std::fflush(stdout);
}

Injection injection(const Life& life, const Way& way, int call)
{
    return {way.code, call, way.isSticky, way.again, way.code == kVkTimeout ? "vkWaitForFences" : nullptr, life.caller};
}

int failedChecks()
{
    return ::testing::UnitTest::GetInstance()->ad_hoc_test_result().total_part_count();
}

// In a child: lets one call after the other fail.
void runLives(const Life& life, const Way& way, int step, Shared& shared)
{
    alarm(kPatience);
    inject(injection(life, way, 0));
    const Ending good = life.live();
    shared.calls = readReport().calls;
    if (good.result != PN_SUCCESS || shared.calls < 1)
        std::exit(1);
    for (; shared.next <= shared.calls; shared.next += step)
    {
        alarm(kPatience);
        inject(injection(life, way, shared.next));
        const int checksBefore = failedChecks();
        const Ending ending = life.live();
        const Report report = readReport();
        Counts counts{};
        counts.runs = 1;
        counts.errors = ending.result != PN_SUCCESS;
        counts.outputs = ending.wrongOutputs;
        counts.otherBits = ending.result == PN_SUCCESS && ending.bytes != good.bytes;
        counts.left =
            way.code != kVkTimeout && report.live != 0; // after a time-out device and instance stay on purpose
        counts.failedChecks = failedChecks() - checksBefore;
        shared.counts.add(counts);
        if (!counts.isClean())
            std::fprintf(stderr,
                         "  %s, code %d%s, again %d, call %d %s: result %d, %d objects left, %d wrong outputs\n",
                         life.name, way.code, way.isSticky ? " and all after" : "", way.again, shared.next,
                         report.failed.c_str(), ending.result, report.live, ending.wrongOutputs);
    }
    injectNothing();
}

Counts sweep(const Life& life, const Way& way, int step, int& calls)
{
    auto* shared =
        static_cast<Shared*>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    *shared = {{}, 0, 1};
    bool isOver = false;
    while (!isOver)
    {
        const pid_t child = fork();
        if (child == 0)
        {
            static_cast<void>(dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO));
            runLives(life, way, step, *shared);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        isOver = WIFEXITED(status) || shared->calls == 0;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            continue;
        std::printf("  %s, code %d, call %d: %s %d\n", life.name, way.code, shared->next,
                    WIFSIGNALED(status) ? "signal" : "exit code",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        const bool isHang = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
        ++(isHang ? shared->counts.hangs : shared->counts.crashes);
        shared->next += step;
    }
    const Counts counts = shared->counts;
    calls = std::max(calls, shared->calls);
    munmap(shared, sizeof(Shared));
    return counts;
}

int sweepAll(int step, const char* word)
{
    std::printf("%-28s %6s %7s %7s %8s %6s %13s %13s %11s %14s\n", "life", "calls", "runs", "errors", "crashes",
                "hangs", "objects left", "wrong outputs", "other bits", "failed checks");
    Counts all{};
    for (const Life& life : kLives)
    {
        if (std::strstr(life.name, word) == nullptr)
            continue;
        Counts counts{};
        int calls = 0;
        for (const Way& way : kWays)
            counts.add(sweep(life, way, step, calls));
        if (life.caller == nullptr) // a host waits itself
        {
            int waits = 0;
            counts.add(sweep(life, {kVkTimeout}, 1, waits));
        }
        print(life.name, calls, counts);
        all.add(counts);
    }
    print("all", 0, all);
    return all.isClean() ? 0 : 1;
}

} // namespace
} // namespace pn::fault

int main(int argc, char** argv)
{
    const int step = argc > 1 ? std::atoi(argv[1]) : 1;
    if (argc > 3 || step < 1)
    {
        std::fprintf(stderr, "usage: %s [STEP [WORD]]\n", argv[0]);
        return 2;
    }
    testing::InitGoogleTest();
    return pn::fault::sweepAll(step, argc > 2 ? argv[2] : "");
}
