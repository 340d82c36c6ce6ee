// BC6H: blocks of 16 bytes for 4 x 4 texels of three halves. The format is specified to the bit, in integers alone
// (Khronos Data Format Specification, "BPTC compressed texture image formats"; Microsoft, "BC6H Format").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pn::bc6h {

inline constexpr std::uint32_t kTexels = 16;
inline constexpr std::uint32_t kBlockBytes = 16;
inline constexpr std::uint32_t kModeCount = 14;
inline constexpr std::uint32_t kShapeCount = 32;

struct Mode
{
    std::uint32_t code;
    std::uint32_t endpointBits;
    std::array<std::uint32_t, 3> deltaBits; // of x, y, z, where they are deltas of w; endpointBits where they are not
    bool isDelta;
    bool hasTwoSubsets;
};

inline constexpr std::array<Mode, kModeCount> kModes{{
    {0x00, 10, {5, 5, 5}, true, true},
    {0x01, 7, {6, 6, 6}, true, true},
    {0x02, 11, {5, 4, 4}, true, true},
    {0x06, 11, {4, 5, 4}, true, true},
    {0x0A, 11, {4, 4, 5}, true, true},
    {0x0E, 9, {5, 5, 5}, true, true},
    {0x12, 8, {6, 5, 5}, true, true},
    {0x16, 8, {5, 6, 5}, true, true},
    {0x1A, 8, {5, 5, 6}, true, true},
    {0x1E, 6, {6, 6, 6}, false, true},
    {0x03, 10, {10, 10, 10}, false, false},
    {0x07, 11, {9, 9, 9}, true, false},
    {0x0B, 12, {8, 8, 8}, true, false},
    {0x0F, 16, {4, 4, 4}, true, false},
}};

// The modes from those with the coarsest endpoints on: ten of two subsets, then four of one.
inline constexpr std::array<std::uint32_t, kModeCount> kFromCoarse{9, 1, 6, 7, 8, 5, 0, 2, 3, 4, 10, 11, 12, 13};
inline constexpr std::size_t kTwoSubsetModes = 10;

inline constexpr std::uint32_t kNoDelta = 17; // bits that hold any difference, for modes without deltas

// Bit 4 y + x of a shape: the texel belongs to the second subset.
inline constexpr std::array<std::uint16_t, kShapeCount> kShapes{
    0xCCCC, 0x8888, 0xEEEE, 0xECC8, 0xC880, 0xFEEC, 0xFEC8, 0xEC80, 0xC800, 0xFFEC, 0xFE80,
    0xE800, 0xFFE8, 0xFF00, 0xFFF0, 0xF000, 0xF710, 0x008E, 0x7100, 0x08CE, 0x008C, 0x7310,
    0x3100, 0x8CCE, 0x088C, 0x3110, 0x6666, 0x366C, 0x17E8, 0x0FF0, 0x718E, 0x399C};

// The texel of the second subset whose index lacks its highest bit, which is 0. In the first subset it is texel 0.
inline constexpr std::array<std::uint8_t, kShapeCount> kAnchors{
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2};

inline constexpr std::array<std::uint8_t, 8> kWeights3{0, 9, 18, 27, 37, 46, 55, 64};
inline constexpr std::array<std::uint8_t, 16> kWeights4{0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

// Some bits of an endpoint's channel as they follow each other in a block.
struct BitRun
{
    std::uint8_t value;  // 3 * endpoint + channel
    std::uint8_t lowest; // bit
    std::uint8_t count;
    bool falls; // the highest bit comes first
};

// What follows the bits of the mode's code, but for the partition and the indices.
std::span<const BitRun> runsOf(std::uint32_t mode);

// Four endpoints w, x, y, z of red, green and blue: w and x of the first subset, y and z of the second.
using Endpoints = std::array<std::array<std::int32_t, 3>, 4>;

// What a block says: endpoints are quantized, and not deltas.
struct Block
{
    std::uint32_t mode = 0; // of kModes; kModeCount for the four reserved codes, whose texels are black
    std::uint32_t shape = 0;
    Endpoints endpoints{};
    std::uint64_t indexBits = 0; // of all texels; those of anchors lack their highest bit
};

Block unpack(const std::byte* bytes, bool isSigned);

// The deltas must fit.
void pack(const Block& block, std::byte* bytes);

// Writes 16 texels of RGBA16F, row by row, with alpha 1. Any 16 bytes are a block.
void decode(const std::byte* bytes, bool isSigned, std::uint16_t* halves);

} // namespace pn::bc6h
