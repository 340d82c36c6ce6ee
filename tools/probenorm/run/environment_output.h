// Writes an environment without changing its kind: a cubemap to any file that holds one, a map to .exr or .hdr.
#pragma once

#include "run/input.h"

#include "image/formats/environment.h"

#include <string>

namespace pn::cli {

// Throws Failure{CommandLine} where a file of that name holds no environment of that kind.
void requireOutputOf(image::Kind kind, const std::string& path);

// The files that are written for it. Throws as requireOutputOf().
std::vector<std::string> filesOf(image::Kind kind, const std::string& path);

// Halves hold what came from halves, from 8 bits, and from the shared exponents of Radiance, up to their largest; other
// texels need floats.
PnFormat formatThatHolds(PnFormat input, const InputFacts& facts);

// texels: a map, or faces one below the other; of the format RGBA32F, written as format.
void writeMap(const std::string& path, image::Image texels, PnFormat format);
void writeEnvironment(image::Kind kind, const std::string& path, image::Image texels, PnFormat format);

} // namespace pn::cli
