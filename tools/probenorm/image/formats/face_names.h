#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

namespace pn::image {

// Names of the faces +X -X +Y -Y +Z -Z, as tools write them into file names.
using FaceNames = std::array<const char*, 6>;

// A path with one face's name in it, as a pattern with % in its place.
struct FacePattern
{
    std::string pattern;
    const FaceNames* names;
};

// Every set of names, in the order in which they are tried.
std::span<const FaceNames> allFaceNames() noexcept;

// The paths a pattern with one % stands for.
std::array<std::string, 6> facePaths(const std::string& pattern, const FaceNames& names);

// The pattern of a path whose file name ends in a face's name; nothing when it does not.
std::optional<FacePattern> findFacePattern(const std::string& path);

} // namespace pn::image
