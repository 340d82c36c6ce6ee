#include "support/options.h"

#include "support/text.h"

#include "probenorm/probenorm.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace pn::cli {
namespace {

constexpr std::uint32_t kMaxThreads = 1024;

bool isNamedDevice(const std::string& value)
{
    return value.starts_with("vulkan:") && value.size() > std::string_view("vulkan:").size();
}

void checkDevice(const std::string& value)
{
    if (value != "auto" && value != "cpu" && value != "vulkan" && !isNamedDevice(value))
        refuseOption(fmt::format("--device must be auto, cpu, vulkan, vulkan:INDEX or vulkan:NAME, found {}", value));
}

// What people call engines and their pipelines, and the word that stands for it where an option has it.
struct CommonName
{
    std::string_view name, word;
};
constexpr std::array<CommonName, 18> kCommonNames = {{
    {"threejs", "three"},
    {"three.js", "three"},
    {"babylonjs", "babylon"},
    {"babylon.js", "babylon"},
    {"unity3d", "unity"},
    {"unity6", "unity"},
    {"urp", "unity"},
    {"hdrp", "unity"},
    {"ue", "unreal"},
    {"ue4", "unreal"},
    {"ue5", "unreal"},
    {"unreal4", "unreal"},
    {"unreal5", "unreal"},
    {"unrealengine", "unreal"},
    {"godot4", "godot"},
    {"blender", "eevee"},
    {"eevee", "blender"},
    {"cycles", "blender"},
}};

// The place of the word that is meant, in any case; words.size() for none.
std::size_t findWord(const std::vector<std::string>& words, const std::string& text)
{
    const std::string name = lowerCase(text);
    const auto placeOf = [&words](std::string_view word) {
        return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
    };
    std::size_t place = placeOf(name);
    for (const CommonName& common : kCommonNames)
        if (place == words.size() && name == common.name)
            place = placeOf(common.word);
    return place;
}

// The names of an enumeration of the library whose values count up from 0.
std::vector<std::string> namesOf(std::int32_t count, const char* (*nameOf)(std::int32_t))
{
    std::vector<std::string> names;
    for (std::int32_t value = 0; value < count; ++value)
        names.emplace_back(nameOf(value));
    return names;
}

} // namespace

Option::Option(CLI::Option* option) : m_option(option) {}

Option& Option::required()
{
    m_option->required();
    return *this;
}

Option& Option::takes(const std::string& what)
{
    m_option->type_name(what);
    return *this;
}

Option& Option::group(const std::string& name)
{
    m_option->group(name);
    return *this;
}

Option& Option::excludes(const Option& other)
{
    m_option->excludes(other.m_option);
    return *this;
}

Option addFlag(CLI::App& app, const std::string& name, bool& value, const std::string& help)
{
    return Option(app.add_flag(name, value, help));
}

Option addText(CLI::App& app, const std::string& name, std::string& value, const std::string& help)
{
    return Option(app.add_option(name, value, help)).takes("");
}

Option addTexts(CLI::App& app, const std::string& name, std::vector<std::string>& values, const std::string& help)
{
    return Option(app.add_option(name, values, help)).takes("");
}

Option addParsed(CLI::App& app, const std::string& name, std::function<void(const std::string&)> read,
                 const std::string& help)
{
    return Option(app.add_option_function<std::string>(name, std::move(read), help));
}

void refuseOption(const std::string& why)
{
    throw CLI::ValidationError(why);
}

Option addUint(CLI::App& app, const std::string& name, std::uint32_t& value, std::uint32_t min, std::uint32_t max,
               const std::string& help)
{
    const auto read = [name, &value, min, max](const std::string& text) {
        std::uint64_t number = 0;
        if (!parseUint(text, number) || number < min || number > max)
            refuseOption(fmt::format("{} must be in {}..{}, found {}", name, min, max, text));
        value = static_cast<std::uint32_t>(number);
    };
    return addParsed(app, name, read, help).takes("N");
}

float parseFloatIn(const std::string& name, const std::string& text, float min, float max)
{
    float number = 0.0f;
    if (!parseFloat(text, number) || number < min || number > max)
        refuseOption(fmt::format("{} must be in {}..{}, found {}", name, min, max, text));
    return number;
}

Option addBytes(CLI::App& app, const std::string& name, std::uint64_t& value, const std::string& help)
{
    const auto read = [name, &value](const std::string& text) {
        if (!parseBytes(text, value) || value == 0)
            refuseOption(fmt::format("{} must be a count of bytes such as 500000, 64M or 2G, found {}", name, text));
    };
    return addParsed(app, name, read, help).takes("BYTES");
}

Option addWord(CLI::App& app, const std::string& name, const std::vector<std::string>& words, const std::string& help,
               std::function<void(std::size_t)> choose)
{
    const auto read = [name, words, choose = std::move(choose)](const std::string& text) {
        const std::size_t place = findWord(words, text);
        if (place == words.size())
            refuseOption(fmt::format("{} must be one of {}, found {}{}", name, fmt::join(words, ", "), text,
                                     suggestion(lowerCase(text), words)));
        choose(place);
    };
    return addParsed(app, name, read, help).takes(fmt::format("{}", fmt::join(words, "|")));
}

Option addJsonFormat(CLI::App& app, bool& json, const std::string& help)
{
    return addWord(app, "--format", {"text", "json"}, help, [&json](std::size_t index) { json = index == 1; });
}

std::vector<std::string> conventionNames()
{
    return namesOf(PN_CONVENTION_COUNT, pnGetConventionName);
}

std::vector<std::string> axesNames()
{
    return namesOf(PN_AXES_COUNT, pnGetAxesName);
}

std::vector<std::string> presetNames()
{
    return namesOf(PN_PRESET_COUNT, pnGetPresetName);
}

void MessageOptions::addTo(CLI::App& app)
{
    addChoice(app, "--progress", progress, {"auto", "bar", "plain", "json", "none"},
              "How progress is shown on stderr (auto: a bar on a terminal)")
        .group("Messages");
    addChoice(app, "--log-level", logLevel, {"error", "warning", "info", "debug"}, "What is shown on stderr (warning)")
        .group("Messages");
    addFlag(app, "--quiet", quiet, "Nothing but errors on stderr").group("Messages");
}

void MessageOptions::applyTo(Console& console)
{
    if (quiet)
    {
        progress = ProgressMode::None;
        logLevel = PN_LOG_ERROR;
    }
    console.setLevel(logLevel);
}

void DeviceOptions::addTo(CLI::App& app, AutoDevice autoDevice)
{
    const bool isCpu = autoDevice == AutoDevice::Cpu;
    const auto read = [this, isCpu](const std::string& text) {
        checkDevice(text);
        device = isCpu && text == "auto" ? "cpu" : text;
    };
    if (isCpu)
        device = "cpu";
    const char* const what = isCpu ? "Where it runs (auto: cpu, fastest in most bakes)"
                             : autoDevice == AutoDevice::ByInputs
                                 ? "Where it runs (auto: for eight inputs or more the first reproducible GPU, else cpu)"
                                 : "Where it runs (auto: the first reproducible GPU, else cpu)";
    addParsed(app, "--device", read, what).takes("auto|cpu|vulkan|vulkan:INDEX|vulkan:NAME").group("Device");
    addUint(app, "--threads", threads, 1, kMaxThreads, "CPU threads (one for each processor)").group("Device");
    const Option folder =
        addText(app, "--cache", cache,
                "Keeps compiled kernels and tables from run to run (tables alone, in the user's cache folder)")
            .takes("DIR")
            .group("Device");
    addFlag(app, "--no-cache", noCache, "Keep no tables of prefiltering from run to run")
        .group("Device")
        .excludes(folder);
}

} // namespace pn::cli
