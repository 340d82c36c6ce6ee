// Every transpose kernel moves every element to its place.
#include "lab/algorithm_lab.h"

#include "lab/algorithms/transpose.h"

#include <array>
#include <numeric>

namespace pn::lab {
namespace {

using testing::Words;

class Transpose : public testing::AlgorithmLab
{
};

TEST_F(Transpose, EveryRungMovesEveryElement)
{
    constexpr std::array<std::uint32_t, 2> kShapes[] = {{0, 5},     {1, 1},     {1, 70},    {70, 1},
                                                        {31, 33},   {32, 32},   {64, 96},   {100, 257},
                                                        {513, 300}, {128, 128}, {260, 132}, {300, 516}};
    for (const Rung& rung : rungsOf(Algorithm::Transpose).first(4)) // without the bound
        for (const auto& [rows, columns] : kShapes)
        {
            SCOPED_TRACE(std::string(rung.name) + ", " + std::to_string(rows) + " x " + std::to_string(columns));
            ASSERT_EQ(device().whyUnsupported(rung), "");
            Words words(std::size_t{rows} * columns), expected(words.size());
            for (std::uint32_t row = 0; row < rows; ++row)
                for (std::uint32_t column = 0; column < columns; ++column)
                {
                    words[row * columns + column] = 1000000 + row * 1000 + column;
                    expected[column * rows + row] = 1000000 + row * 1000 + column;
                }
            PN_EXPECT_SAME_WORDS(run(planTranspose(rung, rows, columns), {words, Words(words.size())})[1], expected);
            PN_EXPECT_SAME_WORDS(transposeOnCpu(rung, words, rows, columns), expected);
        }
}

// A group of any size turns the same blocks.
TEST_F(Transpose, BlocksNeedNoSizeOfGroups)
{
    const Rung& blocks = *findRung(Algorithm::Transpose, "blocks");
    const Words words = testing::randomWords(260 * 516, Operator::SumUint);
    const Words expected = transposeOnCpu(blocks, words, 260, 516);
    for (std::uint32_t lanes = 32; lanes <= device().maxGroupSize(); lanes *= 2)
        PN_EXPECT_SAME_WORDS(run(planTranspose(blocks, 260, 516, lanes), {words, Words(words.size())})[1], expected)
            << lanes;
}

// The bound turns each block of 4 x 4 words where it lies in its tile of 128 x 128, and transposes what is no whole
// tile.
TEST_F(Transpose, TheBoundMovesTilesWhole)
{
    const Rung& bound = *findRung(Algorithm::Transpose, "bound");
    constexpr std::uint32_t kRows = 132, kColumns = 128;
    Words words(std::size_t{kRows} * kColumns);
    std::iota(words.begin(), words.end(), 0u);
    const Words results = run(planTranspose(bound, kRows, kColumns), {words, Words(words.size())})[1];
    EXPECT_EQ(results[0], 0u);
    EXPECT_EQ(results[1], kColumns);             // element (1, 0), turned within its block
    EXPECT_EQ(results[4], 4u);                   // block 1 of the first row of blocks stays there
    EXPECT_EQ(results[4 * kRows], 4 * kColumns); // as does the first block of the second row
    EXPECT_EQ(results[128], 128 * kColumns);     // below the whole tile: transposed
    EXPECT_EQ(results[5 * kRows + 130], 130 * kColumns + 5);
    PN_EXPECT_SAME_WORDS(transposeOnCpu(bound, words, kRows, kColumns), results);
}

} // namespace
} // namespace pn::lab
