#include "sky_file.h"

#include "scene.h"

#include <ImfArray.h>
#include <ImfRgbaFile.h>

#include <cmath>
#include <exception>

namespace scene {
namespace {

float sound(float value)
{
    return std::isfinite(value) && value > 0.0f ? value : 0.0f;
}

} // namespace

SkyMap readSkyMap(const std::filesystem::path& path, float scale, const std::string& place)
{
    try
    {
        Imf::RgbaInputFile file(path.c_str());
        const Imath::Box2i window = file.dataWindow();
        SkyMap map;
        map.width = static_cast<std::size_t>(window.max.x - window.min.x + 1);
        map.height = static_cast<std::size_t>(window.max.y - window.min.y + 1);
        std::vector<Imf::Rgba> texels(map.width * map.height);
        const auto first =
            window.min.x + static_cast<std::ptrdiff_t>(window.min.y) * static_cast<std::ptrdiff_t>(map.width);
        file.setFrameBuffer(texels.data() - first, 1, map.width);
        file.readPixels(window.min.y, window.max.y);
        for (const Imf::Rgba& texel : texels)
            map.texels.push_back(scale * vec3(sound(texel.r), sound(texel.g), sound(texel.b)));
        return map;
    }
    catch (const std::exception& error)
    {
        throw SceneError(place + ": " + error.what());
    }
}

} // namespace scene
