// fault_sweep [STEP [WORD [FIRST]]]: every Vulkan call of every life fails in every way, one at a time, and a table
// says what came of it. With STEP only each STEPth call does, from call FIRST on. WORD chooses the lives whose names
// contain it. PN_SWEEP_PROCESSES run side by side, as many as there are processors by default; a crash costs one run.
// Run it in the environment of fault_test (fault_sweep.sh). Ends with 1 unless all columns behind "errors" are 0.
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
#include <thread>

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

// Which calls fail.
struct Positions
{
    int first, step;
};

// Memory that child processes write and their parent reads.
template <typename Value>
class SharedArray
{
public:
    explicit SharedArray(int size)
        : m_bytes(sizeof(Value) * static_cast<std::size_t>(size)),
          m_values(
              static_cast<Value*>(mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)))
    {
    }
    ~SharedArray() { munmap(m_values, m_bytes); }
    SharedArray(const SharedArray&) = delete;
    SharedArray& operator=(const SharedArray&) = delete;

    Value& operator[](int index) { return m_values[index]; }

private:
    std::size_t m_bytes;
    Value* m_values;
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

// Counts what killed a child, and goes on behind the call that did.
void countDeath(const Life& life, const Way& way, int step, int status, Shared& shared)
{
    std::printf("  %s, code %d, call %d: %s %d\n", life.name, way.code, shared.next,
                WIFSIGNALED(status) ? "signal" : "exit code",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    std::fflush(stdout);
    const bool isHang = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    ++(isHang ? shared.counts.hangs : shared.counts.crashes);
    shared.next += step;
}

// Adds to counts. Returns how many calls the life has.
int sweepWay(const Life& life, const Way& way, const Positions& positions, Counts& counts)
{
    SharedArray<Shared> memory(1);
    Shared& shared = memory[0];
    shared.next = positions.first;
    bool isOver = false;
    while (!isOver)
    {
        const pid_t child = fork();
        if (child == 0)
        {
            static_cast<void>(dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO));
            runLives(life, way, positions.step, shared);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        isOver = WIFEXITED(status) || shared.calls == 0;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            countDeath(life, way, positions.step, status, shared);
    }
    counts.add(shared.counts);
    return shared.calls;
}

// Adds to counts. Returns how many calls the life has.
int sweepWays(const Life& life, const Positions& positions, Counts& counts)
{
    int calls = 0;
    for (const Way& way : kWays)
        calls = std::max(calls, sweepWay(life, way, positions, counts));
    if (life.caller == nullptr) // a host waits itself
        sweepWay(life, {kVkTimeout}, positions, counts);
    return calls;
}

// Each process takes its share of the calls.
void sweepLife(const Life& life, const Positions& positions, int processes, Counts& all)
{
    struct Share
    {
        Counts counts;
        int calls;
    };
    SharedArray<Share> shares(processes);
    for (int i = 0; i < processes; ++i)
    {
        if (fork() != 0)
            continue;
        const Positions own{positions.first + i * positions.step, positions.step * processes};
        shares[i].calls = sweepWays(life, own, shares[i].counts);
        std::_Exit(0);
    }
    Counts counts{};
    for (int i = 0, status = 0; i < processes; ++i)
        counts.crashes += wait(&status) < 0 || status != 0; // a process that starts the others
    for (int i = 0; i < processes; ++i)
        counts.add(shares[i].counts);
    print(life.name, shares[0].calls, counts);
    all.add(counts);
}

int processCount()
{
    const char* text = std::getenv("PN_SWEEP_PROCESSES");
    const int wanted = text != nullptr ? std::atoi(text) : static_cast<int>(std::thread::hardware_concurrency());
    return std::max(wanted, 1);
}

int sweepAll(const Positions& positions, const char* word)
{
    std::printf("%-28s %6s %7s %7s %8s %6s %13s %13s %11s %14s\n", "life", "calls", "runs", "errors", "crashes",
                "hangs", "objects left", "wrong outputs", "other bits", "failed checks");
    std::fflush(stdout);
    Counts all{};
    for (const Life& life : kLives)
        if (std::strstr(life.name, word) != nullptr)
            sweepLife(life, positions, processCount(), all);
    print("all", 0, all);
    return all.isClean() ? 0 : 1;
}

} // namespace
} // namespace pn::fault

int main(int argc, char** argv)
{
    const int step = argc > 1 ? std::atoi(argv[1]) : 1;
    const int first = argc > 3 ? std::atoi(argv[3]) : 1;
    if (argc > 4 || step < 1 || first < 1)
    {
        std::fprintf(stderr, "usage: %s [STEP [WORD [FIRST]]]\n", argv[0]);
        return 2;
    }
    testing::InitGoogleTest();
    return pn::fault::sweepAll({first, step}, argc > 2 ? argv[2] : "");
}
