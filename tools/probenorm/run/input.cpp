#include "run/input.h"

#include "decode/decoder_pool.h"
#include "run/run_check.h"
#include "support/failure.h"
#include "support/text.h"

#include "image/formats/layout.h"
#include "image/texels/bc6h.h"
#include "image/texels/convert.h"
#include "image/texels/texel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <system_error>

namespace pn::cli {
namespace {

decode::DecoderPool* decoders = nullptr; // set before there are threads

} // namespace

void setDecoders(decode::DecoderPool* pool)
{
    decoders = pool;
}

std::string decodingText()
{
    if (decoders == nullptr)
        return "in this process";
    if (decoders->sandboxedFiles() != 0)
        return "in a sandbox";
    const std::string why = decoders->whyNoSandbox();
    return why.empty() ? "in this process, by our own reader" : fmt::format("in this process; no sandbox: {}", why);
}

namespace {

constexpr std::array<const char*, kFaceCount> kFaceNames = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
constexpr std::uint32_t kMaxMip = 31;
constexpr float kLargestFinite = 0x1p64f; // magnitudes above count as infinite (docs/math.md)

bool isBad(float value)
{
    return !(std::fabs(value) <= kLargestFinite);
}

bool isPattern(const std::string& path)
{
    return path.find('%') != std::string::npos;
}

} // namespace

void InputOptions::addTo(CLI::App& app)
{
    addWord(app, "--layout", image::layoutNames(), "How pictures hold the environment (auto: by shape and name)",
            [this](std::size_t index) { layout = image::layoutNames()[index]; })
        .group("Input");
    addUint(app, "--mip", mip, 0, kMaxMip, "Mip to read from a DDS, KTX, KTX2 or .env file (0)").group("Input");
    addText(app, "--layer", layer, "Layer of an OpenEXR file with several (RGBA or Combined, else the only one)")
        .takes("NAME")
        .group("Input");
    addBytes(app, "--max-bytes", maxBytes, "Most bytes of decoded texels of one input (1G)").group("Input");
}

std::vector<InputPath> groupInputs(const std::vector<std::string>& inputs, const InputOptions& options)
{
    std::vector<InputPath> groups;
    const bool areFaces = image::isFaceFiles(image::findLayout(options.layout).value_or(image::Layout::Auto)) &&
                          inputs.size() > 1 && std::none_of(inputs.begin(), inputs.end(), isPattern);
    const std::size_t step = areFaces ? kFaceCount : 1;
    if (inputs.size() % step != 0)
        throw Failure(Exit::CommandLine, fmt::format("--layout {} takes six files for each environment, found {}",
                                                     options.layout, inputs.size()));
    for (auto first = inputs.begin(); first != inputs.end(); first += static_cast<std::ptrdiff_t>(step))
        groups.push_back({{first, first + static_cast<std::ptrdiff_t>(step)}});
    return groups;
}

image::Environment loadInput(const InputPath& input, const InputOptions& options,
                             std::optional<std::uint32_t> packThreads)
{
    if (input.decoded != nullptr)
        return image::copyOf(*input.decoded);
    image::LoadOptions load;
    load.layout = image::findLayout(options.layout).value_or(image::Layout::Auto);
    load.maxBytes = options.maxBytes;
    load.choice = {options.mip, options.layer};
    load.mayPack = packThreads.has_value();
    load.threads = packThreads.value_or(1);
    load.read = input.read;
    if (decoders != nullptr)
        load.decode = std::bind_front(&decode::DecoderPool::decode, decoders);
    if (input.paths.size() == 1)
        return image::loadEnvironment(input.name(), load);
    std::array<std::string, kFaceCount> faces;
    std::copy(input.paths.begin(), input.paths.end(), faces.begin());
    return image::loadFaces(faces, load);
}

image::Environment loadInput(const std::string& input, const InputOptions& options)
{
    return loadInput(InputPath{{input}}, options);
}

void requireCubeFits(std::uint32_t faceSize, bool hasMips, std::uint64_t maxBytes, const std::string& what)
{
    const std::uint64_t first = std::uint64_t{faceSize} * faceSize * kFaceCount * image::texelBytes(PN_FORMAT_RGBA32F);
    const std::uint64_t bytes = hasMips ? first + first / 3 : first;
    if (bytes > maxBytes)
        throw Failure(Exit::InvalidInput,
                      fmt::format("{} takes {} bytes, above the limit of {} (--max-bytes)", what, bytes, maxBytes));
}

InputFacts describe(const image::Environment& environment, unsigned threadCount)
{
    const image::TexelRange range = image::measureRange(environment.image, threadCount);
    InputFacts facts;
    facts.path = environment.path;
    facts.layout = image::layoutName(environment.layout);
    facts.isCubemap = environment.kind == image::Kind::Cubemap;
    facts.width = environment.image.width;
    facts.height = facts.isCubemap ? facts.width : environment.image.height;
    facts.texels = environment.texelCount();
    facts.nonFinite = range.nonFinite;
    facts.negative = range.negative;
    facts.min = range.min;
    facts.max = range.max;
    return facts;
}

std::vector<std::string> inputWarnings(const image::Environment& environment, const InputFacts& facts)
{
    std::vector<std::string> warnings = environment.image.warnings;
    const PnFormat format = environment.image.format;
    if (format == PN_FORMAT_RGBA8 || format == PN_FORMAT_RGBA8_SRGB)
        warnings.push_back(fmt::format("8-bit texels, taken as {}: light brighter than 1 is clipped",
                                       format == PN_FORMAT_RGBA8 ? "linear" : "sRGB"));
    if (facts.nonFinite > 0)
        warnings.push_back(fmt::format("{} not finite; NaN counts as 0, infinity as 65504",
                                       countedOf(facts.nonFinite, facts.texels, "texel")));
    return warnings;
}

void warnOfInput(const image::Environment& environment, const InputFacts& facts, Console& console)
{
    for (const std::string& warning : inputWarnings(environment, facts))
        console.warn(fmt::format("{}: {}", facts.path, warning));
    for (const std::string& warning : fireflyWarnings(environment, facts.max))
        console.warn(fmt::format("{}: {}", facts.path, warning));
}

std::uint64_t bytesOfFiles(const std::vector<std::string>& files)
{
    std::uint64_t bytes = 0;
    for (const std::string& file : files)
    {
        std::error_code error;
        const std::uintmax_t size = std::filesystem::file_size(file, error);
        bytes += error ? 0 : size;
    }
    return bytes;
}

Json inputJson(const InputFacts& facts)
{
    Json json = {{"path", facts.path}, {"layout", facts.layout}};
    if (facts.isCubemap)
        json["faceSize"] = facts.width;
    else
    {
        json["width"] = facts.width;
        json["height"] = facts.height;
    }
    json["texels"] = facts.texels;
    json["nonFinite"] = facts.nonFinite;
    json["negative"] = facts.negative;
    if (facts.clamped)
        json["clamped"] = *facts.clamped;
    json["min"] = facts.min;
    json["max"] = facts.max;
    return json;
}

std::string shapeText(const InputFacts& facts)
{
    if (facts.isCubemap)
        return fmt::format("{}, faces of {}", facts.layout, facts.width);
    return fmt::format("{} {} x {}", facts.layout, facts.width, facts.height);
}

PnFormat storedFormat(const image::Image& image)
{
    return image.stored != PN_FORMAT_UNDEFINED ? image.stored : image.format;
}

const char* formatName(PnFormat format)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return "rgba32f";
    case PN_FORMAT_RGB32F: return "rgb32f";
    case PN_FORMAT_RGBA16F: return "rgba16f";
    case PN_FORMAT_RGB9E5: return "rgb9e5";
    case PN_FORMAT_R11G11B10F: return "r11g11b10f";
    case PN_FORMAT_RGBA8: return "rgba8";
    case PN_FORMAT_RGBA8_SRGB: return "rgba8-srgb";
    case image::kOneHalf: return "r16f";
    case image::kBc6h: return "bc6h";
    case image::kBc6hSigned: return "bc6h-signed";
    default: return "unknown";
    }
}

std::string placeText(image::Kind kind, const TexelPlace& place)
{
    if (kind == image::Kind::Cubemap)
        return fmt::format("face {}, x {}, y {}", kFaceNames.at(place.face), place.x, place.y);
    return fmt::format("x {}, y {}", place.x, place.y);
}

std::optional<TexelPlace> findBadTexel(const image::Environment& environment)
{
    const image::Image& image = environment.image;
    const std::uint32_t rowsPerFace = environment.kind == image::Kind::Cubemap ? image.width : image.height;
    std::vector<image::Rgb> row(image.width);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        image::decodeRow(image.format, image.row(y), image.width, row.data());
        for (std::uint32_t x = 0; x < image.width; ++x)
            if (isBad(row[x].r) || isBad(row[x].g) || isBad(row[x].b))
                return TexelPlace{y / rowsPerFace, x, y % rowsPerFace};
    }
    return std::nullopt;
}

void throwBadTexel(const std::string& path, image::Kind kind, const TexelPlace& place)
{
    throw Failure(Exit::InvalidInput, fmt::format("{}: a texel is not finite at {}", path, placeText(kind, place)));
}

} // namespace pn::cli
