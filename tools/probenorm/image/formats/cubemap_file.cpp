#include "image/formats/cubemap_file.h"

#include "image/files/error.h"
#include "image/formats/dds.h"
#include "image/formats/exr.h"
#include "image/formats/ktx.h"
#include "image/formats/radiance.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace pn::image {

namespace {

using Mips = std::span<const Image* const>;
using Note = std::string_view;

constexpr std::array<CubemapFile, 4> kFiles = {{
    {".ktx2", true, writeKtx2},
    {".dds", true, [](Mips mips, Ktx2Packing, const ByteSink& sink, Note) { sink(encodeDds(mips)); }},
    {".exr", false, [](Mips mips, Ktx2Packing, const ByteSink& sink, Note note) { sink(encodeExr(*mips[0], note)); }},
    {".hdr", false, [](Mips mips, Ktx2Packing, const ByteSink& sink, Note) { sink(encodeRadiance(*mips[0])); }},
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

void writeCubemapFile(const std::string& path, std::span<const Image* const> mips, Ktx2Packing packing,
                      const ByteSink& sink, std::string_view note)
{
    try
    {
        findCubemapFile(path)->write(mips, packing, sink, note);
    }
    catch (const Error& error)
    {
        if (error.kind() == ErrorKind::FileIo) // the sink's own
            throw;
        throw Error(error.kind(), path + ": " + error.what());
    }
}

} // namespace pn::image
