#include "lab/commands/bench_commands.h"
#include "lab/commands/bench_options.h"
#include "run/output.h"
#include "support/json.h"
#include "support/text.h"

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
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        BenchOptions::addTo(app);
        addUint(app, "--width", mostWidth, 64, 4096, "Leaves out wider pictures than this (4096)");
        messages.addTo(app);
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
    double here, sandboxed; // seconds, medians
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
    return {what, file.size(), texelBytes, bench::spread(here).median, bench::spread(sandboxed).median};
}

std::string decodeText(double start, const std::vector<DecodeTimes>& rows)
{
    std::string out =
        fmt::format("starting a decoder takes {:.2f} ms\n{:<5} {:<16} {:>10} {:>10} {:>10} {:>10} {:>8}\n", start * 1e3,
                    "file", "probe", "file KB", "texels KB", "here ms", "sandbox", "added");
    for (const DecodeTimes& row : rows)
        out += fmt::format("{:<5} {:<16} {:>10.0f} {:>10.0f} {:>10.3f} {:>10.3f} {:>+7.1f}%\n", row.what.format,
                           row.what.probe, double(row.fileBytes) / 1024, double(row.texelBytes) / 1024, row.here * 1e3,
                           row.sandboxed * 1e3, 100.0 * (row.sandboxed / row.here - 1.0));
    return out;
}

std::string decodeJson(double start, const std::vector<DecodeTimes>& rows, std::uint32_t runs)
{
    Json cases = Json::array();
    for (const DecodeTimes& row : rows)
        cases.push_back({{"file", row.what.format},
                         {"probe", row.what.probe},
                         {"fileBytes", row.fileBytes},
                         {"texelBytes", row.texelBytes},
                         {"seconds", {{"here", row.here}, {"sandboxed", row.sandboxed}}}});
    return jsonText({{"probenorm", versionText()},
                     {"bench", "decode"},
                     {"runs", runs},
                     {"startSeconds", start},
                     {"cases", std::move(cases)}});
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
    writeOutput("-", options.json ? decodeJson(start, rows, options.runs) : decodeText(start, rows));
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
    "decode",
    "Time decoding in this process and in the sandbox",
    kManual,
    add,
};

} // namespace pn::cli
