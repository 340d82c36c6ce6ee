#include "lab/commands/bench_commands.h"
#include "lab/commands/bench_options.h"

#include "decode/decoder_process.h"
#include "image/dds.h"
#include "image/exr.h"
#include "image/half_rows.h"
#include "image/picture_file.h"
#include "image/png.h"
#include "image/radiance.h"

#include "lab/bench/clock.h"
#include "lab/bench/statistics.h"

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <random>

namespace pn::cli {
namespace {

struct BenchDecodeOptions : BenchOptions
{
    std::uint32_t mostWidth = 4096;

    void addTo(CLI::App& app)
    {
        addRuns(app);
        addUint(app, "--width", mostWidth, 64, 4096, "Leaves out wider pictures than this (4096)");
        BenchOptions::addTo(app);
    }
};

struct DecodeCase
{
    const char* format;
    const char* probe; // for people
    std::uint32_t width, height;
};

struct DecodeTimes
{
    DecodeCase what;
    std::size_t fileBytes, texelBytes;
    bench::Spread here, sandboxed; // seconds
};

constexpr DecodeCase kCases[] = {
    {"png", "cubemap 64", 64, 384}, {"png", "cubemap 256", 256, 1536}, {"png", "map 4096 x 2048", 4096, 2048},
    {"exr", "cubemap 64", 64, 384}, {"exr", "cubemap 256", 256, 1536}, {"exr", "map 4096 x 2048", 4096, 2048},
    {"hdr", "cubemap 64", 64, 384}, {"hdr", "cubemap 256", 256, 1536}, {"hdr", "map 4096 x 2048", 4096, 2048},
    {"dds", "cubemap 64", 64, 384}, {"dds", "cubemap 256", 256, 1536}, {"dds", "cubemap 1024", 1024, 6144},
};

// Smooth with some noise, so that it packs about as photographs do.
std::vector<float> makeTexels(std::uint32_t width, std::uint32_t height, std::uint32_t channels)
{
    std::mt19937 random(14);
    std::vector<float> values;
    values.reserve(std::size_t{channels} * width * height);
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
            for (std::uint32_t channel = 0; channel < channels; ++channel)
                values.push_back(static_cast<float>((x + y) / 32 % 248 + random() % 8) / 64.0f);
    return values;
}

std::vector<std::byte> makeFile(const DecodeCase& what)
{
    const std::string_view format = what.format;
    if (format == "png")
    {
        std::vector<std::uint8_t> rgb;
        for (const float value : makeTexels(what.width, what.height, 3))
            rgb.push_back(static_cast<std::uint8_t>(64.0f * value));
        return image::encodePng(what.width, what.height, rgb);
    }
    const std::vector<float> texels = makeTexels(what.width, what.height, 4);
    const PnFormat texelFormat = format == "dds" ? PN_FORMAT_RGBA16F : PN_FORMAT_RGBA32F;
    image::Image image{texelFormat, what.width, what.height,
                       image::Buffer(image::texelBytes(texelFormat) * texels.size() / 4)};
    if (format != "dds")
    {
        std::memcpy(image.texels.data(), texels.data(), image.texels.size());
        return format == "exr" ? image::encodeExr(image) : image::encodeRadiance(image);
    }
    image::floatsToHalves(texels.data(), texels.size(), image.texels.data());
    const image::Image* mip = &image;
    return image::encodeDds({&mip, 1});
}

// In this process and in a decoder's, in turns.
DecodeTimes timeCase(const DecodeCase& what, std::uint32_t runs, decode::DecoderProcess& decoder)
{
    const std::vector<std::byte> file = makeFile(what);
    const std::string path = std::string("x.") + what.format;
    const image::Limits limits;
    std::vector<double> here, sandboxed;
    std::size_t texelBytes = 0;
    for (std::uint32_t run = 0; run < runs + 1; ++run)
    {
        throwIfInterrupted();
        const double own =
            bench::seconds([&] { texelBytes = image::decodeFile(file, path, {}, limits).image.texels.size(); });
        const double other = bench::seconds([&] { decoder.decode(file, path, {}, limits, throwIfInterrupted); });
        if (run == 0) // memory is new
            continue;
        here.push_back(own);
        sandboxed.push_back(other);
    }
    return {what, file.size(), texelBytes, bench::spread(here), bench::spread(sandboxed)};
}

BenchRow rowOf(const DecodeTimes& row)
{
    const double added = row.sandboxed.median / row.here.median - 1.0;
    return {.name = fmt::format("{:<5} {}", row.what.format, row.what.probe),
            .unsupported = "",
            .cells = {{"file KiB", fmt::format("{:.0f}", double(row.fileBytes) / 1024)},
                      {"texels KiB", fmt::format("{:.0f}", double(row.texelBytes) / 1024)},
                      {"ms here", fmt::format("{:.3f}", row.here.median * 1e3)},
                      {"ms in the sandbox", fmt::format("{:.3f}", row.sandboxed.median * 1e3)},
                      {"added", fmt::format("{:+.1f} %", 100.0 * added)}},
            .json = {{"file", row.what.format},
                     {"probe", row.what.probe},
                     {"fileBytes", row.fileBytes},
                     {"texelBytes", row.texelBytes},
                     {"seconds", {{"here", spreadJson(row.here)}, {"sandboxed", spreadJson(row.sandboxed)}}}}};
}

BenchReport reportOf(double start, const std::vector<DecodeTimes>& rows, std::uint32_t runs)
{
    BenchPart part{.device = "CPU", .driver = "", .rows = {}, .key = ""};
    for (const DecodeTimes& row : rows)
        part.rows.push_back(rowOf(row));
    return {.bench = "decode",
            .what = fmt::format("starting a decoder takes {:.2f} ms", start * 1e3),
            .rowTitle = "case",
            .limit = "",
            .runs = runs,
            .settings = {{"startSeconds", start}},
            .parts = {part}};
}

Exit run(BenchDecodeOptions& options, Console& console)
{
    options.messages.applyTo(console);
    std::unique_ptr<decode::DecoderProcess> decoder;
    double start = 0.0;
    const auto rows = measureWithStatus(console, [&] {
        start = bench::seconds([&] { decoder = std::make_unique<decode::DecoderProcess>(decode::DecoderLimits{}); });
        std::vector<DecodeTimes> times;
        for (const DecodeCase& what : kCases)
            if (what.width <= options.mostWidth)
                times.push_back(timeCase(what, options.runs, *decoder));
        return times;
    });
    printReport(reportOf(start, rows, options.runs), options.json);
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchDecodeOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Decodes made files in this process and in a sandboxed decoder, in turns. "added" is what the sandbox adds to the
time. All other commands decode .hdr and .dds in the tool's process; here they show what that saves.

  probenorm bench decode --runs 5)";

} // namespace

const Command kBenchDecodeCommand{
    .name = "decode",
    .summary = "Time decoding in this process and in the sandbox",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli
