#pragma once

#include "image/formats/environment.h"

#include <string>

namespace pn::decode {
class DecoderPool;
}

namespace pn::cli {

// From here on inputs are decoded by this pool; before, and after null, in this process.
void setDecoders(decode::DecoderPool* pool);

image::DecodeFile inputDecoder();

// Where the inputs of a command that reads one were decoded, for people: "in a sandbox", or why not.
std::string decodingText();

} // namespace pn::cli
