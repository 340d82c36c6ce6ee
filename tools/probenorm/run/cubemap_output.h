// The output of a cubemap or a map: one file, or six by a pattern such as 'sky_%.hdr'.
#pragma once

#include "image/formats/ktx.h"
#include "image/texels/image.h"

#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

class CubemapOutput
{
public:
    // Throws Failure{CommandLine} where no cubemap can be written to a file of that name.
    explicit CubemapOutput(const std::string& path);

    std::vector<std::string> paths() const; // of the files that write() makes
    bool holdsMips() const { return m_holdsMips; }
    bool isKtx2() const;

    // Mips of six faces one below the other, the largest first; what the file cannot hold is left out, note too.
    void write(const std::vector<image::Image>& mips, image::Ktx2Packing packing = image::Ktx2Packing::None,
               std::string_view note = {}) const;

private:
    std::string m_path;
    bool m_isPattern;
    bool m_holdsMips;
};

} // namespace pn::cli
