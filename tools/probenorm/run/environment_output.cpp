#include "run/environment_output.h"

#include "run/cubemap_output.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/files/output_file.h"
#include "image/formats/exr.h"
#include "image/formats/radiance.h"
#include "image/texels/convert.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace pn::cli {

void requireOutputOf(image::Kind kind, const std::string& path)
{
    const std::string name = lowerCase(path);
    if (kind == image::Kind::Cubemap)
        CubemapOutput{path};
    else if (!name.ends_with(".exr") && !name.ends_with(".hdr"))
        throw Failure(Exit::CommandLine, fmt::format("--output of a map must end in .exr or .hdr, found {}", path));
}

std::vector<std::string> filesOf(image::Kind kind, const std::string& path)
{
    requireOutputOf(kind, path);
    return kind == image::Kind::Cubemap ? CubemapOutput(path).paths() : std::vector<std::string>{path};
}

PnFormat formatThatHolds(PnFormat input, const InputFacts& facts)
{
    constexpr float kLargestHalf = 65504.0f;
    const std::string name = lowerCase(facts.path);
    const bool isRadiance = name.ends_with(".hdr") || name.ends_with(".pic");
    const bool isFloat = input == PN_FORMAT_RGBA32F || (input == PN_FORMAT_RGB32F && !isRadiance);
    return isFloat || facts.max > kLargestHalf ? PN_FORMAT_RGBA32F : PN_FORMAT_RGBA16F;
}

void writeMap(const std::string& path, image::Image texels, PnFormat format)
{
    requireOutputOf(image::Kind::Equirect, path);
    if (format == PN_FORMAT_RGBA16F)
        texels = image::toHalf(texels);
    throwIfInterrupted();
    image::writeFile(image::followLinks(path),
                     lowerCase(path).ends_with(".exr") ? image::encodeExr(texels) : image::encodeRadiance(texels));
}

void writeEnvironment(image::Kind kind, const std::string& path, image::Image texels, PnFormat format)
{
    if (kind == image::Kind::Equirect)
        return writeMap(path, std::move(texels), format);
    std::vector<image::Image> mips;
    mips.push_back(format == PN_FORMAT_RGBA16F ? image::toHalf(texels) : std::move(texels));
    throwIfInterrupted();
    CubemapOutput(path).write(mips);
}

} // namespace pn::cli
