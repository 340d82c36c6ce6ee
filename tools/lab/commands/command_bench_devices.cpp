#include "commands/command.h"
#include "lab/commands/bench_commands.h"
#include "lab/commands/bench_options.h"
#include "run/device_team.h"

#include "lab/bench/devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace pn::cli {
namespace {

using bench::DevicesRow;

struct BenchDevicesOptions : BenchOptions
{
    std::uint32_t faceSize = 256;
    std::uint64_t bytes = std::uint64_t{4} << 30;
    std::uint64_t leastBytes = 128u << 20;

    void addTo(CLI::App& app)
    {
        addRuns(app);
        addUint(app, "--size", faceSize, 1, PN_MAX_FACE_SIZE, "Texels along an edge of their faces (256)");
        addBytes(app, "--bytes", bytes, "Texels of all cubemaps (4G)");
        addBytes(app, "--batch", leastBytes, "The least that a device takes at a time (128M)");
        device.addTo(app, DeviceCount::Several);
        BenchOptions::addTo(app);
    }
};

std::vector<bench::TeamDevice> devicesOf(const DeviceTeam& team)
{
    std::vector<bench::TeamDevice> devices;
    for (const auto& member : team)
    {
        bench::TeamDevice& device = devices.emplace_back();
        device.context = member->context();
        device.name = deviceChoice(device.context);
        const PnContextInfo info = contextInfo(device.context);
        if (info.backend != PN_BACKEND_CPU)
            device.vulkanIndex = info.deviceIndex;
    }
    return devices;
}

BenchRow rowOf(const DevicesRow& row)
{
    BenchRow out{.name = fmt::format("{} {}", row.work, row.devices),
                 .unsupported = row.unsupported,
                 .cells = {},
                 .json = {{"work", row.work}, {"devices", row.devices}}};
    if (!row.unsupported.empty())
        return out;
    out.addSpeed(row.speed);
    if (row.timesBestAlone == 0)
        return out;
    if (row.timesBestGpu > 0)
    {
        out.cells.push_back({"best GPU", fmt::format("{:.2f} x", row.timesBestGpu)});
        out.json["timesBestGpu"] = row.timesBestGpu;
    }
    out.cells.push_back({"best alone", fmt::format("{:.2f} x", row.timesBestAlone)});
    out.json["timesBestAlone"] = row.timesBestAlone;
    return out;
}

Exit run(BenchDevicesOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const DeviceTeam team = makeDeviceTeam(options.device, console);
    bench::DevicesSettings settings;
    settings.what.faceSize = options.faceSize;
    const std::uint64_t count = std::clamp<std::uint64_t>(options.bytes / settings.what.probeBytes(), 1, 1u << 24);
    settings.what.probeCount = static_cast<std::uint32_t>(count);
    settings.leastBytes = options.leastBytes;
    settings.runs = options.runs;
    settings.onRun = BeginMeasurement(console, options.messages.progress);
    BenchPart part{.device = teamName(team), .driver = "", .rows = {}, .key = ""};
    for (const DevicesRow& row :
         measureWithStatus(console, [&] { return bench::measureDevices(devicesOf(team), settings); }))
        part.rows.push_back(rowOf(row));
    printReport({.bench = "devices",
                 .what = fmt::format("{} cubemaps of {}^2 RGBA16F in the host's memory", count, options.faceSize),
                 .rowTitle = "work",
                 .limit = "copy",
                 .runs = options.runs,
                 .settings = {{"probes", count}, {"faceSize", options.faceSize}},
                 .parts = {part}},
                options.json);
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchDevicesOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Projects one batch of cubemaps from the host's memory on each device alone, on all GPUs together, and on all devices
together, and checks that all give the same bits. A device that is free takes nine tenths of its share of what is left,
by the speeds of the round before. Beside that, copies of as many bytes from the host to the GPUs: "copy" from pinned
memory that the GPU reads by itself, the limit of the other rows; "import" from the caller's own pages, which are
imported (VK_EXT_external_memory_host), copied and given back while the clock runs. "registered" is the projection from
memory that was registered with the GPUs before (pnRegisterHostMemory), and "register" what that takes. All rows take
turns, by the clock on the wall. "best GPU" and "best alone" are the speed over that of the fastest GPU, and of the
fastest device, alone.

  probenorm bench devices --device all
  probenorm bench devices --device vulkan:0,vulkan:1 --bytes 8G --runs 10)";

} // namespace

const Command kBenchDevicesCommand{
    .name = "devices",
    .summary = "Time devices that share cubemaps in the host's memory",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli
