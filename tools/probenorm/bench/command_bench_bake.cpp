#include "bench/bench_options.h"
#include "commands/command.h"
#include "image/files/output_file.h"
#include "image/files/parallel.h"
#include "image/formats/ktx.h"
#include "image/texels/half_rows.h"
#include "support/interrupt.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

struct BenchBakeOptions
{
    bool json = false;
    std::uint32_t probes = 2000;
    std::uint32_t faceSize = 128;
    std::string folder = "probenorm-bench-bake";
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addUint(app, "--size", faceSize, 1, 4096, "Face size (128)");
        addUint(app, "--probes", probes, 1, 1u << 20, "Probes to bake (2000)");
        addText(app, "--folder", folder, "A new folder for inputs and results (probenorm-bench-bake)").takes("DIR");
        device.addTo(app, AutoDevice::Cpu);
        addJsonFormat(app, json, "Form of the result (text)");
        messages.addTo(app);
    }
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

private:
    std::string m_path;
};

// Half floats of a sky with noise and a sun, others for each index, and the same on every machine.
image::Image bakeInput(std::uint32_t index, std::uint32_t size)
{
    image::Image image = image::makeImage(PN_FORMAT_RGBA16F, size, 6 * size);
    std::mt19937 random(index);
    const auto next = [&random] { return float(random() >> 8) * 0x1p-24f; };
    const float light = 0.2f + 2.0f * next();
    const auto sun = std::uint32_t(next() * float(6 * size * size));
    std::vector<float> row(std::size_t{4} * size);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        const float sky = light * (1.5f - float(y % size) / float(size));
        for (std::uint32_t x = 0; x < size; ++x)
        {
            const float texel = sky * (0.8f + 0.4f * next()) + (y * size + x == sun ? 500.0f : 0.0f);
            const float rgba[4] = {texel, 0.9f * texel, 1.2f * texel, 1.0f};
            std::copy(rgba, rgba + 4, &row[std::size_t{4} * x]);
        }
        image::floatsToHalves(row.data(), row.size(), image.row(y));
    }
    return image;
}

// Writes KTX2 cubemaps and their manifest, which asks for normalized cubemaps with mips, and returns its path.
std::string writeBakeInputs(const BenchFolder& folder, const BenchBakeOptions& options)
{
    fs::create_directory(folder.pathOf("inputs"));
    const auto nameOf = [](std::uint32_t index) { return fmt::format("probe-{:06}", index); };
    image::parallelRanges(options.probes, 0, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
        {
            throwIfInterrupted();
            const image::Image probe = bakeInput(i, options.faceSize);
            const image::Image* const pointer = &probe;
            image::OutputFile file(folder.pathOf("inputs/" + nameOf(i) + ".ktx2"));
            image::writeKtx2({&pointer, 1}, image::Ktx2Packing::None,
                             [&file](std::span<const std::byte> bytes) { file.write(bytes); });
            file.publish();
        }
    });
    Json manifest = {{"version", 1}, {"defaults", {{"cubemap", "ktx2"}, {"mips", true}}}, {"probes", Json::array()}};
    for (std::uint32_t i = 0; i < options.probes; ++i)
        manifest["probes"].push_back({{"id", nameOf(i)}, {"file", nameOf(i) + ".ktx2"}});
    const std::string path = folder.pathOf("inputs/probes.json");
    image::writeFile(path, manifest.dump());
    sync(); // nothing else waits for the disk while the bake is timed
    return path;
}

BenchRow rowOfBake(const char* step, double seconds, const BenchBakeOptions& options)
{
    return {.name = step,
            .cells = {{"seconds", fmt::format("{:.2f}", seconds)},
                      {"probes/s", fmt::format("{:.0f}", options.probes / seconds)}},
            .json = {{"step", step}, {"seconds", seconds}, {"probesPerSecond", options.probes / seconds}}};
}

BenchReport measure(const BenchBakeOptions& options, Console& console)
{
    const BenchFolder folder(options.folder);
    const std::string manifest = writeBakeInputs(folder, options);
    std::vector<std::string> arguments = {manifest,  "-o",       folder.pathOf("baked"),
                                          "--quiet", "--device", options.device.device};
    if (options.device.threads != 0)
        arguments.insert(arguments.end(), {"--threads", std::to_string(options.device.threads)});
    const double bake = bench::wallSeconds([&] {
        if (runCommand(kBakeCommand, arguments, console) != Exit::Success)
            throw Failure(Exit::RunTime, "the bake failed");
    });
    const double copy = bench::wallSeconds([&] {
        fs::copy(folder.pathOf("baked"), folder.pathOf("copy"), fs::copy_options::recursive);
        sync();
    });
    return {.bench = "bake",
            .what = fmt::format("{} probes of {}^2, rgba16f, to ktx2 with mips; the bake took {:.2f} times the copy",
                                options.probes, options.faceSize, bake / copy),
            .rowTitle = "step",
            .runs = 1,
            .settings = {{"probes", options.probes}, {"faceSize", options.faceSize}, {"timesTheCopy", bake / copy}},
            .device = options.device.device,
            .rows = {rowOfBake("bake", bake, options), rowOfBake("durable copy of the results", copy, options)}};
}

Exit run(BenchBakeOptions& options, Console& console)
{
    printReport(measure(options, console), options.json);
    return Exit::Success;
}

} // namespace

const Command kBenchBakeCommand{
    .name = "bake",
    .summary = "Time a bake beside a copy of its results",
    .manual =
        R"(Makes probes in a new folder, which goes away again, and times `probenorm bake` of them and then a plain copy of the
results with a sync. Inputs are in the system's cache. Both run once: the first bake of a day also waits for programs to
load.

  probenorm bench bake
  probenorm bench bake --probes 100 --size 256 --device vulkan)",
    .add = addCommand<BenchBakeOptions, run>,
};

} // namespace pn::cli
