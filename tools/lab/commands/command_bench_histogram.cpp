#include "lab/commands/algorithm_command.h"
#include "run/input.h"

#include "image/convert.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <memory>

namespace pn::cli {
namespace {

constexpr std::uint32_t kLeastBins = 256, kMostBins = 65536;
constexpr std::uint32_t kOneColour[] = {0x3d553155u, 0x3c002e10u}; // two half floats each

struct BenchHistogramOptions : AlgorithmOptions
{
    std::string input = "random";
    std::uint32_t bins = kLeastBins;

    void addTo(CLI::App& app)
    {
        settings.histogram.source = lab::HistogramSource::Luminance;
        AlgorithmOptions::addTo(app, bench::Algorithm::Histogram, "Texels, or words with --source words");
        addUint(app, "--bins", bins, kLeastBins, kMostBins, "Bins, a power of two, 256 to 65536 (256)");
        addChoice(app, "--source", settings.histogram.source, {"words", "luminance"},
                  "Words of 32 bits, or RGBA16F texels by the logarithm of their luminance (luminance)");
        addText(app, "--input", input, "Texels of luminance: random, flat (one colour), or those of an environment")
            .takes("random|flat|FILE");
    }

    void resolve()
    {
        if (!std::has_single_bit(bins))
            throw Failure(Exit::CommandLine, fmt::format("--bins must be a power of two, found {}", bins));
        settings.histogram.binBits = std::uint32_t(std::bit_width(bins) - 1);
        settings.histogramInput = input;
        if (input == "random")
            return;
        if (settings.histogram.source == lab::HistogramSource::Words)
            throw Failure(Exit::CommandLine, "--input goes with --source luminance");
        settings.histogramWords = input == "flat"
                                      ? std::vector<std::uint32_t>(std::begin(kOneColour), std::end(kOneColour))
                                      : readTexels(input);
    }

private:
    static std::vector<std::uint32_t> readTexels(const std::string& path)
    {
        const image::Environment environment = loadInput(path, InputOptions{});
        const image::Image halves = image::toHalf(environment.image);
        std::vector<std::uint32_t> words(std::size_t{2} * halves.width * halves.height);
        std::memcpy(words.data(), halves.row(0), words.size() * sizeof(words[0]));
        return words;
    }
};

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchHistogramOptions>();
    options->addTo(app);
    return [options, &console] {
        options->resolve();
        return runAlgorithm(bench::Algorithm::Histogram, *options, console);
    };
}

constexpr const char* kManual =
    R"(Climbs the ladder of histograms (docs/parallel-algorithms.md): global atomics, bins of each group in shared memory, in
passes where it does not hold all of them, several copies of these, and aggregation by subgroups. GB/s count each
element read once; the share is of the speed at which the same memory can merely be read, found in the same run.

  probenorm bench histogram --device vulkan:0 --elements 256M --bins 4096
  probenorm bench histogram --input flat
  probenorm bench histogram --input forest.exr)";

} // namespace

const Command kBenchHistogramCommand{
    .name = "histogram",
    .summary = "Climb the ladder of histograms",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli
