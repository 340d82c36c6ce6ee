#pragma once

#include <cstdint>
#include <string>

namespace pn::decode {

// Why this build or this system has no sandbox; empty when it may have one.
std::string whyNoSandbox();

// Gives up everything that decoding does not need, for good: files, network, new programs, threads, and more memory
// than decoded texels of maxBytes justify. Returns why this system cannot do that, or an empty text. Throws
// std::runtime_error where something that may come back is lacking, such as memory.
std::string enterSandbox(std::uint64_t maxBytes);

} // namespace pn::decode
