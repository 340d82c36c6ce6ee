// Equirectangular maps of the sky from OpenEXR files.
#pragma once

#include "sky.h"

#include <filesystem>
#include <string>

namespace scene {

// Negative and infinite values become 0. Throws SceneError, which begins with the place that names the file.
SkyMap readSkyMap(const std::filesystem::path& path, float scale, const std::string& place);

} // namespace scene
