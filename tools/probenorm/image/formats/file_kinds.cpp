#include "image/formats/file_kinds.h"

#include "image/files/error.h"
#include "image/formats/dds.h"
#include "image/formats/decoders.h"
#include "image/formats/env.h"
#include "image/formats/exr.h"
#include "image/formats/ktx.h"
#include "image/formats/png_jpeg.h"
#include "image/formats/radiance.h"
#include "image/texels/ranged_texels.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace pn::image {

namespace {

using Decode = Container (*)(std::span<const std::byte>, const Choice&, const Limits&);

void requireNoMip(const Choice& choice)
{
    if (choice.mip != 0)
        reject("mip must be 0 in a file without mips, asked for {}", choice.mip);
}

void requireNoLayer(const Choice& choice)
{
    if (!choice.layer.empty())
        reject("only OpenEXR files have layers, asked for {}", choice.layer);
}

template <Container (*Read)(std::span<const std::byte>, std::uint32_t, const Limits&)>
Container decodeTexture(std::span<const std::byte> file, const Choice& choice, const Limits& limits)
{
    requireNoLayer(choice);
    return Read(file, choice.mip, limits);
}

Container decodeExr(std::span<const std::byte> file, const Choice& choice, const Limits& limits)
{
    requireNoMip(choice);
    return readExr(file, choice.layer, limits);
}

template <Image (*Read)(std::span<const std::byte>, const Limits&)>
Container decodePicture(std::span<const std::byte> file, const Choice& choice, const Limits& limits)
{
    requireNoMip(choice);
    requireNoLayer(choice);
    Container container;
    container.image = Read(file, limits);
    return container;
}

struct Kind
{
    std::string_view magic;
    Decode decode;
    bool isOurs;
};

constexpr std::array<Kind, 8> kKinds{{
    {"#?", decodePicture<readRadiance>, true},
    {"\x76\x2F\x31\x01", decodeExr, false},
    {"DDS ", decodeTexture<readDds>, true},
    {kKtx1Identifier, decodeTexture<readKtx1>, true},
    {kKtx2Identifier, decodeTexture<readKtx2>, true},
    {kEnvIdentifier, decodeTexture<readEnv>, false},
    {"\x89PNG\r\n\x1A\n", decodePicture<readPng>, false},
    {"\xFF\xD8\xFF", decodePicture<readJpeg>, false},
}};

std::string_view textOf(std::span<const std::byte> file)
{
    return {reinterpret_cast<const char*>(file.data()), file.size()};
}

// The kind of a file; null for one that is not read here.
const Kind* findKind(std::span<const std::byte> file)
{
    const auto found = std::find_if(kKinds.begin(), kKinds.end(),
                                    [&](const Kind& kind) { return textOf(file).starts_with(kind.magic); });
    return found == kKinds.end() ? nullptr : &*found;
}

bool isTiff(std::string_view bytes)
{
    return bytes.starts_with(std::string_view("II*\0", 4)) || bytes.starts_with(std::string_view("MM\0*", 4)) ||
           bytes.starts_with(std::string_view("II+\0", 4)) || bytes.starts_with(std::string_view("MM\0+", 4));
}

// TGA has no first bytes of its own, but often a footer.
bool isTga(std::string_view bytes, const std::string& path)
{
    return path.ends_with(".tga") || path.ends_with(".TGA") ||
           bytes.ends_with(std::string_view("TRUEVISION-XFILE.\0", 18));
}

using Mips = std::span<const Image* const>;
using Texts = const FileTexts&;

// The text by which readPng knows the texels of RGBM.
constexpr std::string_view kRgbm{PN_PNG_RGBM, sizeof(PN_PNG_RGBM) - 1};

std::vector<std::byte> encodePacked(const Image& image, Rgba8 (*pack)(const Rgb&), std::string_view text = {})
{
    return encodePng(image.width, image.height, packTexels(image, pack), 4, text);
}

constexpr std::array<CubemapFile, 7> kFiles = {{
    {".ktx2", true,
     [](Mips mips, Ktx2Packing packing, const ByteSink& sink, Texts texts) {
         writeKtx2(mips, packing, sink, texts.note);
     }},
    {".ktx", true,
     [](Mips mips, Ktx2Packing, const ByteSink& sink, Texts texts) {
         writeKtx1(mips, sink, texts.note, texts.harmonics);
     }},
    {".env", true,
     [](Mips mips, Ktx2Packing, const ByteSink& sink, Texts texts) { writeEnv(mips, sink, texts.harmonics); }},
    {".dds", true, [](Mips mips, Ktx2Packing, const ByteSink& sink, Texts) { sink(encodeDds(mips)); }},
    {".exr", false,
     [](Mips mips, Ktx2Packing, const ByteSink& sink, Texts texts) {
         sink(encodeExr(*mips[0], texts.note, texts.layout));
     }},
    {".hdr", false, [](Mips mips, Ktx2Packing, const ByteSink& sink, Texts) { sink(encodeRadiance(*mips[0])); }},
    {".png", false,
     [](Mips mips, Ktx2Packing, const ByteSink& sink, Texts texts) {
         sink(texts.layout == Layout::PlayCanvasAtlas ? encodePacked(*mips[0], packRgbp)
                                                      : encodePacked(*mips[0], packRgbm, kRgbm));
     }},
}};

bool endsWith(std::string_view path, std::string_view extension)
{
    return path.size() > extension.size() &&
           std::equal(extension.begin(), extension.end(), path.end() - static_cast<std::ptrdiff_t>(extension.size()),
                      [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

} // namespace

Container decodeFile(std::span<const std::byte> file, const std::string& path, const Choice& choice,
                     const Limits& limits)
{
    if (const Kind* kind = findKind(file))
        return kind->decode(file, choice, limits);
    const bool wasTiff = isTiff(textOf(file));
    if (wasTiff || isTga(textOf(file), path))
        refuse("is a {} file, which is not read: convert it to OpenEXR or PNG", wasTiff ? "TIFF" : "TGA");
    reject("is not a Radiance, OpenEXR, PNG, JPEG, DDS, KTX or .env file");
}

std::optional<Container> takeTexels(Buffer& file, const Choice& choice, const Limits& limits)
{
    if (!textOf(file.span()).starts_with(kKtx2Identifier) || !choice.layer.empty())
        return std::nullopt;
    return takeKtx2(file, choice.mip, limits);
}

bool isDecodedByLibrary(std::span<const std::byte> file)
{
    const Kind* kind = findKind(file);
    return kind != nullptr && !kind->isOurs;
}

std::optional<CubemapFile> findCubemapFile(std::string_view path)
{
    const auto found = std::find_if(kFiles.begin(), kFiles.end(),
                                    [path](const CubemapFile& file) { return endsWith(path, file.extension); });
    return found != kFiles.end() ? std::optional(*found) : std::nullopt;
}

void writeCubemapFile(const std::string& path, std::span<const Image* const> mips, Ktx2Packing packing,
                      const ByteSink& sink, const FileTexts& texts)
{
    try
    {
        findCubemapFile(path)->write(mips, packing, sink, texts);
    }
    catch (const Error& error)
    {
        if (error.kind() == ErrorKind::FileIo) // the sink's own
            throw;
        throw Error(error.kind(), path + ": " + error.what());
    }
}

} // namespace pn::image
