// What a bake does while devices take their time to open, or the disk does.
#include "bake_files.h"

#include "bake/pipeline.h"
#include "run/fallback_context.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <semaphore>
#include <thread>

using namespace pn::cli;
using namespace pn::test;

namespace {

// Bakes a scene by jobs that compute on the CPU, beside a device that is the CPU as well.
class SlowDevices
{
public:
    explicit SlowDevices(const BakeScene& scene)
        : m_manifest(readManifest(scene.manifest(), CheckFiles::Yes)),
          m_folder(scene.path("out"), ExistingBake::Refuse), m_cpu(makeCpu()), m_devices{DeviceStage(m_cpu)}
    {
        for (const Probe& probe : m_manifest.probes)
            m_probes.push_back(&probe);
    }

    // Devices open when the first probe has its files, or after so long. Returns whether it was the first probe.
    bool run(std::chrono::milliseconds longest)
    {
        std::binary_semaphore firstIsBaked(0);
        bool wasFirst = false;
        bake(
            CpuPart::UntilDevicesAreOpen, [&] { firstIsBaked.release(); },
            [&] { wasFirst = firstIsBaked.try_acquire_for(longest); });
        return wasFirst;
    }

    // The disk is slow: the first commit takes until at least so many probes have been begun, and then none for half a
    // second. Returns how many were begun.
    std::size_t runBesideASlowDisk(std::size_t least)
    {
        std::size_t begun = 0;
        const auto waitForStall = [&] {
            const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
            while ((m_begun < least || m_begun != begun) && std::chrono::steady_clock::now() < end)
            {
                begun = m_begun;
                std::this_thread::sleep_for(std::chrono::milliseconds(500));
            }
        };
        bake(CpuPart::Always, waitForStall, [] {});
        return begun;
    }

    std::size_t baked() const { return m_baked; }

    static constexpr std::uint32_t kJobs = 2;

private:
    // Calls onFirst when the first probe is baked, and untilOpen while devices are opened.
    void bake(CpuPart cpuPart, const std::function<void()>& onFirst, const std::function<void()>& untilOpen)
    {
        Pipeline::Events events;
        events.isDone = [this](const Probe&) {
            ++m_begun;
            return false;
        };
        events.onSkipped = [](std::size_t) {};
        events.onBaked = [&](const ProbeWork&) {
            if (m_baked++ == 0)
                onFirst();
        };
        events.onFailed = [](std::size_t) { return false; };
        const auto open = [&]() -> std::vector<DeviceStage>& {
            untilOpen();
            return m_devices;
        };
        Pipeline({m_manifest, m_folder, 1u << 20, 1}, m_probes,
                 {.open = open, .cpuPart = cpuPart, .openCpu = [this] { return makeCpu(); }},
                 {.jobs = kJobs, .maxMemory = std::uint64_t{4} << 30, .batchBytes = 1u << 20}, std::move(events))
            .run();
    }

    FallbackContext makeCpu()
    {
        DeviceOptions cpu;
        cpu.device = "cpu";
        cpu.threads = 1;
        return makeFallbackContext(cpu, m_console);
    }

    Console m_console;
    Manifest m_manifest;
    BakeFolder m_folder;
    FallbackContext m_cpu;
    std::vector<DeviceStage> m_devices;
    std::vector<const Probe*> m_probes;
    std::atomic<std::size_t> m_baked = 0;
    std::atomic<std::size_t> m_begun = 0;
};

} // namespace

TEST(Pipeline, GivesNoNamesBeforeDevicesAreOpen)
{
    const BakeScene scene(4, 16);
    SlowDevices devices(scene);
    EXPECT_FALSE(devices.run(std::chrono::milliseconds(500)));
    EXPECT_EQ(devices.baked(), 4u);
}

// 256 probes have files without names, and those that are computed after them wait in memory.
TEST(Pipeline, LoadsNoMoreThanItsJobsCanHoldBesideASlowDisk)
{
    constexpr std::size_t kNamed = 256, kJobs = SlowDevices::kJobs;
    const BakeScene scene(300, 4);
    SlowDevices devices(scene);
    const std::size_t begun = devices.runBesideASlowDisk(kNamed + kJobs);
    EXPECT_GE(begun, kNamed + kJobs);
    EXPECT_LE(begun, kNamed + 2 * kJobs);
    EXPECT_EQ(devices.baked(), 300u);
}
