// The twins of the scan kernels: the same tiles, trees and order of rows, with plain loops.
#include "lab/algorithms/operators.h"
#include "lab/algorithms/scan.h"

#include "lab/shaders/lab_scan.h"

#include <algorithm>
#include <array>

namespace pn::lab {
namespace {

using namespace pn::shared;
using Word = std::uint32_t;
using Words = std::vector<Word>;

struct TileScan
{
    Words before; // what comes before each element, or each lane, of the tile
    Words own;    // with itself
    Word total;
};

class ScanTwin
{
public:
    ScanTwin(Operator op, ScanKind kind) : m_operator(op), m_kind(kind) {}

    // Each tile by itself, then after the sums of the tiles before it, which are scanned in the same way.
    template <typename ScanTile>
    Words tiled(std::span<const Word> words, Word tile, ScanTile&& scanTile) const
    {
        Words results(words.size()), sums;
        for (std::size_t first = 0; first < words.size(); first += tile)
        {
            const std::size_t count = std::min<std::size_t>(tile, words.size() - first);
            const TileScan scan = scanTile(paddedTile(words, first, tile));
            const Words& kept = m_kind == ScanKind::Exclusive ? scan.before : scan.own;
            std::copy_n(kept.begin(), count, results.begin() + std::ptrdiff_t(first));
            sums.push_back(scan.total);
        }
        if (sums.size() <= 1)
            return results;
        const Words before = ScanTwin(m_operator, ScanKind::Exclusive).tiled(sums, tile, scanTile);
        for (std::size_t i = 0; i < results.size(); ++i)
            results[i] = add(before[i / tile], results[i]);
        return results;
    }

    TileScan hillisSteele(Words words) const
    {
        for (std::size_t stride = 1; stride < words.size(); stride *= 2)
        {
            const Words from = words;
            for (std::size_t i = stride; i < words.size(); ++i)
                words[i] = add(from[i - stride], from[i]);
        }
        Words before(words.size());
        std::copy(words.begin(), words.end() - 1, before.begin() + 1);
        return {before, words, words.back()};
    }

    // Down the tree, a block's left half comes after what the block comes after; its right half, after the left too.
    void blellochDown(std::span<const Word> words, std::span<Word> before, Word start) const
    {
        if (words.size() == 1)
        {
            before[0] = start;
            return;
        }
        const std::size_t half = words.size() / 2;
        blellochDown(words.first(half), before.first(half), start);
        blellochDown(words.subspan(half), before.subspan(half), add(start, treeSum(words.first(half))));
    }

    TileScan blelloch(const Words& words) const
    {
        TileScan scan{Words(words.size()), Words(words.size()), treeSum(words)};
        blellochDown(words, scan.before, 0);
        for (std::size_t i = 0; i < words.size(); ++i)
            scan.own[i] = add(scan.before[i], words[i]);
        return scan;
    }

    // Lanes after Sklansky: scanLanes() of scan_tile.glsl.
    TileScan lanes(Words own) const
    {
        Words before(own.size());
        for (std::size_t width = 1; width < own.size(); width *= 2)
            for (std::size_t lane = 0; lane < own.size(); ++lane)
                if ((lane & width) != 0)
                {
                    const Word left = own[(lane & ~(width - 1)) - 1]; // not of this step's right blocks
                    before[lane] = add(left, before[lane]);
                    own[lane] = add(left, own[lane]);
                }
        return {before, own, own.back()};
    }

    // A tile of rows: scan_tile.glsl. start: what comes before it.
    TileScan rows(std::span<const Word> words, Word start) const
    {
        constexpr std::size_t kRow = 4 * kLabRowVectors;
        TileScan scan{Words(words.size()), Words(words.size()), 0};
        for (std::size_t row = 0; row < words.size(); row += kRow)
        {
            Words vectors(words.begin() + std::ptrdiff_t(row), words.begin() + std::ptrdiff_t(row + kRow)), totals;
            for (std::size_t i = 0; i < kRow; ++i)
                vectors[i] = i % 4 == 0 ? vectors[i] : add(vectors[i - 1], vectors[i]);
            for (std::size_t lane = 0; lane < kLabLanes; ++lane)
                totals.push_back(vectors[4 * lane + 3]);
            const TileScan laneScan = lanes(totals);
            for (std::size_t i = 0; i < kRow; ++i)
            {
                const Word base = add(start, laneScan.before[i / 4]);
                scan.own[row + i] = add(base, vectors[i]);
                scan.before[row + i] = i % 4 == 0 ? base : add(base, vectors[i - 1]);
            }
            start = add(start, laneScan.total);
            scan.total = row == 0 ? laneScan.total : add(scan.total, laneScan.total);
        }
        return scan;
    }

    // Tile after tile; the start of each is what the ones before it come to.
    template <typename NextStart>
    Words serialTiles(std::span<const Word> words, std::size_t tileWords, NextStart&& nextStart) const
    {
        Words results;
        for (std::size_t first = 0, tile = 0; first < words.size(); first += tileWords, ++tile)
        {
            const TileScan scan = rows(paddedTile(words, first, tileWords), nextStart(tile));
            const Words& kept = m_kind == ScanKind::Exclusive ? scan.before : scan.own;
            const std::size_t count = std::min(tileWords, words.size() - first);
            results.insert(results.end(), kept.begin(), kept.begin() + std::ptrdiff_t(count));
        }
        return results;
    }

    Words paddedTile(std::span<const Word> words, std::size_t first, std::size_t tileWords) const
    {
        Words padded(tileWords);
        std::copy_n(words.begin() + std::ptrdiff_t(first), std::min(tileWords, words.size() - first), padded.begin());
        return padded;
    }

    Words tileTotals(std::span<const Word> words, std::size_t tileWords) const
    {
        Words totals;
        for (std::size_t first = 0; first < words.size(); first += tileWords)
            totals.push_back(rows(paddedTile(words, first, tileWords), 0).total);
        return totals;
    }

    Word add(Word a, Word b) const { return combine(m_operator, a, b); }

    // Neighbours first.
    Word treeSum(std::span<const Word> words) const
    {
        const std::size_t half = words.size() / 2;
        return half == 0 ? words[0] : add(treeSum(words.first(half)), treeSum(words.subspan(half)));
    }

private:
    Operator m_operator;
    ScanKind m_kind;
};

Words scanChained(const ScanTwin& twin, Operator op, std::span<const Word> words)
{
    const Words totals = twin.tileTotals(words, chainTile(op));
    Word start = 0;
    return twin.serialTiles(words, chainTile(op), [&](std::size_t tile) {
        start = tile == 0 ? start : twin.add(start, totals[tile - 1]);
        return start;
    });
}

// What the first pass of reduce-then-scan makes of one chunk: lanes add their vectors up row by row.
Word reduceChunk(const ScanTwin& twin, std::span<const Word> words)
{
    std::array<std::array<Words, 4>, kLabRows> sums; // by row and component, one word per lane
    for (auto& row : sums)
        row.fill(Words(kLabLanes));
    for (std::size_t first = 0; first < words.size(); first += kLabTile)
    {
        const Words tile = twin.paddedTile(words, first, kLabTile);
        for (std::size_t i = 0; i < kLabTile; ++i)
        {
            Word& sum = sums[i / (4 * kLabLanes)][i % 4][i / 4 % kLabLanes];
            sum = twin.add(sum, tile[i]);
        }
    }
    std::array<Word, 4> totals{};
    for (std::size_t c = 0; c < 4; ++c)
    {
        Words lanes;
        for (std::size_t lane = 0; lane < kLabLanes; ++lane)
            lanes.push_back(
                twin.add(twin.add(sums[0][c][lane], sums[1][c][lane]), twin.add(sums[2][c][lane], sums[3][c][lane])));
        totals[c] = twin.treeSum(lanes);
    }
    return twin.treeSum(totals);
}

Words scanChunks(const ScanTwin& twin, Operator op, std::span<const Word> words)
{
    const std::size_t chunk = std::size_t{kLabTile} * blocksOf(blocksOf(words.size(), kLabTile), kLabMostChunks);
    Words chunkSums;
    for (std::size_t first = 0; first < words.size(); first += chunk)
        chunkSums.push_back(reduceChunk(twin, words.subspan(first, std::min(chunk, words.size() - first))));
    const Words starts = scanOnCpu(*findRung(Algorithm::Scan, "subgroups"), op, ScanKind::Exclusive, chunkSums);
    const Words totals = twin.tileTotals(words, kLabTile);
    const std::size_t chunkTiles = chunk / kLabTile;
    Word start = 0;
    return twin.serialTiles(words, kLabTile, [&](std::size_t tile) {
        start = tile % chunkTiles == 0 ? starts[tile / chunkTiles] : twin.add(start, totals[tile - 1]);
        return start;
    });
}

} // namespace

std::vector<std::uint32_t> scanOnCpu(const Rung& rung, Operator op, ScanKind kind, std::span<const std::uint32_t> words)
{
    const ScanTwin twin(op, kind);
    const auto rows = [&](const Words& tile) { return twin.rows(tile, 0); };
    switch (rung.number)
    {
    case 1: return twin.tiled(words, kLabHillisSteeleTile, [&](const Words& t) { return twin.hillisSteele(t); });
    case 2: return twin.tiled(words, kLabBlellochTile, [&](const Words& t) { return twin.blelloch(t); });
    case 3: return twin.tiled(words, kLabTile, rows);
    case 4: return words.empty() ? Words() : scanChunks(twin, op, words);
    default: return scanChained(twin, op, words);
    }
}

} // namespace pn::lab
