#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/formats/exr.h"
#include "image/formats/ktx.h"
#include "image/texels/texel.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfStringAttribute.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <optional>
#include <string>

namespace pn::image {

namespace {

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

// The memory that OpenEXR reads: texels whose first three channels have one type.
struct Source
{
    Imf::PixelType type;
    std::size_t stride;
    const std::byte* texels;
    std::vector<Rgb> decoded; // where they are neither half nor float
};

Source makeSource(const Image& image)
{
    const std::byte* texels = image.texels.data();
    switch (image.format)
    {
    case PN_FORMAT_RGBA16F: return {Imf::HALF, 8, texels, {}};
    case PN_FORMAT_RGBA32F: return {Imf::FLOAT, 16, texels, {}};
    case PN_FORMAT_RGB32F: return {Imf::FLOAT, 12, texels, {}};
    default: break;
    }
    Source source{Imf::FLOAT, sizeof(Rgb), nullptr, std::vector<Rgb>(std::size_t{image.width} * image.height)};
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        decodeRow(image.format, image.row(y), image.width, &source.decoded[std::size_t{y} * image.width]);
    }
    source.texels = reinterpret_cast<const std::byte*>(source.decoded.data());
    return source;
}

Imf::FrameBuffer makeFrame(const Source& source, std::uint32_t width)
{
    constexpr std::array<const char*, 3> kChannels = {"R", "G", "B"};
    Imf::FrameBuffer frame;
    // OpenEXR takes a pointer it may write to, and only reads.
    auto* texels = reinterpret_cast<char*>(const_cast<std::byte*>(source.texels));
    const std::size_t channelBytes = source.type == Imf::HALF ? 2 : 4;
    for (std::size_t c = 0; c < kChannels.size(); ++c)
        frame.insert(kChannels[c],
                     Imf::Slice(source.type, texels + c * channelBytes, source.stride, source.stride * width));
    return frame;
}

template <typename Call>
void callOpenExr(Call&& call)
{
    try
    {
        call();
    }
    catch (const std::bad_alloc&)
    {
        throw; // not the image's fault
    }
    catch (const std::exception& error)
    {
        throw Error(ErrorKind::InvalidInput, std::string("OpenEXR cannot write: ") + error.what());
    }
}

} // namespace

std::vector<std::byte> encodeExr(const Image& image, std::string_view note)
{
    const Source source = makeSource(image);
    MemoryStream stream;
    std::optional<Imf::OutputFile> file;
    callOpenExr([&] {
        Imf::Header header(static_cast<int>(image.width), static_cast<int>(image.height), 1.0f, Imath::V2f(0, 0), 1.0f,
                           Imf::INCREASING_Y, Imf::ZIP_COMPRESSION);
        for (const char* channel : {"R", "G", "B"})
            header.channels().insert(channel, Imf::Channel(source.type));
        if (!note.empty())
            header.insert(std::string(kNormalizedKey), Imf::StringAttribute(std::string(note)));
        file.emplace(stream, header, 0);
        file->setFrameBuffer(makeFrame(source, image.width));
    });
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        callOpenExr([&] { file->writePixels(1); });
    }
    file.reset(); // writes where the lines are
    return stream.take();
}

} // namespace pn::image
