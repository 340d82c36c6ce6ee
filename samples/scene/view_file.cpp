#include "view_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace scene {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;

json headerOf(const View& view)
{
    json lights = json::array();
    for (const PnSh& light : view.siteLights)
        lights.push_back(std::vector<float>(&light.rgb[0][0], &light.rgb[0][0] + 3 * kCoefficients));
    return {{"version", kVersion},
            {"scene", view.scene},
            {"sceneTitle", view.sceneTitle},
            {"isFit", view.isFit},
            {"name", view.name},
            {"title", view.title},
            {"width", view.width},
            {"height", view.height},
            {"paths", view.paths},
            {"subpixels", view.subpixels},
            {"siteLights", std::move(lights)}};
}

View viewOf(const json& header)
{
    if (header.at("version") != kVersion)
        throw std::runtime_error("is of another version");
    View view{header.at("scene"),
              header.at("sceneTitle"),
              header.at("isFit"),
              header.at("name"),
              header.at("title"),
              header.at("width"),
              header.at("height"),
              header.at("subpixels"),
              header.at("paths"),
              {},
              {}};
    for (const json& values : header.at("siteLights"))
    {
        PnSh& light = view.siteLights.emplace_back();
        light = {};
        light.bands = 3;
        for (std::size_t i = 0; i < 3 * kCoefficients; ++i)
            light.rgb[i / 3][i % 3] = values.at(i);
    }
    if (view.width <= 0 || view.height <= 0 || view.siteLights.empty() || view.siteLights.size() > kMostSites)
        throw std::runtime_error("has impossible sizes");
    view.samples.resize(static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height));
    return view;
}

} // namespace

void writeView(const std::filesystem::path& path, const View& view)
{
    std::filesystem::path part = path;
    part += ".part";
    {
        std::ofstream file(part, std::ios::binary);
        file << headerOf(view).dump() << '\n';
        file.write(reinterpret_cast<const char*>(view.samples.data()),
                   static_cast<std::streamsize>(view.samples.size() * sizeof(Sample)));
        if (!file.flush())
            throw std::runtime_error(path.string() + ": cannot be written");
    }
    std::filesystem::rename(part, path);
}

View readView(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string line;
    try
    {
        if (!std::getline(file, line))
            throw std::runtime_error("cannot be read");
        View view = viewOf(json::parse(line));
        const auto size = static_cast<std::streamsize>(view.samples.size() * sizeof(Sample));
        if (file.read(reinterpret_cast<char*>(view.samples.data()), size).gcount() != size)
            throw std::runtime_error("ends too early");
        return view;
    }
    catch (const std::exception& error)
    {
        throw std::runtime_error(path.string() + ": " + error.what());
    }
}

std::vector<std::filesystem::path> viewFiles(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(folder))
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == kViewExtension)
                files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (files.empty())
        throw std::runtime_error(folder.string() + ": has no rendered view");
    return files;
}

} // namespace scene
