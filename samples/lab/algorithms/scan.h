#pragma once

#include "lab/algorithms/operators.h"
#include "lab/algorithms/recording.h"

#include <vector>

// Prefix sums: what all elements up to each one come to.
namespace pn::lab {

enum class ScanKind : std::uint32_t
{
    Inclusive,
    Exclusive // without the element itself; the first result is 0
};

// How the groups of a chained rung wait for each other.
struct ChainTuning
{
    std::uint32_t patience = 64; // polls before a group computes the total that it waits for
    bool isReversed = false;     // tiles are taken from the last to the first: no tile finds the one before it begun
};

// Buffers 0 and 1 are count elements and as many results; neither size is 0. Results may lie over the elements, except
// those of the chained rung: its groups may read the elements of tiles that other groups have completed.
Recording planScan(const Rung& rung, Operator op, ScanKind kind, std::uint32_t count, const ChainTuning& tuning = {});

// Adds the scan of rung `subgroups` to a recording.
void addScan(Recording& recording, Operator op, ScanKind kind, std::uint32_t count, BufferNumber from, BufferNumber to);

// Specialization constants 0 to 4 of the chained kernels.
std::vector<std::uint32_t> chainConstants(Operator op, ScanKind kind, const ChainTuning& tuning);

// Elements of a tile of the chained rung.
std::uint32_t chainTile(Operator op);

// Words of the state of a chain through so many tiles.
std::uint64_t chainStateWords(std::uint32_t tileCount);

// The rung's twin: the same operations in the same order, and so the same bits.
std::vector<std::uint32_t> scanOnCpu(const Rung& rung, Operator op, ScanKind kind,
                                     std::span<const std::uint32_t> words);

} // namespace pn::lab
