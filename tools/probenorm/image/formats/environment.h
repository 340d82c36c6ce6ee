// An environment as the command line tool reads it: any supported file in, a view for the library out.
//
//     Environment sky = loadEnvironment("sky.exr", {.maxBytes = maxBytes}); // throws Error (error.h)
//     const PnEnvironmentView view = sky.view();
//     result = pnProjectEnvironment(context, &view, &options, &sh, &info);
//     const Environment cube = resampleToCube(sky, 256);  // resample.h
//     const TexelRange range = measureRange(sky.image);   // texel_range.h: min, max, bad texels
//     writeFile("cube.hdr", encodeRadiance(cube.image));  // output_file.h, radiance.h
#pragma once

#include "image/files/error.h"
#include "image/files/input_file.h"
#include "image/formats/file_kinds.h"
#include "image/formats/layout.h"
#include "image/texels/image.h"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pn::image {

enum class Kind
{
    Cubemap,
    Equirect,
};

// How files come into memory, and how their bytes become texels.
using ReadFile = std::function<Buffer(const std::string& path, std::uint64_t maxBytes)>;
using DecodeFile = std::function<Container(std::span<const std::byte> file, const std::string& path,
                                           const Choice& choice, const Limits& limits)>;

struct LoadOptions
{
    Layout layout = Layout::Auto;
    std::uint64_t maxBytes = Limits{}.maxBytes; // of decoded texels, checked before anything is allocated
    Choice choice = {};
    ReadFile read = {};             // none: by path, and a Radiance file block by block
    DecodeFile decode = decodeFile; // in this process
    bool mayPack = false;           // a Radiance file becomes RGB9E5 where texels keep their values
    unsigned threads = 1;           // that read a Radiance file by its path; 0: one for each processor
};

struct Environment
{
    std::string path;               // as given; "-" is standard input
    std::vector<std::string> files; // that were read: one, or those of six faces
    Kind kind = Kind::Equirect;
    Layout layout = Layout::Auto;              // the one found, never Auto
    std::uint32_t mipCount = 1;                // in the file
    std::uint32_t mip = 0;                     // the one in image
    std::string harmonics;                     // of Container
    std::string note;                          // of Container
    PnFormat fileFormat = PN_FORMAT_UNDEFINED; // of the texels in the file
    Image image;                               // the map, or the faces +X -X +Y -Y +Z -Z one below the other

    std::uint32_t faceSize() const noexcept { return kind == Kind::Cubemap ? image.width : 0; }
    std::uint64_t texelCount() const noexcept { return std::uint64_t{image.width} * image.height; }

    PnEnvironmentView view() const; // it borrows image's memory
};

// With texels of its own.
Environment copyOf(const Environment& environment);

// Reads one environment. input is a file, "-" for standard input, a pattern such as "sky_%.hdr" that stands for six
// faces, or (Layout::Auto, Faces or FacesOpenExr, square picture) one of six face files, which are told apart by their
// names.
Environment loadEnvironment(const std::string& input, const LoadOptions& options = {});

// Reads six square pictures, in the order +X -X +Y -Y +Z -Z.
Environment loadFaces(const std::array<std::string, 6>& paths, const LoadOptions& options = {});

} // namespace pn::image
