#include "lab/algorithms/transpose.h"

#include "lab/shaders/lab_transpose.h"

namespace pn::lab {
namespace {

constexpr AlgorithmRung kRungs[] = {{"naive", 1, {}}, {"tiled", 2, {}}, {"padded", 3, {}}, {"wide", 4, {}}};

// How a rung is run.
struct TransposeKernel
{
    std::string_view name;
    std::uint32_t padding; // words after each row of the tile
    std::uint32_t side;    // of the tile
};

constexpr TransposeKernel kKernels[] = {{"transpose_naive", 0, shared::kLabTransposeSide},
                                        {"transpose_tiled", 0, shared::kLabTransposeSide},
                                        {"transpose_tiled", 1, shared::kLabTransposeSide},
                                        {"transpose_wide", 1, shared::kLabTransposeWideSide}};

} // namespace

std::span<const AlgorithmRung> transposeRungs()
{
    return kRungs;
}

Recording planTranspose(const AlgorithmRung& rung, std::uint32_t rows, std::uint32_t columns)
{
    Recording recording{2, {}, {}};
    const TransposeKernel& kernel = kKernels[rung.number - 1];
    const std::uint32_t groups = blocksOf(rows, kernel.side) * blocksOf(columns, kernel.side);
    if (groups != 0)
        recording.commands.push_back(Dispatch{kernel.name,
                                              {kernel.padding},
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
