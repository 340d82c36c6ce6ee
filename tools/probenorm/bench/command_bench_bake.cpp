#include "bench/bake/bake_parts.h"
#include "bench/bake/timed_work.h"
#include "bench/bench_options.h"
#include "commands/command.h"
#include "run/device.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/json.h"
#include "support/text.h"

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

struct BakeReport
{
    BakeInputs inputs;
    std::string device;
    std::uint32_t threads = 0;
    std::uint64_t bytes = 0; // of the results
    ProcessTimes bake;
    CopyTimes copy;
    StageTimes stages;

    double processorMs() const { return 1e3 * bake.processor / inputs.count; }
};

// The bake cannot be faster than its slowest part alone. Returns that part and its time.
std::string boundOf(const BakeReport& report)
{
    const std::pair<double, const char*> bounds[] = {
        {report.copy.copyAndSync, "the disk: a durable copy of the results"},
        {report.stages.device, "the device stage"},
        {report.bake.processor / report.threads, "the processors: the time of all threads over their number"},
    };
    const auto most = *std::max_element(std::begin(bounds), std::end(bounds));
    return fmt::format("{}, {:.2f} s", most.second, most.first);
}

BakeReport measure(const BenchBakeOptions& options, Console& console)
{
    const BenchFolder folder(options.folder);
    FallbackContext device = makeFallbackContext(options.device, console);
    BakeReport report;
    report.inputs = options.inputs;
    report.device = contextInfo(device.context()).name;
    report.threads = options.threads();
    console.write(PN_LOG_INFO, "making the inputs");
    const std::string manifest = writeBakeInputs(folder.pathOf("inputs"), options.inputs);
    sync();
    console.write(PN_LOG_INFO, "baking");
    report.bake = timeProcess(kThisProgram, {"bake", manifest, "-o", folder.pathOf("baked"), "--quiet", "--device",
                                             options.device.device, "--jobs", std::to_string(options.jobCount()),
                                             "--threads", std::to_string(options.threads())});
    console.write(PN_LOG_INFO, "copying the results");
    report.copy = timePlainCopy(folder.pathOf("baked"), folder.pathOf("copy"));
    report.bytes = report.copy.bytes;
    folder.clear("copy");
    console.write(PN_LOG_INFO, "running one stage after the other");
    const Manifest probes = readManifest(manifest, CheckFiles::Yes);
    report.stages = timeStages(probes, folder.pathOf("stages"), std::move(device), options.jobCount());
    return report;
}

std::string lineOf(const BakeReport& report, const std::string& what, double seconds)
{
    return fmt::format("{:<28} {:>9.2f} {:>10.0f} {:>10.2f}\n", what, seconds, report.inputs.count / seconds,
                       1e-9 * static_cast<double>(report.bytes) / seconds);
}

std::string reportText(const BakeReport& report)
{
    const BakeInputs& inputs = report.inputs;
    const std::string result =
        inputs.cubemap == "none" ? "no cubemap" : fmt::format("{}{}", inputs.cubemap, inputs.mips ? " with mips" : "");
    std::string out =
        fmt::format("{} probes of {}^2 RGBA16F to {}, {:.2f} GB; {}, {} threads\n", inputs.count, inputs.faceSize,
                    result, 1e-9 * static_cast<double>(report.bytes), report.device, report.threads);
    out += fmt::format("{:<28} {:>9} {:>10} {:>10}\n", "", "seconds", "probes/s", "GB/s");
    out += lineOf(report, "bake", report.bake.wall);
    out += lineOf(report, "plain copy of the results", report.copy.copy);
    out += lineOf(report, "plain copy and one sync", report.copy.copyAndSync);
    out += lineOf(report, "alone: load", report.stages.load);
    out += lineOf(report, "alone: device", report.stages.device);
    out += lineOf(report, "alone: write", report.stages.write);
    out += lineOf(report, "alone: sync", report.stages.sync);
    out +=
        fmt::format("{:.2f} times the durable copy; {:.2f} ms of processor time for each probe; at most {:.0f} MB of "
                    "memory\n",
                    report.bake.wall / report.copy.copyAndSync, report.processorMs(),
                    1e-6 * static_cast<double>(report.bake.peakBytes));
    return out + fmt::format("bound by {}\n", boundOf(report));
}

std::string reportJson(const BakeReport& report)
{
    return jsonText(
        {{"probenorm", versionText()},
         {"bench", "bake"},
         {"probes", report.inputs.count},
         {"faceSize", report.inputs.faceSize},
         {"cubemap", report.inputs.cubemap},
         {"mips", report.inputs.mips},
         {"bytes", report.bytes},
         {"device", report.device},
         {"threads", report.threads},
         {"bake",
          {{"wall", report.bake.wall}, {"processor", report.bake.processor}, {"peakBytes", report.bake.peakBytes}}},
         {"copySeconds", report.copy.copy},
         {"copyAndSyncSeconds", report.copy.copyAndSync},
         {"stageSeconds",
          {{"load", report.stages.load},
           {"device", report.stages.device},
           {"write", report.stages.write},
           {"sync", report.stages.sync}}},
         {"bound", boundOf(report)}});
}

Exit run(BenchBakeOptions& options, Console& console)
{
    const BakeReport report = measure(options, console);
    writeOutput("-", options.json ? reportJson(report) : reportText(report));
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
