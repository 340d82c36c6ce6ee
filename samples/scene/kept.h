// What paths found, kept as files: a study is rendered once, on a larger machine for one, and scored again and again.
#pragma once

#include "world.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace scene {

// Reads what the folder keeps under the name, floats r g b; where there is nothing, traces it and keeps it. Without a
// folder it is only traced. The name must say all that the result depends on, but for the scene's file: who changes
// that empties the folder. Throws std::runtime_error where the file has another length or cannot be written.
std::vector<vec3> keptOr(const std::filesystem::path& folder, const std::string& name, std::size_t count,
                         const std::function<std::vector<vec3>()>& trace);

} // namespace scene
