#pragma once

#include "console.h"
#include "progress.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pn::cli {

// Options that take one number, checked as they are read: "--bands must be in 1..5, found 7".
CLI::Option* addUint(CLI::App& app, const std::string& name, std::uint32_t& value, std::uint32_t min, std::uint32_t max,
                     const std::string& help);
CLI::Option* addFloat(CLI::App& app, const std::string& name, float& value, float min, float max,
                      const std::string& help);
CLI::Option* addBytes(CLI::App& app, const std::string& name, std::uint64_t& value, const std::string& help);

// An option that takes one of a few words; choose gets the word's index.
CLI::Option* addWord(CLI::App& app, const std::string& name, const std::vector<std::string>& words,
                     const std::string& help, std::function<void(std::size_t)> choose);

// The same for an enum whose values count up from 0 in the order of words.
template <typename Enum>
CLI::Option* addChoice(CLI::App& app, const std::string& name, Enum& value, const std::vector<std::string>& words,
                       const std::string& help)
{
    return addWord(app, name, words, help, [&value](std::size_t index) { value = static_cast<Enum>(index); });
}

std::vector<std::string> conventionNames();
std::vector<std::string> axesNames();

// What every command has.
struct MessageOptions
{
    ProgressMode progress = ProgressMode::Auto;
    PnLogLevel logLevel = PN_LOG_WARNING;
    bool quiet = false;

    void addTo(CLI::App& app);
    void applyTo(Console& console);
};

// What every command that computes has, besides.
struct DeviceOptions
{
    std::string device = "auto";
    std::uint32_t threads = 0;

    void addTo(CLI::App& app);
};

// What every command that reads an environment has, besides.
struct InputOptions
{
    std::string layout = "auto";
    std::uint32_t mip = 0;
    std::uint64_t maxBytes = std::uint64_t{1} << 30;

    void addTo(CLI::App& app);
};

} // namespace pn::cli
