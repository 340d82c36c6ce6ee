#include "image/formats/exr_parts.h"

#include "image/files/error.h"
#include "image/formats/layout.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfPartType.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace pn::image {

namespace {

using Layers = std::vector<ExrLayer>;

std::string joined(const std::string& part, const std::string& layer)
{
    return part.empty() || layer.empty() ? part + layer : part + "." + layer;
}

// The layers' names, in the order of the file: the part of a channel's name before its last dot.
std::vector<std::string> prefixesOf(const Imf::ChannelList& channels)
{
    std::vector<std::string> prefixes;
    for (auto channel = channels.begin(); channel != channels.end(); ++channel)
    {
        const std::string name = channel.name();
        const std::size_t dot = name.rfind('.');
        const std::string prefix = dot == std::string::npos ? "" : name.substr(0, dot);
        if (std::find(prefixes.begin(), prefixes.end(), prefix) == prefixes.end())
            prefixes.push_back(prefix);
    }
    return prefixes;
}

// X Y Z and Y mean colours only where the file holds nothing but one picture: in layers they are normals and such.
std::optional<ExrLayer> layerOf(const Imf::ChannelList& channels, const std::string& prefix, bool isOnlyPart)
{
    ExrLayer layer;
    const auto finds = [&](std::array<const char*, 3> names, ExrColor color) {
        for (std::size_t i = 0; i < 3; ++i)
            layer.channels[i] = joined(prefix, names[i]);
        layer.color = color;
        return std::all_of(layer.channels.begin(), layer.channels.end(),
                           [&](const std::string& name) { return channels.findChannel(name) != nullptr; });
    };
    const bool isPlain = prefix.empty() && isOnlyPart;
    if (finds({"R", "G", "B"}, ExrColor::Rgb))
        return layer;
    if (isPlain && (channels.findChannel("RY") != nullptr || channels.findChannel("BY") != nullptr))
        return std::nullopt;
    if (isPlain && (finds({"X", "Y", "Z"}, ExrColor::Xyz) || finds({"Y", "Y", "Y"}, ExrColor::Grey)))
        return layer;
    return std::nullopt;
}

Layers findLayers(const std::vector<Imf::Header>& parts)
{
    Layers layers;
    for (std::size_t part = 0; part < parts.size(); ++part)
    {
        const Imf::Header& header = parts[part];
        if (header.hasType() && (header.type() == Imf::DEEPSCANLINE || header.type() == Imf::DEEPTILE))
            continue;
        const std::string partName = parts.size() > 1 && header.hasName() ? header.name() : "";
        for (const std::string& prefix : prefixesOf(header.channels()))
            if (auto layer = layerOf(header.channels(), prefix, parts.size() == 1))
            {
                layer->name = joined(partName, prefix);
                layer->part = part;
                layers.push_back(*layer);
            }
    }
    return layers;
}

[[noreturn]] void refuseChannels(const std::vector<Imf::Header>& parts)
{
    std::string names;
    for (const Imf::Header& header : parts)
    {
        if (header.channels().findChannel("RY") != nullptr || header.channels().findChannel("BY") != nullptr)
            refuse("luminance with subsampled chroma is not read");
        for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel)
            names += names.empty() ? channel.name() : std::string(", ") + channel.name();
    }
    refuse("channels must be R, G, B or Y or X, Y, Z, found {}", names.empty() ? "none" : names.substr(0, 200));
}

std::string displayName(const ExrLayer& layer)
{
    return layer.name.empty() ? "RGBA" : layer.name;
}

std::string listOf(const Layers& layers)
{
    std::string list;
    for (const ExrLayer& layer : layers)
        list += (list.empty() ? "" : ", ") + displayName(layer);
    return list.size() > 600 ? list.substr(0, 600) + " ..." : list;
}

bool isUsuallyMeant(const ExrLayer& layer)
{
    std::string name = layer.name.substr(layer.name.rfind('.') + 1); // all of it where there is no dot
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name == "rgba" || name == "rgb" || name == "combined" || name == "beauty";
}

ExrSelection askedFor(const Layers& layers, const std::string& asked)
{
    Layers exact;
    Layers byEnd;
    for (const ExrLayer& layer : layers)
    {
        if (displayName(layer) == asked)
            exact.push_back(layer);
        if (layer.name.ends_with("." + asked))
            byEnd.push_back(layer);
    }
    const Layers& found = exact.empty() ? byEnd : exact;
    if (found.size() == 1)
        return {found, {}};
    const char* why = found.empty() ? "no layer is" : "several layers are";
    reject("{} named {}; layers: {}", why, asked, listOf(layers));
}

// The layers of these names, if all are there.
std::optional<Layers> facesOf(const Layers& layers, const std::array<std::string, 6>& names)
{
    Layers faces;
    for (const std::string& name : names)
    {
        const auto found =
            std::find_if(layers.begin(), layers.end(), [&](const ExrLayer& layer) { return layer.name == name; });
        if (found == layers.end())
            return std::nullopt;
        faces.push_back(*found);
    }
    return faces;
}

std::optional<Layers> findFaces(const Layers& layers)
{
    for (const FaceNames& names : allFaceNames())
        for (const ExrLayer& layer : layers)
            if (layer.name.ends_with(names[0]))
            {
                const std::string start = layer.name.substr(0, layer.name.size() - std::string_view(names[0]).size());
                if (auto faces = facesOf(layers, facePaths(start + "%", names)))
                    return faces;
            }
    return std::nullopt;
}

} // namespace

ExrSelection selectExrLayers(const std::vector<Imf::Header>& parts, const std::string& asked)
{
    const Layers layers = findLayers(parts);
    if (layers.empty())
        refuseChannels(parts);
    if (!asked.empty())
        return askedFor(layers, asked);
    if (layers.size() == 1)
        return {layers, {}};
    for (const ExrLayer& layer : layers)
        if (layer.name.empty())
            return {{layer}, {}};
    if (auto faces = findFaces(layers))
        return {*faces, {}};
    if (std::count_if(layers.begin(), layers.end(), isUsuallyMeant) == 1)
    {
        const ExrLayer layer = *std::find_if(layers.begin(), layers.end(), isUsuallyMeant);
        return {{layer}, {"took layer " + layer.name + " of " + listOf(layers) + " (--layer)"}};
    }
    reject("has several layers, choose one with --layer: {}", listOf(layers));
}

} // namespace pn::image
