#pragma once

#include "bake/settings.h"
#include "run/input.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

using Point = std::array<float, 3>;

struct Box
{
    Point min{};
    Point max{};
};

struct Probe
{
    std::string id;                 // names its files
    std::vector<std::string> files; // one environment, or six faces; relative to Manifest::folder
    std::uint64_t fileBytes = 0;    // when the manifest was read; 0 with CheckFiles::No
    std::optional<Point> position;
    std::optional<Box> box; // where its reflection is used
    BakeSettings settings;

    void judge(Json& finding) const; // it gets the reason as "accepted" where "check" accepts it, else loses it
};

struct Manifest
{
    std::string path;   // its file, or the folder that is baked without one
    std::string folder; // what its files are relative to
    std::vector<Probe> probes;

    std::string name() const; // without its folder

    // Where probe's files are, seen from here.
    InputPath inputOf(const Probe& probe) const;
};

enum class CheckFiles
{
    Yes, // those that are there
    No,  // they may be on another machine
};

// Throws Failure{InvalidInput} with one line that names the probe and the field (docs/bake.md). root: what its files
// are relative to; empty for the folder that it lies in.
Manifest readManifest(const std::string& path, CheckFiles checkFiles, const std::string& root = "");

// The same of a text. path is what messages call it; its files are relative to folder.
Manifest parseManifest(std::string_view text, const std::string& path, const std::string& folder,
                       CheckFiles checkFiles);

// What a record must say to be of this probe and these settings.
Json planJson(const Probe& probe);

} // namespace pn::cli
