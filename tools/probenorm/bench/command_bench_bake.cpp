#include "bench/bake/bake_parts.h"
#include "bench/bake/timed_work.h"
#include "bench/bench_options.h"
#include "commands/command.h"
#include "run/device.h"
#include "support/failure.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kThisProgram = "/proc/self/exe";

struct BenchBakeOptions : BenchOptions
{
    BakeInputs inputs;
    std::string folder = "probenorm-bench-bake";
    std::uint32_t jobs = 0;

    void addTo(CLI::App& app)
    {
        addUint(app, "--probes", inputs.count, 1, 1u << 20, "Probes to bake (2000)");
        addUint(app, "--size", inputs.faceSize, 1, 4096, "Texels along an edge of their faces (128)");
        const std::vector<std::string> cubemaps = {"none", "ktx2", "dds", "exr", "hdr"};
        addWord(app, "--cubemap", cubemaps, "The normalized cubemap to write, with mips where it holds them (ktx2)",
                [this, cubemaps](std::size_t index) {
                    inputs.cubemap = cubemaps[index];
                    inputs.mips = index == 1 || index == 2;
                });
        addText(app, "--folder", folder, "A new folder for inputs and results (probenorm-bench-bake)").takes("DIR");
        addUint(app, "--jobs", jobs, 1, 1024, "As in bake");
        device.addTo(app, AutoDevice::Cpu);
        BenchOptions::addTo(app);
    }

    std::uint32_t threads() const
    {
        return device.threads != 0 ? device.threads : std::max(std::thread::hardware_concurrency(), 1u);
    }
    std::uint32_t jobCount() const { return jobs != 0 ? jobs : 2 * threads(); }
};

// A folder of our own, which goes away.
class BenchFolder
{
public:
    explicit BenchFolder(std::string path) : m_path(std::move(path))
    {
        std::error_code error;
        if (!fs::create_directories(m_path, error))
            throw Failure(Exit::FileIo, fmt::format("{}: {}", m_path,
                                                    error ? error.message() : "is there already; name a new folder"));
    }
    ~BenchFolder()
    {
        std::error_code error;
        fs::remove_all(m_path, error);
    }
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;

    std::string pathOf(const std::string& name) const { return m_path + "/" + name; }

    // The sync ends the disk's work here. It would otherwise go on while something else is timed.
    void clear(const std::string& name) const
    {
        fs::remove_all(pathOf(name));
        sync();
    }

private:
    std::string m_path;
};

// What bounds a bake, which cannot be faster than its slowest part alone, and that part's time.
std::string boundOf(const ProcessTimes& bake, const CopyTimes& copy, const StageTimes& stages, std::uint32_t threads)
{
    const std::pair<double, const char*> bounds[] = {
        {copy.copyAndSync, "the disk: a durable copy of the results"},
        {stages.device, "the device stage"},
        {bake.processor / threads, "the processors: the time of all threads over their number"},
    };
    const auto most = *std::max_element(std::begin(bounds), std::end(bounds));
    return fmt::format("{}, {:.2f} s", most.second, most.first);
}

BenchReport measure(const BenchBakeOptions& options, Console& console)
{
    const BenchFolder folder(options.folder);
    const BakeInputs& inputs = options.inputs;
    FallbackContext device = makeFallbackContext(options.device, console);
    const std::string deviceName = contextInfo(device.context()).name;
    console.write(PN_LOG_INFO, "making the inputs");
    const std::string manifest = writeBakeInputs(folder.pathOf("inputs"), inputs);
    sync();
    console.write(PN_LOG_INFO, "baking");
    const ProcessTimes bake = timeProcess(
        kThisProgram, {"bake", manifest, "-o", folder.pathOf("baked"), "--quiet", "--device", options.device.device,
                       "--jobs", std::to_string(options.jobCount()), "--threads", std::to_string(options.threads())});
    console.write(PN_LOG_INFO, "copying the results");
    const CopyTimes copy = timePlainCopy(folder.pathOf("baked"), folder.pathOf("copy"));
    folder.clear("copy");
    console.write(PN_LOG_INFO, "running one stage after the other");
    const Manifest probes = readManifest(manifest, CheckFiles::Yes);
    const StageTimes stages = timeStages(probes, folder.pathOf("stages"), std::move(device), options.jobCount());

    const double gigabytes = 1e-9 * static_cast<double>(copy.bytes);
    const auto row = [&](const char* step, double seconds) {
        return BenchRow{.name = step,
                        .cells = {{"seconds", fmt::format("{:.2f}", seconds)},
                                  {"probes/s", fmt::format("{:.0f}", inputs.count / seconds)},
                                  {"GB/s", fmt::format("{:.2f}", gigabytes / seconds)}},
                        .json = {{"step", step}, {"seconds", seconds}}};
    };
    const std::string result =
        inputs.cubemap == "none" ? "no cubemap" : fmt::format("{}{}", inputs.cubemap, inputs.mips ? " with mips" : "");
    const std::string bound = boundOf(bake, copy, stages, options.threads());
    return {
        .bench = "bake",
        .what =
            fmt::format("{} probes of {}^2 RGBA16F to {}, {:.2f} GB", inputs.count, inputs.faceSize, result, gigabytes),
        .rowTitle = "step",
        .settings = {{"probes", inputs.count},
                     {"faceSize", inputs.faceSize},
                     {"cubemap", inputs.cubemap},
                     {"mips", inputs.mips},
                     {"bytes", copy.bytes},
                     {"threads", options.threads()},
                     {"processorSeconds", bake.processor},
                     {"peakBytes", bake.peakBytes},
                     {"bound", bound}},
        .device = fmt::format("{}, {} threads", deviceName, options.threads()),
        .rows = {row("bake", bake.wall), row("plain copy", copy.copy), row("plain copy and one sync", copy.copyAndSync),
                 row("alone: load", stages.load), row("alone: device", stages.device),
                 row("alone: write", stages.write), row("alone: sync", stages.sync)},
        .notes = fmt::format("{:.2f} times the durable copy; {:.2f} ms of processor time for each probe; at most "
                             "{:.0f} MB of memory\nbound by {}\n",
                             bake.wall / copy.copyAndSync, 1e3 * bake.processor / inputs.count,
                             1e-6 * static_cast<double>(bake.peakBytes), bound)};
}

Exit run(BenchBakeOptions& options, Console& console)
{
    printReport(measure(options, console), options.json);
    return Exit::Success;
}

constexpr const char* kBenchBakeManual =
    R"(Makes probes in a new folder, bakes them as `probenorm bake` does, and times beside that, in the same run: a plain
copy of the results, with and without a sync of its file system; each stage of the bake alone. Inputs are in the
system's cache.

  probenorm bench bake
  probenorm bench bake --probes 1000 --size 256 --device vulkan
  probenorm bench bake --cubemap none --folder /data/bench)";

} // namespace

const Command kBenchBakeCommand{
    .name = "bake",
    .summary = "Bake probes of its own, and say what bounds it",
    .manual = kBenchBakeManual,
    .add = addCommand<BenchBakeOptions, run>,
};

} // namespace pn::cli
