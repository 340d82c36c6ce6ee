#include "image/exr.h"

#include "image/error.h"
#include "image/exr_header.h"
#include "image/mirror.h"

#include <OpenEXR/ImfArray.h>
#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputFile.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/ImfVersion.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace pn::image {

namespace {

class MemoryStream : public Imf::IStream
{
public:
    explicit MemoryStream(std::span<const std::byte> bytes) : IStream("memory"), m_bytes(bytes) {}

    bool read(char* out, int count) override
    {
        if (count < 0 || static_cast<std::uint64_t>(count) > m_bytes.size() - m_position)
            throw Error(ErrorKind::InvalidInput, "file ends too early");
        std::memcpy(out, m_bytes.data() + m_position, static_cast<std::size_t>(count));
        m_position += static_cast<std::size_t>(count);
        return m_position < m_bytes.size();
    }

    std::uint64_t tellg() override { return m_position; }

    void seekg(std::uint64_t position) override
    {
        if (position > m_bytes.size())
            throw Error(ErrorKind::InvalidInput, "file ends too early");
        m_position = position;
    }

    void clear() override {}

private:
    std::span<const std::byte> m_bytes;
    std::uint64_t m_position = 0;
};

struct Size
{
    std::uint64_t width = 0;
    std::uint64_t height = 0;
};

Size sizeOf(const Imath::Box2i& window)
{
    const auto edge = [](int min, int max) { return max < min ? 0 : std::uint64_t(std::int64_t{max} - min + 1); };
    return {edge(window.min.x, window.max.x), edge(window.min.y, window.max.y)};
}

[[noreturn]] void refuse(const std::string& what)
{
    throw Error(ErrorKind::Unsupported, what);
}

void checkVersion(int version)
{
    if (Imf::isNonImage(version))
        refuse("deep OpenEXR pictures are not read");
    if (Imf::isMultiPart(version))
        refuse("OpenEXR files with several parts are not read");
}

// The names of the channels that become red, green and blue.
std::array<const char*, 3> chooseChannels(const Imf::ChannelList& channels)
{
    if (channels.findChannel("R") && channels.findChannel("G") && channels.findChannel("B"))
        return {"R", "G", "B"};
    if (channels.findChannel("RY") || channels.findChannel("BY"))
        refuse("luminance with subsampled chroma is not read");
    if (channels.findChannel("X") && channels.findChannel("Y") && channels.findChannel("Z"))
        refuse("channels X, Y, Z hold CIE colours, which are not read");
    if (channels.findChannel("Y"))
        return {"Y", "Y", "Y"};
    std::string names;
    for (auto channel = channels.begin(); channel != channels.end(); ++channel)
        names += names.empty() ? channel.name() : std::string(", ") + channel.name();
    refuse("channels must be R, G, B or Y, found " + (names.empty() ? "none" : names.substr(0, 200)));
}

PnFormat chooseFormat(const Imf::ChannelList& channels, const std::array<const char*, 3>& names)
{
    bool isHalf = true;
    for (const char* name : names)
    {
        const Imf::Channel& channel = channels[name];
        if (channel.xSampling != 1 || channel.ySampling != 1)
            refuse(std::string("channel ") + name + " is subsampled");
        if (channel.type == Imf::UINT)
            refuse(std::string("channel ") + name + " holds integers");
        isHalf = isHalf && channel.type == Imf::HALF;
    }
    return isHalf ? PN_FORMAT_RGBA16F : PN_FORMAT_RGBA32F;
}

// OpenEXR allocates its tables and line or tile buffers from what the header says, for all channels, read or not.
void checkBuffers(const Imf::Header& header, std::uint64_t fileBytes, const Limits& limits)
{
    std::uint64_t texelSize = 0;
    for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel)
        texelSize += 4;
    const Size size = sizeOf(header.dataWindow());
    constexpr std::uint64_t kMostLines = 256; // of one chunk: DWAB
    checkClaim(size.width * std::max(size.height, kMostLines) * texelSize, limits);
    if (!header.hasTileDescription())
        return;
    const Imf::TileDescription& tile = header.tileDescription();
    if (tile.xSize < 1 || tile.ySize < 1 || tile.xSize > kMaxAxis || tile.ySize > kMaxAxis)
        throw Error(ErrorKind::InvalidInput, "tile size must be in 1.." + std::to_string(kMaxAxis));
    checkClaim(std::uint64_t{tile.xSize} * tile.ySize * texelSize, limits);
    checkClaim(size.width * tile.ySize * texelSize, limits); // tiles become lines a row of them at a time
    const std::uint64_t tiles = ((size.width - 1) / tile.xSize + 1) * ((size.height - 1) / tile.ySize + 1);
    if (tiles > fileBytes / sizeof(std::uint64_t)) // each has an entry in the file's table
        throw Error(ErrorKind::InvalidInput, "file is too small for its " + std::to_string(tiles) + " tiles");
}

// Reads the header alone, before OpenEXR makes anything of the size it claims.
Imf::Header readHeader(std::span<const std::byte> file, const Limits& limits)
{
    MemoryStream stream(file);
    std::array<char, 8> start{};
    stream.read(start.data(), static_cast<int>(start.size()));
    if (!Imf::isImfMagic(start.data()))
        throw Error(ErrorKind::InvalidInput, "not an OpenEXR file");
    const auto* bytes = reinterpret_cast<const unsigned char*>(start.data());
    int version =
        static_cast<int>(bytes[4] | unsigned{bytes[5]} << 8 | unsigned{bytes[6]} << 16 | unsigned{bytes[7]} << 24);
    checkVersion(version);
    requireWholeExrHeader(file);
    Imf::Header header;
    header.readFrom(stream, version);
    const Size data = sizeOf(header.dataWindow());
    checkSize(data.width, data.height);
    checkBuffers(header, file.size(), limits);
    if (Imf::hasEnvmap(header) && Imf::envmap(header) == Imf::ENVMAP_CUBE)
        refuse("OpenEXR cube maps have their own face orientation and edge texels, and are not read");
    return header;
}

void checkWindows(const Imath::Box2i& data, const Imath::Box2i& display)
{
    const bool isInside = data.min.x >= display.min.x && data.min.y >= display.min.y && data.max.x <= display.max.x &&
                          data.max.y <= display.max.y;
    if (!isInside)
        refuse("data window reaches beyond the display window");
}

// Slices that put the data window at its place in the display window.
Imf::FrameBuffer makeFrameBuffer(Image& image, const Imath::Box2i& display, const std::array<const char*, 3>& names)
{
    const bool isHalf = image.format == PN_FORMAT_RGBA16F;
    const Imf::PixelType type = isHalf ? Imf::HALF : Imf::FLOAT;
    const std::size_t channelSize = isHalf ? 2 : 4;
    const std::size_t texelSize = 4 * channelSize;
    Imf::FrameBuffer frame;
    for (std::size_t i = 0; i < 3; ++i)
        if (i == 0 || std::strcmp(names[i], names[0]) != 0)
            frame.insert(names[i], Imf::Slice::Make(type, image.texels.data() + i * channelSize, display, texelSize,
                                                    image.rowBytes()));
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

Image decode(std::span<const std::byte> file, const Limits& limits)
{
    const Imf::Header header = readHeader(file, limits);
    const auto names = chooseChannels(header.channels());
    const Size size = sizeOf(header.displayWindow());
    checkWindows(header.dataWindow(), header.displayWindow());
    Image image = makeImage(chooseFormat(header.channels(), names), size.width, size.height, limits);
    std::memset(image.texels.data(), 0, image.texels.size()); // black outside the data window
    MemoryStream stream(file);
    Imf::InputFile input(stream, 0);
    input.setFrameBuffer(makeFrameBuffer(image, header.displayWindow(), names));
    input.readPixels(header.dataWindow().min.y, header.dataWindow().max.y);
    if (std::strcmp(names[1], names[0]) == 0)
        spreadLuminance(image);
    if (Imf::hasEnvmap(header)) // OpenEXR's own latitude-longitude maps have +X on the left
        mirrorRows(image);
    return image;
}

} // namespace

Image readExr(std::span<const std::byte> file, const Limits& limits)
{
    try
    {
        return decode(file, limits);
    }
    catch (const Error&)
    {
        throw;
    }
    catch (const std::bad_alloc&)
    {
        throw;
    }
    catch (const std::exception& e)
    {
        throw Error(ErrorKind::InvalidInput, std::string("OpenEXR: ") + e.what());
    }
}

} // namespace pn::image
