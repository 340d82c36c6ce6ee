#include "image/files/cancel.h"
#include "image/formats/exr.h"
#include "image/formats/exr_parts.h"
#include "image/formats/ktx.h"
#include "image/texels/convert.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfStringAttribute.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <optional>
#include <string>

namespace pn::image {

namespace {

constexpr const char* kCannotWrite = "OpenEXR cannot write";

class MemoryStream : public Imf::OStream
{
public:
    MemoryStream() : OStream("memory") {}

    void write(const char* bytes, int count) override
    {
        const auto size = static_cast<std::size_t>(count);
        m_bytes.resize(std::max<std::size_t>(m_bytes.size(), m_position + size));
        std::memcpy(m_bytes.data() + m_position, bytes, size);
        m_position += size;
    }

    std::uint64_t tellp() override { return m_position; }
    void seekp(std::uint64_t position) override { m_position = position; }

    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
    std::uint64_t m_position = 0;
};

// The first three channels of texels that are all half or all float.
Imf::FrameBuffer makeFrame(const Image& image, Imf::PixelType type)
{
    constexpr std::array<const char*, 3> kChannels = {"R", "G", "B"};
    Imf::FrameBuffer frame;
    // OpenEXR takes a pointer it may write to, and only reads.
    auto* texels = reinterpret_cast<char*>(const_cast<std::byte*>(image.texels.data()));
    const std::size_t channelBytes = type == Imf::HALF ? 2 : 4;
    for (std::size_t c = 0; c < kChannels.size(); ++c)
        frame.insert(kChannels[c],
                     Imf::Slice(type, texels + c * channelBytes, texelBytes(image.format), image.rowBytes()));
    return frame;
}

} // namespace

std::vector<std::byte> encodeExr(const Image& image, std::string_view note, Layout layout)
{
    const bool isHalf = image.format == PN_FORMAT_RGBA16F;
    if (!isHalf && image.format != PN_FORMAT_RGBA32F && image.format != PN_FORMAT_RGB32F)
        return encodeExr(toFloat(image), note, layout);
    const Imf::PixelType type = isHalf ? Imf::HALF : Imf::FLOAT;
    MemoryStream stream;
    std::optional<Imf::OutputFile> file;
    callOpenExr(kCannotWrite, [&] {
        Imf::Header header(static_cast<int>(image.width), static_cast<int>(image.height), 1.0f, Imath::V2f(0, 0), 1.0f,
                           Imf::INCREASING_Y, Imf::ZIP_COMPRESSION);
        for (const char* channel : {"R", "G", "B"})
            header.channels().insert(channel, Imf::Channel(type));
        if (!note.empty())
            header.insert(std::string(kNoteKey), Imf::StringAttribute(std::string(note)));
        if (layout == Layout::ExrLatLong || layout == Layout::ExrCube)
            Imf::addEnvmap(header, layout == Layout::ExrCube ? Imf::ENVMAP_CUBE : Imf::ENVMAP_LATLONG);
        file.emplace(stream, header, 0);
        file->setFrameBuffer(makeFrame(image, type));
    });
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        callOpenExr(kCannotWrite, [&] { file->writePixels(1); });
    }
    file.reset(); // writes where the lines are
    return stream.take();
}

} // namespace pn::image
