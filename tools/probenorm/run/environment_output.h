// Writes an environment without changing its kind: a cubemap to any file that holds one, a map to .exr or .hdr.
#pragma once

#include "run/input.h"
#include "sh/engine.h"
#include "support/options.h"

#include "image/formats/environment.h"
#include "image/formats/file_kinds.h"
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

    // The same where it cannot hold --texels.
    void requireTexels(PnFormat texels) const;

    // Mips of six faces one below the other, the largest first; what the file cannot hold is left out, texts too.
    void write(const std::vector<image::Image>& mips, image::Ktx2Packing packing = image::Ktx2Packing::None,
               const image::FileTexts& texts = {}) const;

private:
    std::string m_path;
    bool m_isPattern;
    bool m_holdsMips;
};

// --texels and --bc6h-effort of a command that writes cubemaps. Returns the first. help: of it.
Option addTexels(CLI::App& app, PnFormat& texels, PnBc6hEffort& effort, const std::string& help);
PnFormat findTexels(std::size_t index); // the format of a word
const std::vector<std::string>& texelNames();

// The texels of a file: those that were asked for, or that the engine reads in a file of that name, or else others.
PnFormat texelsFor(PnFormat asked, const Engine* engine, const std::string& path, PnFormat others);

// The text of a file's harmonics, of the light in our axes; empty where a file of that name has none.
bool holdsHarmonics(const std::string& path);
std::string harmonicsFor(const std::string& path, const PnSh& light);

// Warns where a file of that name cuts off light of mip 0, and how much.
void warnOfCutLight(const std::string& path, const image::Image& mip, Console& console);

// The files that are written for an environment of that kind. Throws Failure{CommandLine} where a file of that name
// holds none.
std::vector<std::string> filesOf(image::Kind kind, const std::string& path);

// Halves hold what came from halves, from 8 bits, and from the shared exponents of Radiance, up to their largest; other
// texels need floats.
PnFormat formatThatHolds(PnFormat input, const InputFacts& facts);

// texels are of the format RGBA32F, written as format.
void writeMap(const std::string& path, image::Image texels, PnFormat format);

} // namespace pn::cli
