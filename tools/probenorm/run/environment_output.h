// Writes an environment without changing its kind: a cubemap to any file that holds one, a map to .exr or .hdr.
#pragma once

#include "run/input.h"

#include "image/formats/environment.h"
#include "image/formats/ktx.h"
#include "image/texels/image.h"

#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

// The output of a cubemap or a map: one file, or six by a pattern such as 'sky_%.hdr'.

class CubemapOutput
{
public:
    // Throws Failure{CommandLine} where no cubemap can be written to a file of that name.
    explicit CubemapOutput(const std::string& path);

    std::vector<std::string> paths() const; // of the files that write() makes
    bool holdsMips() const { return m_holdsMips; }

    // Throws Failure{CommandLine} where it has no room for --mips, or cannot be packed by --compress.
    void requireRoom(bool hasMips, image::Ktx2Packing packing) const;

    // Mips of six faces one below the other, the largest first; what the file cannot hold is left out, note too.
    void write(const std::vector<image::Image>& mips, image::Ktx2Packing packing = image::Ktx2Packing::None,
               std::string_view note = {}) const;

private:
    std::string m_path;
    bool m_isPattern;
    bool m_holdsMips;
};

// The files that are written for an environment of that kind. Throws Failure{CommandLine} where a file of that name
// holds none.
std::vector<std::string> filesOf(image::Kind kind, const std::string& path);

// Halves hold what came from halves, from 8 bits, and from the shared exponents of Radiance, up to their largest; other
// texels need floats.
PnFormat formatThatHolds(PnFormat input, const InputFacts& facts);

// texels are of the format RGBA32F, written as format.
void writeMap(const std::string& path, image::Image texels, PnFormat format);

} // namespace pn::cli
