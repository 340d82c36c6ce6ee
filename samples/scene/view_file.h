// Rendered views as files, so that formulas are scored without tracing again. A line of JSON, then the samples as
// little-endian floats.
#pragma once

#include "view.h"

#include <filesystem>
#include <vector>

namespace scene {

inline constexpr const char* kViewExtension = ".view";

// Throws std::runtime_error; no half-written file is left.
void writeView(const std::filesystem::path& path, const View& view);

View readView(const std::filesystem::path& path);

// The view files of a folder, in the order of their names.
std::vector<std::filesystem::path> viewFiles(const std::filesystem::path& folder);

} // namespace scene
