// The encoder of BC6H: against the format, against what blocks can say exactly, and against an exhaustive search.
#include "core/kernel/bc6h_encode.h"
#include "core/kernel/simd_target.h"

#include "witness/bc6h_exhaustive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace pn {
namespace {

using Halves = std::array<std::uint16_t, 64>; // RGBA of 16 texels

constexpr std::uint32_t kEfforts[] = {shared::kBc6hLow, shared::kBc6hMiddle, shared::kBc6hHigh};

std::int32_t integerOf(std::uint16_t half)
{
    const std::int32_t magnitude = half & 0x7FFF;
    return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

std::vector<std::byte> encode(const std::vector<Halves>& blocks, std::uint32_t effort, bool isSigned,
                              const SimdTarget& target = simdTargets().front())
{
    std::vector<std::byte> bytes(bc6h::kBlockBytes * blocks.size());
    const auto count = std::uint32_t(blocks.size()); // a picture of one column of blocks
    target.encodeBc6h({{PN_FORMAT_RGBA16F, 32, reinterpret_cast<const std::byte*>(blocks.data())},
                       4,
                       4 * count,
                       0,
                       count,
                       effort,
                       isSigned,
                       bytes.data()});
    return bytes;
}

// The squared difference of the halves' bits.
std::int64_t errorOf(const Halves& wanted, const std::byte* block, bool isSigned)
{
    Halves found;
    bc6h::decode(block, isSigned, found.data());
    std::int64_t error = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (i % 4 != 3)
        {
            const std::int64_t wrong = integerOf(found[i]) - integerOf(wanted[i]);
            error += wrong * wrong;
        }
    return error;
}

std::vector<std::int64_t> errorsOf(const std::vector<Halves>& blocks, std::uint32_t effort, bool isSigned)
{
    const std::vector<std::byte> bytes = encode(blocks, effort, isSigned);
    std::vector<std::int64_t> errors;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        errors.push_back(errorOf(blocks[i], &bytes[bc6h::kBlockBytes * i], isSigned));
    return errors;
}

// Blocks as pictures have them: smooth, noisy and parted by an edge, dark and bright.
std::vector<Halves> pictureBlocks(std::size_t count, bool isSigned)
{
    std::mt19937 random(7);
    const auto below = [&](std::int32_t bound) { return std::int32_t(random() % std::uint32_t(bound)); };
    std::vector<Halves> blocks(count);
    for (Halves& block : blocks)
    {
        const std::int32_t noise = 1 << below(9), slope = 1 << below(8), edge = below(2) * below(6000);
        const std::int32_t base[3] = {below(20000), below(20000), below(20000)};
        const std::int32_t angle = below(7) - 3;
        for (std::int32_t i = 0; i < 16; ++i)
            for (std::int32_t c = 0; c < 4; ++c)
            {
                const std::int32_t x = i % 4, y = i / 4, side = x + angle * y > 2 ? edge : 0;
                const std::int32_t value = c == 3 ? 0x3C00 : base[c] + side + slope * (x * (c + 1) - y) + below(noise);
                const bool isNegative = isSigned && c < 3 && ((base[0] + i) & 3) == 0;
                block[std::size_t(4 * i + c)] = std::uint16_t(std::clamp(value, 0, 0x7BFF) | (isNegative ? 0x8000 : 0));
            }
    }
    return blocks;
}

class Bc6hEncode : public testing::TestWithParam<bool>
{
};

// 1003 is no multiple of any vector's lanes.
TEST_P(Bc6hEncode, EveryInstructionSetGivesTheSameBlocks)
{
    const std::vector<Halves> blocks = pictureBlocks(1003, GetParam());
    for (const std::uint32_t effort : kEfforts)
    {
        const std::vector<std::byte> first = encode(blocks, effort, GetParam());
        for (const SimdTarget& target : simdTargets())
            EXPECT_EQ(encode(blocks, effort, GetParam(), target), first) << target.name << ", effort " << effort;
    }
}

TEST_P(Bc6hEncode, MoreEffortGivesLessError)
{
    const std::vector<Halves> blocks = pictureBlocks(2000, GetParam());
    double before = INFINITY;
    for (const std::uint32_t effort : kEfforts)
    {
        double total = 0;
        for (const std::int64_t error : errorsOf(blocks, effort, GetParam()))
            total += double(error);
        EXPECT_LT(total, before) << effort;
        before = total;
    }
}

// Endpoints of 16 bits reach every half, so a block of one colour has no error, whatever the effort.
TEST_P(Bc6hEncode, BlocksOfOneColourAreExact)
{
    constexpr std::uint16_t kHalves = 0x7C00; // that are finite and not negative
    std::vector<Halves> blocks;
    for (std::uint32_t half = 0; half < kHalves; ++half)
    {
        const std::uint16_t sign = GetParam() && half % 2 == 1 ? 0x8000 : 0;
        const auto red = std::uint16_t(half | sign), green = std::uint16_t(kHalves - 1 - half);
        const auto blue = std::uint16_t(half * 7919 % kHalves);
        Halves& block = blocks.emplace_back();
        for (std::size_t i = 0; i < 64; i += 4)
            std::copy_n(std::array<std::uint16_t, 4>{red, green, blue, 0x3C00}.data(), 4, &block[i]);
    }
    for (const std::uint32_t effort : kEfforts)
        EXPECT_EQ(std::ranges::count(errorsOf(blocks, effort, GetParam()), 0), kHalves) << effort;
}

// The sum of squares around the mean of each channel.
double spreadOf(const Halves& block)
{
    double total = 0;
    for (std::size_t c = 0; c < 3; ++c)
    {
        double sum = 0, squares = 0;
        for (std::size_t i = c; i < 64; i += 4)
        {
            const double value = integerOf(block[i]);
            sum += value;
            squares += value * value;
        }
        total += squares - sum * sum / 16;
    }
    return total;
}

// What blocks of random endpoints and indices decode to is what one block can say. No search of a few thousand steps
// finds it among 2^80, but one whose error is a small share of what the texels differ by.
TEST_P(Bc6hEncode, FindsWhatABlockCanSay)
{
    std::mt19937 random(11);
    constexpr std::size_t kOfMode = 100; // blocks
    std::vector<Halves> blocks(kOfMode * bc6h::kModeCount);
    for (std::size_t i = 0; i < blocks.size(); ++i)
    {
        const bc6h::Mode& mode = bc6h::kModes[i % bc6h::kModeCount];
        bc6h::Block block;
        block.mode = std::uint32_t(i % bc6h::kModeCount);
        block.shape = mode.hasTwoSubsets ? std::uint32_t(random() % 32) : 0;
        block.indexBits = std::uint64_t{random()} | std::uint64_t{random()} << 32;
        const std::int32_t margin = 1 << (mode.deltaBits[0] - 1), most = 1 << (mode.endpointBits - 1);
        for (std::size_t c = 0; c < 3; ++c)
        {
            const auto base = std::int32_t(random() % std::uint32_t(std::max(most - margin, 1)));
            block.endpoints[0][c] = base;
            for (std::size_t e = 1; e < 4; ++e)
                block.endpoints[e][c] = base + std::int32_t(random() % (1u << (mode.deltaBits[c] - 1)));
            if (!mode.isDelta)
                for (std::size_t e = 0; e < 4; ++e)
                    block.endpoints[e][c] = std::int32_t(random() % std::uint32_t(most));
        }
        std::array<std::byte, bc6h::kBlockBytes> bytes;
        bc6h::pack(block, bytes.data());
        bc6h::decode(bytes.data(), GetParam(), blocks[i].data());
    }
    const std::vector<std::int64_t> errors = errorsOf(blocks, shared::kBc6hHigh, GetParam());
    std::array<double, bc6h::kModeCount> left{}, whole{};
    for (std::size_t i = 0; i < errors.size(); ++i)
    {
        left[i % left.size()] += double(errors[i]);
        whole[i % left.size()] += spreadOf(blocks[i]);
    }
    for (std::size_t mode = 0; mode < left.size(); ++mode)
        EXPECT_LT(left[mode], 0.07 * 0.07 * whole[mode] + 48 * kOfMode) << "mode " << mode; // and rounding of a texel
}

INSTANTIATE_TEST_SUITE_P(Signs, Bc6hEncode, testing::Bool());

TEST(Bc6hEncodeValues, WhatIsNotFiniteOrNegativeIsReplaced)
{
    std::vector<Halves> blocks(4);
    const std::uint16_t values[] = {0x7E00, 0x7C00, 0xC000, 0xFC00}; // NaN, infinity, -2, -infinity
    for (std::size_t i = 0; i < 4; ++i)
        blocks[i].fill(values[i]);
    const std::uint16_t wanted[2][4] = {{0, 0x7BFF, 0, 0}, {0, 0x7BFF, 0xC000, 0xFBFF}};
    for (const bool isSigned : {false, true})
    {
        const std::vector<std::byte> bytes = encode(blocks, shared::kBc6hLow, isSigned);
        for (std::size_t i = 0; i < 4; ++i)
        {
            Halves found;
            bc6h::decode(&bytes[bc6h::kBlockBytes * i], isSigned, found.data());
            EXPECT_EQ(found[0], wanted[isSigned][i]) << values[i];
        }
    }
}

// 200 of 10 000 random blocks of Blender's maps (tests/witness), or those of a file of more.
std::vector<Halves> blocksOfMaps()
{
    const char* const more = std::getenv("PN_BC6H_BLOCKS");
    const std::string path = more != nullptr ? more : PN_WITNESS "/bc6h_blocks.bin";
    std::vector<Halves> blocks(std::filesystem::file_size(path) / sizeof(Halves));
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(blocks.data()), std::streamsize(sizeof(Halves) * blocks.size()));
    EXPECT_TRUE(file.good());
    EXPECT_GE(blocks.size(), 200u);
    for (Halves& block : blocks)
        for (std::uint16_t& half : block) // blocks without signs hold none that are negative
            half = std::uint16_t(std::clamp(integerOf(half), 0, 0x7BFF));
    return blocks;
}

// Of all 10 000 the squares add up to 1.018 of the search's. Of so few a single block can weigh one percent.
TEST(Bc6hEncodeSearch, HighEffortIsNearAllModesAndShapes)
{
    const std::vector<Halves> blocks = blocksOfMaps();
    double least = 0;
    for (const Halves& block : blocks)
    {
        witness::Texels16 texels;
        for (std::size_t t = 0; t < 16; ++t)
            std::copy_n(&block[4 * t], 3, texels[t].begin());
        least += double(witness::ExhaustiveBc6h(texels).leastError());
    }
    double ratio = 0;
    for (const std::uint32_t effort : kEfforts)
    {
        const std::vector<std::int64_t> errors = errorsOf(blocks, effort, false);
        ratio = std::accumulate(errors.begin(), errors.end(), 0.0) / least;
        std::printf("effort %u: %.3f times the search's squares, %zu blocks\n", effort, ratio, blocks.size());
    }
    EXPECT_LT(ratio, 1.03);
}

} // namespace
} // namespace pn
