#pragma once

#include "image/formats/environment.h"

#include <optional>

namespace pn::decode {

// The main() of a decoder's process: decodes what the tool sends until it hangs up. Returns nothing when these are the
// arguments of another mode.
std::optional<int> runDecoder(int argc, char** argv, const image::DecodeFile& decode);

} // namespace pn::decode
