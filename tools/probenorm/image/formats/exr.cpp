#include "image/formats/exr.h"

#include "image/files/error.h"
#include "image/formats/exr_envmap.h"
#include "image/formats/exr_parts.h"
#include "image/formats/ktx.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfChromaticities.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfInputPart.h>
#include <OpenEXR/ImfMultiPartInputFile.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfStringAttribute.h>

#include <array>
#include <cstring>
#include <string>

namespace pn::image {

namespace {

constexpr std::size_t kFaceCount = 6;

// Half where all three channels are; CIE colours become others that half would round.
PnFormat chooseFormat(const Imf::ChannelList& channels, const ExrLayer& layer)
{
    bool isHalf = layer.color != ExrColor::Xyz;
    for (const std::string& name : layer.channels)
    {
        const Imf::Channel& channel = channels[name];
        if (channel.xSampling != 1 || channel.ySampling != 1)
            refuse("channel {} is subsampled", name);
        if (channel.type == Imf::UINT)
            refuse("channel {} holds integers", name);
        isHalf = isHalf && channel.type == Imf::HALF;
    }
    return isHalf ? PN_FORMAT_RGBA16F : PN_FORMAT_RGBA32F;
}

void checkWindows(const Imf::Header& header)
{
    const Imath::Box2i& data = header.dataWindow();
    const Imath::Box2i& display = header.displayWindow();
    const bool isInside = data.min.x >= display.min.x && data.min.y >= display.min.y && data.max.x <= display.max.x &&
                          data.max.y <= display.max.y;
    if (!isInside)
        refuse("data window reaches beyond the display window");
}

// Slices that put the data window at its place in the display window.
Imf::FrameBuffer makeFrameBuffer(Image& image, const Imath::Box2i& display, const ExrLayer& layer)
{
    const bool isHalf = image.format == PN_FORMAT_RGBA16F;
    const Imf::PixelType type = isHalf ? Imf::HALF : Imf::FLOAT;
    const std::size_t channelSize = isHalf ? 2 : 4;
    Imf::FrameBuffer frame;
    for (std::size_t i = 0; i < (layer.color == ExrColor::Grey ? 1 : 3); ++i)
        frame.insert(layer.channels[i], Imf::Slice::Make(type, image.texels.data() + i * channelSize, display,
                                                         4 * channelSize, image.rowBytes()));
    return frame;
}

// Red to green and blue, where the file has luminance only.
void spreadLuminance(Image& image)
{
    const std::size_t channelSize = image.format == PN_FORMAT_RGBA16F ? 2 : 4;
    for (std::byte* texel = image.texels.data(); texel < image.texels.data() + image.texels.size();
         texel += 4 * channelSize)
        for (std::size_t i = 1; i < 3; ++i)
            std::memcpy(texel + i * channelSize, texel, channelSize);
}

// CIE colours to those of Rec. 709, whose white is D65.
void convertFromXyz(Image& image)
{
    const Imath::M44f toRgb = Imf::XYZtoRGB(Imf::Chromaticities(), 1.0f);
    constexpr std::size_t kTexel = 4 * sizeof(float);
    for (std::byte* texel = image.texels.data(); texel < image.texels.data() + image.texels.size(); texel += kTexel)
    {
        std::array<float, 3> color{};
        std::memcpy(color.data(), texel, sizeof(color));
        const Imath::V3f rgb = Imath::V3f(color[0], color[1], color[2]) * toRgb;
        std::memcpy(texel, rgb.getValue(), sizeof(color));
    }
}

// Whether the file names other primaries than those of Rec. 709, by more than the three digits that programs write.
bool hasOtherPrimaries(const Imf::Header& header)
{
    if (!Imf::hasChromaticities(header))
        return false;
    const Imf::Chromaticities& said = Imf::chromaticities(header);
    const Imf::Chromaticities rec709;
    constexpr float kRounded = 2e-3f;
    const auto differs = [](const Imath::V2f& a, const Imath::V2f& b) { return !a.equalWithAbsError(b, kRounded); };
    return differs(said.red, rec709.red) || differs(said.green, rec709.green) || differs(said.blue, rec709.blue) ||
           differs(said.white, rec709.white);
}

Image readLayer(Imf::MultiPartInputFile& file, const ExrLayer& layer, const Limits& limits)
{
    const Imf::Header& header = file.header(static_cast<int>(layer.part));
    const ExrSize size = sizeOf(header.displayWindow());
    Image image = makeImage(chooseFormat(header.channels(), layer), size.width, size.height, limits);
    std::memset(image.texels.data(), 0, image.texels.size()); // black outside the data window
    Imf::InputPart part(file, static_cast<int>(layer.part));
    part.setFrameBuffer(makeFrameBuffer(image, header.displayWindow(), layer));
    part.readPixels(header.dataWindow().min.y, header.dataWindow().max.y);
    if (layer.color == ExrColor::Grey)
        spreadLuminance(image);
    if (layer.color == ExrColor::Xyz)
        convertFromXyz(image);
    return image;
}

// Six layers as the faces of a cubemap.
Image readFaces(Imf::MultiPartInputFile& file, const std::vector<ExrLayer>& layers, const Limits& limits)
{
    const Limits each{limits.maxBytes / kFaceCount};
    Image cube = readLayer(file, layers[0], each);
    const std::size_t faceBytes = cube.texels.size();
    checkClaim(kFaceCount * faceBytes, limits);
    Buffer texels(kFaceCount * faceBytes);
    std::memcpy(texels.data(), cube.texels.data(), faceBytes);
    for (std::size_t i = 1; i < kFaceCount; ++i)
    {
        const Image face = readLayer(file, layers[i], each);
        if (face.width != cube.width || face.height != cube.width || face.format != cube.format)
            reject("layers {} and {} must be square, of one size and one type", layers[0].name, layers[i].name);
        std::memcpy(texels.data() + i * faceBytes, face.texels.data(), faceBytes);
    }
    cube.height *= kFaceCount;
    cube.texels = std::move(texels);
    return cube;
}

Container decode(std::span<const std::byte> file, const std::string& layerName, const Limits& limits)
{
    const std::vector<Imf::Header> parts = readExrParts(file, limits);
    const ExrSelection selection = selectExrLayers(parts, layerName);
    const Imf::Header& header = parts[selection.layers[0].part];
    for (const ExrLayer& layer : selection.layers)
        checkWindows(parts[layer.part]);
    ExrStream stream(file);
    Imf::MultiPartInputFile input(stream, 0);
    Container container;
    container.isCubemap = selection.layers.size() == kFaceCount;
    container.image = container.isCubemap ? readFaces(input, selection.layers, limits)
                                          : readLayer(input, selection.layers[0], limits);
    if (!container.isCubemap && Imf::hasEnvmap(header))
    {
        container.isCubemap = Imf::envmap(header) == Imf::ENVMAP_CUBE;
        container.image =
            container.isCubemap ? unfoldExrCube(container.image, limits) : unfoldExrLatLong(container.image, limits);
    }
    if (const auto* note = header.findTypedAttribute<Imf::StringAttribute>(std::string(kNoteKey)); note != nullptr)
        takeNote(note->value(), 0, container);
    if (hasOtherPrimaries(header) && selection.layers[0].color != ExrColor::Xyz)
        container.image.warnings.emplace_back("colours have other primaries than Rec. 709, and are taken as they are");
    container.image.warnings.insert(container.image.warnings.end(), selection.warnings.begin(),
                                    selection.warnings.end());
    return container;
}

} // namespace

Container readExr(std::span<const std::byte> file, const std::string& layer, const Limits& limits)
{
    return callOpenExr("OpenEXR", [&] { return decode(file, layer, limits); });
}

} // namespace pn::image
