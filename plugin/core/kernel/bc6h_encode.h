#pragma once

#include "core/kernel/bc6h_format.h"
#include "core/kernel/geometry.h"
#include "core/kernel/sh_project.h"

#include "shared/bc6h_encode.h"

namespace pn {

// Some rows of blocks of a picture. Where its size is no multiple of four, its last column and row are repeated.
struct Bc6hJob
{
    FaceTexels picture;
    std::uint32_t width, height;
    std::uint32_t rowBegin, rowEnd; // of blocks
    std::uint32_t effort;           // shared::kBc6hLow, ...
    bool isSigned;
    std::byte* blocks; // of the whole picture, row after row
};

// The texels of blocks that are encoded side by side, as RGBA16F: two words per texel, each for all blocks.
struct Bc6hTexels
{
    static constexpr std::uint32_t kMaxBlocks = 16; // the widest vector
    alignas(64) std::uint32_t words[bc6h::kTexels][2][kMaxBlocks];
};

// Reads the block at a column and a row of blocks to its place.
void readBlock(const Bc6hJob& job, std::uint32_t column, std::uint32_t row, std::uint32_t place, Bc6hTexels& texels);

} // namespace pn
