// BC6H: blocks of 16 bytes for 4 x 4 texels of three halves. The format is specified to the bit, in integers alone
// (Khronos Data Format Specification, "BPTC compressed texture image formats"; Microsoft, "BC6H Format").
#pragma once

#include <cstddef>

namespace pn::image {

// Writes 16 texels of RGBA16F, row by row, with alpha 1. Any 16 bytes are a block: reserved modes are black.
void decodeBc6hUnsigned(const std::byte* block, std::byte* texels);
void decodeBc6hSigned(const std::byte* block, std::byte* texels);

} // namespace pn::image
