#pragma once

#include "support/console.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace pn::cli {

// An option of a command, and what may be said of it once it is there. CLI11 is behind it, whose header takes seconds
// to compile: only what makes options and what runs the parser include it.
class Option
{
public:
    explicit Option(CLI::Option* option);

    Option& required();
    Option& takes(const std::string& what); // how the help names its value
    Option& group(const std::string& name); // under which heading the help has it
    Option& excludes(const Option& other);

private:
    CLI::Option* m_option;
};

Option addFlag(CLI::App& app, const std::string& name, bool& value, const std::string& help);
Option addText(CLI::App& app, const std::string& name, std::string& value, const std::string& help);
Option addTexts(CLI::App& app, const std::string& name, std::vector<std::string>& values, const std::string& help);

// An option whose value read takes apart; it calls refuseOption() where that cannot be done.
Option addParsed(CLI::App& app, const std::string& name, std::function<void(const std::string&)> read,
                 const std::string& help);
[[noreturn]] void refuseOption(const std::string& why);

// Options that take one number, checked as they are read: "--bands must be in 1..5, found 7".
Option addUint(CLI::App& app, const std::string& name, std::uint32_t& value, std::uint32_t min, std::uint32_t max,
               const std::string& help);
float parseFloatIn(const std::string& name, const std::string& text, float min, float max);
template <typename Float> // or optional
Option addFloat(CLI::App& app, const std::string& name, Float& value, float min, float max, const std::string& help)
{
    const auto read = [name, &value, min, max](const std::string& text) { value = parseFloatIn(name, text, min, max); };
    return addParsed(app, name, read, help).takes("X");
}
Option addBytes(CLI::App& app, const std::string& name, std::uint64_t& value, const std::string& help);

// An option that takes one of a few words, in any case, or a common name of one; choose gets the word's index.
Option addWord(CLI::App& app, const std::string& name, const std::vector<std::string>& words, const std::string& help,
               std::function<void(std::size_t)> choose);

// The same for an enum whose values count up from 0 in the order of words.
template <typename Enum>
Option addChoice(CLI::App& app, const std::string& name, Enum& value, const std::vector<std::string>& words,
                 const std::string& help)
{
    return addWord(app, name, words, help, [&value](std::size_t index) { value = static_cast<Enum>(index); });
}

// --format of a command that prints for people or for programs.
Option addJsonFormat(CLI::App& app, bool& json, const std::string& help);

std::vector<std::string> conventionNames();
std::vector<std::string> axesNames();
std::vector<std::string> presetNames();

// What every command has.
struct MessageOptions
{
    ProgressMode progress = ProgressMode::Auto;
    PnLogLevel logLevel = PN_LOG_WARNING;
    bool quiet = false;

    void addTo(CLI::App& app);
    void applyTo(Console& console);
};

// What "auto" stands for.
enum class AutoDevice
{
    FirstGpu, // that is reproducible, else the CPU
    ByInputs, // that GPU where there are some inputs, the CPU for a few
    Cpu
};

// What every command that computes has, besides.
struct DeviceOptions
{
    std::string device = "auto"; // with AutoDevice::Cpu never "auto"
    std::uint32_t threads = 0;
    std::string cache;    // folder of compiled kernels and tables; "" for tables alone, in the user's
    bool noCache = false; // nothing is kept

    void addTo(CLI::App& app, AutoDevice autoDevice = AutoDevice::ByInputs);
};

} // namespace pn::cli
