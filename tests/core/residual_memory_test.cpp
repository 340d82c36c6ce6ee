// Pieces of the memory for copied faces: none touches another, whichever thread takes it.
#include "core/light/residual_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace pn {
namespace {

// Takes pieces of a size on the threads in turn, as many as there is room for, and writes them all.
void takeAll(ResidualMemory& memory, std::size_t bytes, std::size_t piece, std::uint32_t threads)
{
    memory.begin(bytes, threads);
    std::vector<std::byte*> taken;
    for (std::size_t at = 0; at + ResidualMemory::bytesTaken(piece) <= bytes; at += ResidualMemory::bytesTaken(piece))
        taken.push_back(memory.take(piece, std::uint32_t(taken.size()) % threads));
    for (std::size_t i = 0; i < taken.size(); ++i)
        std::fill_n(taken[i], piece, std::byte(i % 251));
    for (std::size_t i = 0; i < taken.size(); ++i)
    {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(taken[i]) % 64, 0u);
        EXPECT_TRUE(std::all_of(taken[i], taken[i] + piece, [&](std::byte b) { return b == std::byte(i % 251); })) << i;
    }
    std::sort(taken.begin(), taken.end());
    for (std::size_t i = 1; i < taken.size(); ++i)
        ASSERT_GE(std::size_t(taken[i] - taken[i - 1]), piece);
}

TEST(ResidualMemory, PiecesLieApart)
{
    ResidualMemory memory;
    for (const std::size_t bytes : {std::size_t{4} << 20, std::size_t{70} << 20, std::size_t{33} << 20})
        for (const std::size_t piece : {24u, 131072u, 262144u, 262145u, 3u << 20})
            for (const std::uint32_t threads : {1u, 5u})
                takeAll(memory, bytes, bytes < 5u << 20 || piece > 24 ? piece : 24 * 1001, threads);
}

} // namespace
} // namespace pn
