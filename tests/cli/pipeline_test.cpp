// When a bake's files get their names, beside devices that take their time to open.
#include "bake_files.h"

#include "bake/pipeline.h"
#include "run/fallback_context.h"

#include <chrono>
#include <semaphore>

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
        Pipeline::Events events;
        events.isDone = [](const Probe&) { return false; };
        events.onSkipped = [](std::size_t) {};
        events.onBaked = [&](const ProbeWork&) {
            if (m_baked++ == 0)
                firstIsBaked.release();
        };
        events.onFailed = [](std::size_t) { return false; };
        const auto open = [&]() -> std::vector<DeviceStage>& {
            wasFirst = firstIsBaked.try_acquire_for(longest);
            return m_devices;
        };
        Pipeline({m_manifest, m_folder, 1u << 20, 1}, m_probes,
                 {.open = open,
                  .cpuPart = CpuPart::UntilDevicesAreOpen,
                  .openCpu = [this] { return makeCpu(); }},
                 {.jobs = 2, .maxMemory = 64u << 20, .batchBytes = 1u << 20}, std::move(events))
            .run();
        return wasFirst;
    }

    std::size_t baked() const { return m_baked; }

private:
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
};

} // namespace

TEST(Pipeline, GivesNoNamesBeforeDevicesAreOpen)
{
    const BakeScene scene(4, 16);
    SlowDevices devices(scene);
    EXPECT_FALSE(devices.run(std::chrono::milliseconds(500)));
    EXPECT_EQ(devices.baked(), 4u);
}
