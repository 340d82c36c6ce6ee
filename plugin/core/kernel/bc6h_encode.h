#pragma once

#include "core/kernel/bc6h_format.h"
#include "core/kernel/geometry.h"
#include "core/kernel/sh_project.h"

namespace pn {

namespace bc6h {

enum Effort : std::uint32_t
{
    kLow,
    kMiddle,
    kHigh
};

// Texels of a block are differences from its least one in half steps of the half's bits, and are shifted until they are
// no larger than twice this, so that no sum of squares overflows.
inline constexpr int kMostRange = 5800;
inline constexpr int kOvershoot = 400; // of endpoints, in these units

inline constexpr std::uint32_t kAxisSteps = 2; // of the power method

inline constexpr int kMostLoss = 8191; // of an endpoint, so that no sum of twelve squares overflows

} // namespace bc6h

// Some rows of blocks of a picture. Where its size is no multiple of four, its last column and row are repeated.
struct Bc6hJob
{
    FaceTexels picture;
    std::uint32_t width, height;
    std::uint32_t rowBegin, rowEnd; // of blocks
    std::uint32_t effort;           // bc6h::kLow, ...
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
