#include "run/environment_output.h"

#include "sh/result.h"
#include "sh/window.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/files/output_file.h"
#include "image/formats/file_kinds.h"
#include "image/formats/layout.h"
#include "image/texels/bc6h.h"
#include "image/texels/convert.h"
#include "image/texels/light_range.h"
#include "image/texels/texel_range.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <numbers>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace pn::cli {
namespace {

bool hasMark(const std::string& path, char mark)
{
    return path.find(mark, path.rfind('/') + 1) != std::string::npos;
}

// The files of a mip; # stands for its number.
std::array<std::string, kFaceCount> facePathsOf(std::string pattern, std::uint32_t mip)
{
    if (hasMark(pattern, '#'))
        pattern.replace(pattern.rfind('#'), 1, std::to_string(mip));
    return image::facePaths(pattern, image::allFaceNames().front());
}

image::Image faceOf(const image::Image& cube, std::uint32_t face)
{
    const std::size_t bytes = cube.texels.size() / kFaceCount;
    image::Image out{cube.format, cube.width, cube.width, image::Buffer(bytes)};
    std::memcpy(out.texels.data(), cube.texels.data() + face * bytes, bytes);
    return out;
}

// A file that has its bytes, and no name yet.
std::unique_ptr<image::OutputFile> startFile(const std::string& path, std::span<const image::Image* const> mips,
                                             image::Ktx2Packing packing, const image::FileTexts& texts)
{
    auto file = std::make_unique<image::OutputFile>(image::followLinks(path));
    image::writeCubemapFile(
        path, mips, packing, [&](std::span<const std::byte> bytes) { file->write(bytes); }, texts);
    return file;
}

std::vector<std::string_view> endingsOf(image::Layout layout, bool isPattern)
{
    if (layout == image::Layout::CubemapFile && isPattern)
        return {".exr", ".hdr", ".png"};
    if (layout == image::Layout::CubemapFile)
        return {".ktx2", ".ktx", ".env", ".dds", ".exr", ".hdr"};
    if (image::isOctahedral(layout))
        return {".ktx2", ".dds", ".exr", ".hdr"};
    if (layout == image::Layout::PlayCanvasAtlas)
        return {".png"};
    if (layout == image::Layout::ExrLatLong || layout == image::Layout::ExrCube)
        return {".exr"};
    if (layout == image::Layout::Equirect)
        return {".dds", ".exr", ".hdr"};
    return {".exr", ".hdr"};
}

[[noreturn]] void refuseEnding(const std::string& path, image::Layout layout, bool isPattern)
{
    const std::vector<std::string_view> endings = endingsOf(layout, isPattern);
    const std::string last = fmt::format("{}{}", endings.size() > 1 ? " or " : "", endings.back());
    const std::string what = isPattern                              ? " of six faces"
                             : layout == image::Layout::CubemapFile ? ""
                                                                    : fmt::format(" of {}", image::layoutName(layout));
    throw Failure(Exit::CommandLine, fmt::format("--output{} must end in {}{}, found {}", what,
                                                 fmt::join(endings.begin(), endings.end() - 1, ", "), last, path));
}

} // namespace

EnvironmentOutput::EnvironmentOutput(const std::string& path, image::Layout layout)
    : m_path(path), m_layout(layout), m_isPattern(layout == image::Layout::CubemapFile && hasMark(path, '%'))
{
    const auto file = image::findCubemapFile(path);
    const std::vector<std::string_view> endings = endingsOf(layout, m_isPattern);
    if (!file || std::find(endings.begin(), endings.end(), file->extension) == endings.end())
        refuseEnding(path, layout, m_isPattern);
    m_holdsMips = (file->holdsMips && layout != image::Layout::Equirect) || (m_isPattern && hasMark(path, '#'));
}

std::vector<std::string> EnvironmentOutput::paths() const
{
    if (!m_isPattern)
        return {m_path};
    std::vector<std::string> files;
    for (std::uint32_t mip = 0; mip < (m_holdsMips ? kMostMips : 1); ++mip)
        for (std::string& file : facePathsOf(m_path, mip))
            files.push_back(std::move(file));
    return files;
}

void EnvironmentOutput::requireRoom(bool hasMips, image::Ktx2Packing packing) const
{
    if (hasMips && !m_holdsMips)
        throw Failure(Exit::CommandLine,
                      fmt::format("mips need a .ktx2{} or .dds file of no map, or faces named with % and #, found {}",
                                  m_layout == image::Layout::CubemapFile ? ", .ktx, .env" : "", m_path));
    if (packing != image::Ktx2Packing::None && !lowerCase(m_path).ends_with(".ktx2"))
        throw Failure(Exit::CommandLine, fmt::format("--compress needs a .ktx2 file, found {}", m_path));
}

void EnvironmentOutput::requireTexels(PnFormat texels) const
{
    const std::string name = lowerCase(m_path);
    const bool canHold = m_layout != image::Layout::Equirect && (name.ends_with(".ktx2") || name.ends_with(".dds"));
    if (image::isBc6h(texels) && !canHold)
        throw Failure(Exit::CommandLine, fmt::format("--texels {} needs a .ktx2 or .dds file of no map, found {}",
                                                     formatName(texels), m_path));
}

std::string EnvironmentOutput::text(const std::vector<image::Image>& mips, const std::string& more) const
{
    const image::Image& first = mips.front();
    const std::string what = m_layout == image::Layout::CubemapFile
                                 ? fmt::format("faces of {}", first.width)
                                 : fmt::format("{} {} x {}", image::layoutName(m_layout), first.width, first.height);
    const std::string name = lowerCase(m_path);
    const std::string_view texels = name.ends_with(".env")    ? "rgbd"
                                    : !name.ends_with(".png") ? formatName(first.format)
                                    : m_isPattern             ? "rgbm"
                                                              : "rgbp";
    return fmt::format("{}: {}, {}, {}{}\n", printable(m_path), what, counted(mips.size(), "mip"), texels, more);
}

void EnvironmentOutput::write(const std::vector<image::Image>& mips, image::Ktx2Packing packing,
                              image::FileTexts texts) const
{
    texts.layout = m_layout;
    const std::vector<const image::Image*> pointers = image::pointersTo(mips);
    if (!m_isPattern)
    {
        startFile(m_path, pointers, packing, texts)->commit();
        return;
    }
    std::vector<std::unique_ptr<image::OutputFile>> files; // all of them first, so that an error leaves none
    for (std::uint32_t mip = 0; mip < (m_holdsMips ? mips.size() : 1); ++mip)
        for (std::uint32_t face = 0; face < kFaceCount; ++face)
        {
            const image::Image picture = faceOf(mips[mip], face);
            const image::Image* pointer = &picture;
            files.push_back(startFile(facePathsOf(m_path, mip)[face], {&pointer, 1}, packing, texts));
        }
    throwIfInterrupted();
    for (const auto& file : files)
        file->commit();
}

std::vector<EnvironmentOutput> outputsAt(const std::vector<std::string>& paths, image::Layout layout, bool hasMips,
                                         image::Ktx2Packing packing, PnFormat texels)
{
    std::vector<EnvironmentOutput> outputs;
    std::set<std::string> used;
    for (const std::string& path : paths)
    {
        outputs.emplace_back(path, layout);
        outputs.back().requireRoom(hasMips, packing);
        outputs.back().requireTexels(texels);
        for (const std::string& file : outputs.back().paths())
            if (!used.insert(file).second)
                throw Failure(Exit::CommandLine, fmt::format("two inputs would be written to {}", file));
    }
    return outputs;
}

namespace {

constexpr std::array<PnFormat, 6> kTexels = {PN_FORMAT_RGBA16F,    PN_FORMAT_RGBA32F, PN_FORMAT_RGB9E5,
                                             PN_FORMAT_R11G11B10F, image::kBc6h,      image::kBc6hSigned};

std::string filamentText(const ShSet& set)
{
    std::string text;
    for (const auto& row : set.rows)
        text += fmt::format("{} {} {}\n", row[0], row[1], row[2]);
    return text;
}

// What SphericalPolynomial.FromHarmonics (Maths/sphericalPolynomial.ts) makes of them.
Json babylonPolynomial(const ShSet& set)
{
    struct Part
    {
        const char* name;
        std::array<std::pair<std::size_t, double>, 3> of; // rows, and their shares times pi
    };
    constexpr double k0 = 0.886277, k1 = 1.02333, k2 = 0.858086, k20 = 0.247708, k22 = 0.429043;
    constexpr std::array<Part, 9> kParts = {{{"x", {{{3, -k1}}}},
                                             {"y", {{{1, -k1}}}},
                                             {"z", {{{2, k1}}}},
                                             {"xx", {{{0, k0}, {6, -k20}, {8, k22}}}},
                                             {"yy", {{{0, k0}, {6, -k20}, {8, -k22}}}},
                                             {"zz", {{{0, k0}, {6, 2.0 * k20}}}},
                                             {"yz", {{{5, -k2}}}},
                                             {"zx", {{{7, -k2}}}},
                                             {"xy", {{{4, k2}}}}}};
    Json json = Json::object();
    for (const Part& part : kParts)
    {
        std::array<float, 3> rgb{};
        for (const auto& [row, share] : part.of)
            for (std::size_t c = 0; c < 3; ++c)
                rgb[c] += static_cast<float>(share / std::numbers::pi) * set.rows[row][c];
        json[part.name] = rgb;
    }
    return json;
}

} // namespace

const std::vector<std::string>& texelNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const PnFormat format : kTexels)
            all.emplace_back(formatName(format));
        return all;
    }();
    return names;
}

PnFormat findTexels(std::size_t index)
{
    return kTexels.at(index);
}

Option addTexels(CLI::App& app, PnFormat& texels, PnBc6hEffort& effort, const std::string& help)
{
    const Option option =
        addWord(app, "--texels", texelNames(), help, [&texels](std::size_t index) { texels = findTexels(index); });
    addWord(app, "--bc6h-effort", {"low", "middle", "high"}, "Accuracy of blocks of bc6h (high)",
            [&effort](std::size_t word) { effort = static_cast<PnBc6hEffort>(PN_BC6H_EFFORT_LOW + word); });
    return option;
}

PnFormat texelsFor(PnFormat asked, const Engine* engine, const std::string& path, PnFormat others,
                   const std::vector<image::Image>& mips)
{
    if (asked != PN_FORMAT_UNDEFINED)
        return asked;
    if (lowerCase(path).ends_with(".ktx"))
        return PN_FORMAT_R11G11B10F; // what cmgen writes
    const auto file = image::findCubemapFile(path);
    const bool isHalf = engine != nullptr && file && file->holdsMips;
    if (!isHalf)
        return others;
    const bool isBright = std::any_of(mips.begin(), mips.end(), [](const image::Image& mip) {
        return image::measureRange(mip).max > image::kMostHalf;
    });
    return engine->needsDfg && isBright ? PN_FORMAT_RGBA32F : PN_FORMAT_RGBA16F;
}

bool holdsHarmonics(const std::string& path)
{
    return lowerCase(path).ends_with(".ktx") || lowerCase(path).ends_with(".env");
}

std::string harmonicsFor(const std::string& path, const PnSh& light)
{
    if (!holdsHarmonics(path))
        return "";
    PnSh sh = light;
    sh.bands = 3;
    parseWindow("auto").applyTo(sh); // ripples below zero are black
    const bool isEnv = lowerCase(path).ends_with(".env");
    const Engine& engine = *findEngine(isEnv ? "babylon" : "filament");
    const ShSet set = makeResult(sh, engine.convention, engine.panorama, "auto").set;
    return isEnv ? babylonPolynomial(set).dump() : filamentText(set);
}

image::Layout layoutOf(image::Kind kind)
{
    return kind == image::Kind::Cubemap ? image::Layout::CubemapFile : image::Layout::Equirect;
}

Json stepOf(const char* command, image::Layout layout)
{
    Json step = {{"command", command}};
    if (layout != image::Layout::CubemapFile)
        step["to"] = image::layoutName(layout);
    return step;
}

void addLayout(CLI::App& app, image::Layout& layout, std::vector<image::Layout> layouts)
{
    std::vector<std::string> words;
    for (const image::Layout one : layouts)
        words.emplace_back(image::layoutName(one));
    addWord(app, "--to", words, fmt::format("What is written ({})", words.front()),
            [&layout, layouts = std::move(layouts)](std::size_t index) { layout = layouts[index]; });
}

PnFormat formatThatHolds(PnFormat input, const InputFacts& facts)
{
    const std::string name = lowerCase(facts.path);
    const bool isRadiance = name.ends_with(".hdr") || name.ends_with(".pic");
    const bool isFloat = input == PN_FORMAT_RGBA32F || (input == PN_FORMAT_RGB32F && !isRadiance);
    return isFloat || facts.max > image::kMostHalf ? PN_FORMAT_RGBA32F : PN_FORMAT_RGBA16F;
}

} // namespace pn::cli
