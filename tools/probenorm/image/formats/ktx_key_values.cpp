#include "image/formats/ktx_key_values.h"

#include "image/files/byte_reader.h"

#include <algorithm>
#include <string_view>

namespace pn::image {

namespace {

// Fills harmonics from the pair that has them.
void readPair(std::string_view pair, std::string& harmonics)
{
    const std::size_t end = pair.find('\0');
    if (end == std::string_view::npos)
        throw Error(ErrorKind::InvalidInput, "KTX key must end with NUL");
    const std::string_view key = pair.substr(0, end);
    std::string_view value = pair.substr(end + 1);
    value = value.substr(0, value.find('\0'));
    constexpr std::size_t kMostHarmonics = 4096; // cmgen writes nine rows of three numbers
    if (key == "sh" && value.size() <= kMostHarmonics)
        harmonics = value;
    if (key == "KTXswizzle" && !value.starts_with("rgb"))
        throw Error(ErrorKind::Unsupported,
                    "KTXswizzle must leave red, green and blue, found " + std::string(value.substr(0, 16)));
    if (key == "KTXorientation" && value != "rd" && value != "S=r,T=d")
        throw Error(ErrorKind::Unsupported,
                    "KTXorientation must have rows from the top (rd), found " + std::string(value.substr(0, 16)));
}

} // namespace

std::string readKeyValues(std::span<const std::byte> bytes, bool isBigEndian)
{
    ByteReader reader(bytes, "KTX key-value data");
    reader.setBigEndian(isBigEndian);
    std::string harmonics;
    while (reader.position() < bytes.size())
    {
        const std::uint32_t size = reader.u32();
        const auto pair = reader.take(size);
        readPair({reinterpret_cast<const char*>(pair.data()), pair.size()}, harmonics);
        const std::size_t padding = (4 - size % 4) % 4;
        reader.take(std::min(padding, bytes.size() - reader.position())); // the last one may lack it in KTX 2
    }
    return harmonics;
}

} // namespace pn::image
