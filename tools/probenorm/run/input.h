#pragma once

#include "support/console.h"
#include "support/json.h"
#include "support/options.h"

#include "image/formats/environment.h"
#include "image/texels/texel_range.h"

#include "probenorm/probenorm.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pn::decode {
class DecoderPool;
}

namespace pn::cli {

inline constexpr std::size_t kFaceCount = 6; // of a cubemap

// From here on inputs are decoded by this pool; before, and after null, in this process.
void setDecoders(decode::DecoderPool* pool);

// Where the inputs of a command that reads one were decoded, for people: "in a sandbox", or why not.
std::string decodingText();

// What every command that reads an environment has, besides.
struct InputOptions
{
    std::string layout = "auto";
    std::uint32_t mip = 0;
    std::string layer;
    std::uint64_t maxBytes = std::uint64_t{1} << 30;

    void addTo(CLI::App& app);
};

// One environment to read: a file, a pattern, or six face files.
struct InputPath
{
    std::vector<std::string> paths;
    image::ReadFile read = {}; // called with each path that is read, more than once for files with mips; none: by path
    const image::Environment* decoded = nullptr; // of a command that reads an input once and uses it several times

    const std::string& name() const { return paths.front(); }
};

// With --layout faces or faces-openexr, each six of several files are one environment. Throws Failure{CommandLine} when
// they do not go up.
std::vector<InputPath> groupInputs(const std::vector<std::string>& inputs, const InputOptions& options);

// packThreads: with so many threads a Radiance file becomes RGB9E5, where texels keep their values.
image::Environment loadInput(const InputPath& input, const InputOptions& options,
                             std::optional<std::uint32_t> packThreads = std::nullopt);
image::Environment loadInput(const std::string& input, const InputOptions& options);

// Throws Failure{InvalidInput} when a cubemap of float texels with these faces would be above --max-bytes. what names
// the size: "--resample 4096".
void requireCubeFits(std::uint32_t faceSize, bool hasMips, std::uint64_t maxBytes, const std::string& what);

// What results tell of an environment.
struct InputFacts
{
    std::string path;
    std::string layout;
    bool isCubemap = false;
    std::uint32_t width = 0;  // of the map, or of a face
    std::uint32_t height = 0; // of the map, or of a face
    std::uint64_t texels = 0;
    std::uint64_t nonFinite = 0;
    std::uint64_t negative = 0;
    std::optional<std::uint64_t> clamped; // known only after a projection
    float min = 0.0f;
    float max = 0.0f;
};

// Counts and limits are those of the decoded texels.
InputFacts describe(const image::Environment& environment, unsigned threadCount = 1);

// One line for each thing about the texels that may not be what was meant.
std::vector<std::string> inputWarnings(const image::Environment& environment, const InputFacts& facts);
void warnOfInput(const image::Environment& environment, const InputFacts& facts, Console& console);

// The sizes of files together; what cannot be asked for its size counts as none.
std::uint64_t bytesOfFiles(const std::vector<std::string>& files);

// "input" of the JSON results.
Json inputJson(const InputFacts& facts);

// "equirect 1024 x 512" or "hcross, faces of 256".
std::string shapeText(const InputFacts& facts);

const char* formatName(PnFormat format);

// The format of an image in its file, from which it may have been decoded.
PnFormat storedFormat(const image::Image& image);

struct TexelPlace
{
    std::uint32_t face = 0;
    std::uint32_t x = 0;
    std::uint32_t y = 0;
};

// "face +X, x 3, y 4", or without the face for a map.
std::string placeText(image::Kind kind, const TexelPlace& place);

// The first texel by (face, y, x) that the library would call non-finite.
std::optional<TexelPlace> findBadTexel(const image::Environment& environment);

[[noreturn]] void throwBadTexel(const std::string& path, image::Kind kind, const TexelPlace& place);

} // namespace pn::cli
