#include "lab/algorithms/transpose.h"

#include "lab/shaders/lab_transpose.h"

namespace pn::lab {
namespace {

constexpr AlgorithmRung kRungs[] = {{"naive", 1, {}}, {"tiled", 2, {}}, {"padded", 3, {}}};

} // namespace

std::span<const AlgorithmRung> transposeRungs()
{
    return kRungs;
}

Recording planTranspose(const AlgorithmRung& rung, std::uint32_t rows, std::uint32_t columns)
{
    Recording recording{2, {}, {}};
    const std::uint32_t groups =
        blocksOf(rows, shared::kLabTransposeSide) * blocksOf(columns, shared::kLabTransposeSide);
    if (groups != 0)
        recording.commands.push_back(Dispatch{rung.number == 1 ? "transpose_naive" : "transpose_tiled",
                                              {rung.number == 3 ? 1u : 0u},
                                              {0, 1, kNoBuffer, kNoBuffer},
                                              wordsOf(shared::LabTransposeParams{rows, columns}),
                                              groups});
    return recording;
}

std::vector<std::uint32_t> transposeOnCpu(std::span<const std::uint32_t> words, std::uint32_t rows,
                                          std::uint32_t columns)
{
    std::vector<std::uint32_t> results(words.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            results[column * rows + row] = words[row * columns + column];
    return results;
}

} // namespace pn::lab
