// What the threads of a bake do while the disk takes its time.
#include "bake_files.h"

#include "bake/pipeline.h"
#include "run/device.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace pn::cli;
using namespace pn::test;

namespace {

constexpr std::uint32_t kJobs = 2;

// Bakes a scene by jobs that compute on the CPU, with a slow disk: the first commit takes until at least so many probes
// have been begun, and then none for half a second. Returns how many were begun.
class SlowDisk
{
public:
    explicit SlowDisk(const BakeScene& scene)
        : m_manifest(readManifest(scene.manifest(), CheckFiles::Yes)), m_folder(scene.path("out"), ExistingBake::Refuse)
    {
    }

    std::size_t run(std::size_t least)
    {
        std::vector<const Probe*> probes;
        for (const Probe& probe : m_manifest.probes)
            probes.push_back(&probe);
        std::size_t begun = 0;
        Pipeline::Events events;
        events.isDone = [this](const Probe&) {
            ++m_begun;
            return false;
        };
        events.onSkipped = [](std::size_t) {};
        events.onBaked = [&](const ProbeWork&) {
            if (m_baked++ == 0)
                begun = waitForStall(least);
        };
        events.onFailed = [](std::size_t, const std::exception_ptr&) { return false; };
        const auto openCpu = [this] {
            DeviceOptions cpu;
            cpu.device = "cpu";
            cpu.threads = 1;
            return makeFallbackContext(cpu, m_console);
        };
        Compressor jobsAlone({}, {}, ~0ull);
        Pipeline({m_manifest, m_folder, 1u << 20, 1, jobsAlone}, probes, {true, openCpu, openCpu},
                 {.jobs = kJobs, .maxMemory = std::uint64_t{4} << 30}, std::move(events))
            .run();
        return begun;
    }

    std::size_t baked() const { return m_baked; }

private:
    std::size_t waitForStall(std::size_t least) const
    {
        std::size_t begun = 0;
        const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        while ((m_begun < least || m_begun != begun) && std::chrono::steady_clock::now() < end)
        {
            begun = m_begun;
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
        }
        return begun;
    }

    Console m_console;
    Manifest m_manifest;
    BakeFolder m_folder;
    std::atomic<std::size_t> m_baked = 0;
    std::atomic<std::size_t> m_begun = 0;
};

} // namespace

// 256 probes have files without names, and those that are computed after them wait in memory.
TEST(Pipeline, LoadsNoMoreThanItsJobsCanHoldBesideASlowDisk)
{
    constexpr std::size_t kOpen = 256;
    const BakeScene scene(300, 4);
    SlowDisk disk(scene);
    const std::size_t begun = disk.run(kOpen + kJobs);
    EXPECT_GE(begun, kOpen + kJobs);
    EXPECT_LE(begun, kOpen + 2 * kJobs);
    EXPECT_EQ(disk.baked(), 300u);
}
