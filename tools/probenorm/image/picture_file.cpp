#include "picture_file.h"

#include "dds.h"
#include "error.h"
#include "exr.h"
#include "ktx.h"
#include "radiance.h"
#include "stb.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace pn::image {

namespace {

using Decode = Container (*)(std::span<const std::byte>, std::uint32_t, const Limits&);

template <Image (*Read)(std::span<const std::byte>, const Limits&)>
Container decodePicture(std::span<const std::byte> file, std::uint32_t mip, const Limits& limits)
{
    if (mip != 0)
        throw Error(ErrorKind::InvalidInput, "mip must be 0 in a file without mips, asked for " + std::to_string(mip));
    Container container;
    container.image = Read(file, limits);
    return container;
}

struct Kind
{
    std::string_view magic;
    Decode decode;
};

constexpr std::array<Kind, 7> kKinds{{
    {"#?", decodePicture<readRadiance>},
    {"\x76\x2F\x31\x01", decodePicture<readExr>},
    {"DDS ", readDds},
    {"\xABKTX 11\xBB\r\n\x1A\n", readKtx1},
    {"\xABKTX 20\xBB\r\n\x1A\n", readKtx2},
    {"\x89PNG\r\n\x1A\n", decodePicture<readPng>},
    {"\xFF\xD8\xFF", decodePicture<readJpeg>},
}};

bool hasTgaName(std::string path)
{
    std::transform(path.begin(), path.end(), path.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    return path.ends_with(".tga");
}

} // namespace

Container decodeFile(std::span<const std::byte> file, const std::string& path, std::uint32_t mip, const Limits& limits)
{
    const std::string_view bytes(reinterpret_cast<const char*>(file.data()), file.size());
    for (const Kind& kind : kKinds)
        if (bytes.starts_with(kind.magic))
            return kind.decode(file, mip, limits);
    if (hasTgaName(path) || bytes.ends_with(std::string_view("TRUEVISION-XFILE.\0", 18)))
        return decodePicture<readTga>(file, mip, limits);
    throw Error(ErrorKind::InvalidInput, "is not a Radiance, OpenEXR, PNG, JPEG, TGA, DDS or KTX file");
}

} // namespace pn::image
