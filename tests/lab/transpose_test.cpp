// Every transpose kernel moves every element to its place.
#include "lab/algorithm_lab.h"

#include "lab/algorithms/transpose.h"

#include <array>

namespace pn::lab {
namespace {

using testing::Words;

class Transpose : public testing::AlgorithmLab
{
};

TEST_F(Transpose, EveryRungMovesEveryElement)
{
    constexpr std::array<std::uint32_t, 2> kShapes[] = {{0, 5},   {1, 1},   {1, 70},    {70, 1},   {31, 33},
                                                        {32, 32}, {64, 96}, {100, 257}, {513, 300}};
    for (const AlgorithmRung& rung : transposeRungs())
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
            PN_EXPECT_SAME_WORDS(transposeOnCpu(words, rows, columns), expected);
        }
}

} // namespace
} // namespace pn::lab
