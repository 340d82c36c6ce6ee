// A team's threads: every task once, the same threads from loop to loop, and none left behind.
#include "core/parallel.h"
#include "support/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>
#include <set>
#include <stdexcept>

namespace pn {
namespace {

using namespace testing;

// Which threads took part in a loop of so many tasks that wait for each other, so that each has a thread of its own.
std::set<std::thread::id> threadsOfLoop(WorkerTeam& team, std::uint32_t taskCount)
{
    std::atomic<std::uint32_t> arrived = 0;
    std::mutex mutex;
    std::set<std::thread::id> ids;
    team.run(taskCount, [&](std::uint32_t, std::size_t) {
        {
            const std::lock_guard lock(mutex);
            ids.insert(std::this_thread::get_id());
        }
        for (++arrived; arrived < taskCount;)
            std::this_thread::yield();
    });
    return ids;
}

TEST(WorkerTeam, DoesEveryTaskOnce)
{
    for (const std::uint32_t threads : {1u, 2u, 5u})
    {
        WorkerTeam team(threads);
        for (const std::size_t count : {0u, 1u, 3u, 1000u, 2u})
        {
            std::vector<std::atomic<int>> done(count);
            EXPECT_TRUE(team.run(count, [&](std::uint32_t worker, std::size_t i) {
                EXPECT_LT(worker, threads);
                ++done[i];
            }));
            for (const auto& times : done)
                EXPECT_EQ(times, 1);
        }
    }
}

TEST(WorkerTeam, KeepsItsThreadsFromLoopToLoopAndNoLonger)
{
    std::thread([] {}).join(); // with the first thread a sanitizer may start one of its own
    const std::size_t before = threadCount();
    {
        WorkerTeam team(4);
        EXPECT_EQ(threadsOfLoop(team, 1), std::set{std::this_thread::get_id()});
        EXPECT_TRUE(threadsSettleAt(before)) << "threads before there is work for them";
        const auto first = threadsOfLoop(team, 4);
        EXPECT_EQ(first.size(), 4u);
        EXPECT_EQ(threadsOfLoop(team, 4), first);
    }
    EXPECT_TRUE(threadsSettleAt(before)) << threadCount() << " threads, " << before << " before";
}

TEST(WorkerTeam, HelpersGoOnToTheNextLoopBeforeTheFirstIsJoined)
{
    WorkerTeam team(3);
    std::atomic<int> first = 0, second = 0;
    const WorkerTeam::Task inFirst = [&](std::uint32_t, std::size_t) { ++first; };
    const WorkerTeam::Task inSecond = [&](std::uint32_t worker, std::size_t) {
        EXPECT_EQ(first, 100); // all tasks before were given out, and the calling thread has none of them
        EXPECT_NE(worker, 0u);
        ++second;
    };
    WorkerTeam::Loop one(team, 100, inFirst, 2), two(team, 100, inSecond, 2); // the same helper works at both
    while (second < 100)
        std::this_thread::yield();
    EXPECT_TRUE(one.join());
    EXPECT_TRUE(two.join());
}

TEST(WorkerTeam, ALoopThatIsNotJoinedEnds)
{
    WorkerTeam team(3);
    std::atomic<std::size_t> done = 0;
    const WorkerTeam::Task count = [&](std::uint32_t, std::size_t) { ++done; };
    {
        const WorkerTeam::Loop loop(team, 1'000'000'000, count);
        while (done == 0)
            std::this_thread::yield();
    }
    const std::size_t before = done;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(done, before);
    EXPECT_EQ(threadsOfLoop(team, 3).size(), 3u);
}

TEST(WorkerTeam, UsesNoMoreThreadsThanAsked)
{
    WorkerTeam team(4);
    threadsOfLoop(team, 4);
    team.run(
        100, [](std::uint32_t worker, std::size_t) { EXPECT_LT(worker, 2u); }, {}, 2);
}

// The helper is late because it is still in another loop. A team that waited for it would never end this one.
TEST(WorkerTeam, WaitsForNoHelperThatIsLate)
{
    WorkerTeam team(2);
    std::counting_semaphore<> isThere(0), mayGo(0);
    const WorkerTeam::Task hold = [&](std::uint32_t, std::size_t) {
        isThere.release();
        mayGo.acquire();
    };
    WorkerTeam::Loop other(team, 2, hold, 2);
    isThere.acquire(); // the helper is
    std::size_t done = 0;
    EXPECT_TRUE(team.run(4, [&](std::uint32_t, std::size_t) { ++done; }));
    EXPECT_EQ(done, 4u);
    mayGo.release(2);
    EXPECT_TRUE(other.join());
}

TEST(WorkerTeam, AnExceptionEndsTheLoopAndTheTeamGoesOn)
{
    WorkerTeam team(3);
    for (int round = 0; round < 100; ++round)
    {
        const auto fail = [](std::uint32_t, std::size_t i) {
            if (i == 7)
                throw std::runtime_error("seven");
        };
        EXPECT_THROW(team.run(1000, fail), std::runtime_error);
        EXPECT_EQ(threadsOfLoop(team, 3).size(), 3u);
    }
}

TEST(WorkerTeam, StopsWhereTheCallerWantsTo)
{
    WorkerTeam team(3);
    int asked = 0;
    std::atomic<std::size_t> done = 0;
    const bool finished = team.run(
        1'000'000'000, [&](std::uint32_t, std::size_t) { ++done; }, [&] { return ++asked > 10; });
    EXPECT_FALSE(finished);
    EXPECT_EQ(asked, 11);
    EXPECT_GE(done, 10u);
    EXPECT_TRUE(team.run(1, [](std::uint32_t, std::size_t) {}));
}

} // namespace
} // namespace pn
