#pragma once

#include "image/files/error.h"
#include "image/texels/image.h"
#include "image/texels/limits.h"

#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

namespace pn::image {

// Errors of OpenEXR become ours. Lack of memory stays what it is: no file is at fault.
template <typename Call>
auto callOpenExr(const char* what, const Call& call)
{
    try
    {
        return call();
    }
    catch (const Error&)
    {
        throw;
    }
    catch (const std::bad_alloc&)
    {
        throw;
    }
    catch (const std::exception& error)
    {
        reject("{}: {}", what, error.what());
    }
}

struct ExrSize
{
    std::uint64_t width = 0;
    std::uint64_t height = 0;
};

ExrSize sizeOf(const Imath::Box2i& window);

// The headers of all parts of a file, after the checks that keep OpenEXR from giving memory to false claims.
std::vector<Imf::Header> readExrParts(std::span<const std::byte> file, const Limits& limits);

enum class ExrColor
{
    Rgb,
    Grey,
    Xyz, // CIE 1931
};

// Three channels of one part that make a picture.
struct ExrLayer
{
    std::string name; // of the part and the layer, joined by a dot; empty in a file that has neither
    std::size_t part = 0;
    std::array<std::string, 3> channels; // those of a grey picture are all the same
    ExrColor color = ExrColor::Rgb;
};

struct ExrSelection
{
    std::vector<ExrLayer> layers;      // one, or the six faces +X -X +Y -Y +Z -Z
    std::vector<std::string> warnings; // of a choice that the user did not make
};

// The layer that is asked for by its name or the end of it. With nothing asked for: the only one, the one without a
// name, six that are named after the faces of a cube, or the only one that is named RGBA, Combined or beauty. Throws,
// with a list of the layers, where none of these is there.
ExrSelection selectExrLayers(const std::vector<Imf::Header>& parts, const std::string& asked);

// A file in memory, as OpenEXR reads it. Throws instead of reading beyond its end.
class ExrStream : public Imf::IStream
{
public:
    explicit ExrStream(std::span<const std::byte> bytes) : IStream("memory"), m_bytes(bytes) {}

    bool read(char* out, int count) override
    {
        if (count < 0 || static_cast<std::uint64_t>(count) > m_bytes.size() - m_position)
            reject("file ends too early");
        std::memcpy(out, m_bytes.data() + m_position, static_cast<std::size_t>(count));
        m_position += static_cast<std::size_t>(count);
        return m_position < m_bytes.size();
    }

    std::uint64_t tellg() override { return m_position; }

    void seekg(std::uint64_t position) override
    {
        if (position > m_bytes.size())
            reject("file ends too early");
        m_position = position;
    }

    void clear() override {}

private:
    std::span<const std::byte> m_bytes;
    std::uint64_t m_position = 0;
};

} // namespace pn::image
