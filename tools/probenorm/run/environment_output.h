// Writes an environment: mips of a cubemap, or a picture of any layout.
#pragma once

#include "run/input.h"
#include "sh/engine.h"
#include "support/json.h"
#include "support/options.h"

#include "image/formats/environment.h"
#include "image/formats/file_kinds.h"
#include "image/texels/image.h"

#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

inline constexpr std::uint32_t kMostMips = 15; // of a cubemap

// One file, or six by a pattern such as 'sky_%.hdr'.
class EnvironmentOutput
{
public:
    // Throws Failure{CommandLine} where a file of that name cannot hold the layout.
    explicit EnvironmentOutput(const std::string& path, image::Layout layout = image::Layout::CubemapFile);

    std::vector<std::string> paths() const; // of the files that write() makes
    bool holdsMips() const { return m_holdsMips; }

    // Throw Failure{CommandLine} where it has no room for --mips, or cannot be packed by --compress or hold --texels.
    void requireRoom(bool hasMips, image::Ktx2Packing packing) const;
    void requireTexels(PnFormat texels) const;

    // What a command says of it, as a line; more is the end of it.
    std::string text(const std::vector<image::Image>& mips, const std::string& more = "") const;

    // Mips of six faces one below the other, or pictures, the largest first; what the file cannot hold is left out,
    // texts too.
    void write(const std::vector<image::Image>& mips, image::Ktx2Packing packing = image::Ktx2Packing::None,
               image::FileTexts texts = {}) const;

private:
    std::string m_path;
    image::Layout m_layout;
    bool m_isPattern;
    bool m_holdsMips;
};

// One of each path. Throws Failure{CommandLine} where one cannot hold what is asked for, and where two would write one
// file: a # in an input's name stands for the mip, too.
std::vector<EnvironmentOutput> outputsAt(const std::vector<std::string>& paths, image::Layout layout, bool hasMips,
                                         image::Ktx2Packing packing, PnFormat texels);

// --texels and --bc6h-effort of a command that writes cubemaps. Returns the first. help: of it.
Option addTexels(CLI::App& app, PnFormat& texels, PnBc6hEffort& effort, const std::string& help);
PnFormat findTexels(std::size_t index); // the format of a word
const std::vector<std::string>& texelNames();

// The texels of a file of these mips: those that were asked for, or that the engine reads in a file of that name, or
// else others. A library's own renderer reads floats where halves do not hold the light.
PnFormat texelsFor(PnFormat asked, const Engine* engine, const std::string& path, PnFormat others,
                   const std::vector<image::Image>& mips);

// The text of a file's harmonics, of the light in our axes; empty where a file of that name has none.
bool holdsHarmonics(const std::string& path);
std::string harmonicsFor(const std::string& path, const PnSh& light);

// In which layout an environment keeps its kind.
image::Layout layoutOf(image::Kind kind);

// The step of a history: the command, and the layout that it wrote but for cubemaps.
Json stepOf(const char* command, image::Layout layout);

// --to of a command, whose words are these layouts.
void addLayout(CLI::App& app, image::Layout& layout, std::vector<image::Layout> layouts);

// Halves hold what came from halves, from 8 bits, and from the shared exponents of Radiance, up to their largest; other
// texels need floats.
PnFormat formatThatHolds(PnFormat input, const InputFacts& facts);

} // namespace pn::cli
