#include "image/cubemap_file.h"

#include "image/dds.h"
#include "image/error.h"
#include "image/exr.h"
#include "image/ktx.h"
#include "image/radiance.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace pn::image {

namespace {

constexpr std::array<CubemapFile, 4> kFiles = {{
    {".ktx2", true, encodeKtx2},
    {".dds", true, [](std::span<const Image* const> mips, Ktx2Packing) { return encodeDds(mips); }},
    {".exr", false, [](std::span<const Image* const> mips, Ktx2Packing) { return encodeExr(*mips[0]); }},
    {".hdr", false, [](std::span<const Image* const> mips, Ktx2Packing) { return encodeRadiance(*mips[0]); }},
}};

bool endsWith(std::string_view path, std::string_view extension)
{
    return path.size() > extension.size() &&
           std::equal(extension.begin(), extension.end(), path.end() - static_cast<std::ptrdiff_t>(extension.size()),
                      [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

} // namespace

std::optional<CubemapFile> findCubemapFile(std::string_view path)
{
    const auto found = std::find_if(kFiles.begin(), kFiles.end(),
                                    [path](const CubemapFile& file) { return endsWith(path, file.extension); });
    return found != kFiles.end() ? std::optional(*found) : std::nullopt;
}

std::vector<std::byte> encodeCubemapFile(const std::string& path, std::span<const Image* const> mips,
                                         Ktx2Packing packing)
{
    try
    {
        return findCubemapFile(path)->encode(mips, packing);
    }
    catch (const Error& error)
    {
        throw Error(error.kind(), path + ": " + error.what());
    }
}

} // namespace pn::image
