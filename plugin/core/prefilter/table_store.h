#pragma once

#include "core/prefilter/prefilter_table.h"

#include "probenorm/probenorm.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pn {

// Where the host keeps tables of prefiltering from run to run; see PnContextDesc. Without functions there are none.
struct TableStore
{
    PnLoadKeptFunction load = nullptr;
    PnStoreKeptFunction store = nullptr;
    void* userData = nullptr;
};

// What a mip's tiles are kept under.
std::string tableKey(const PrefilterMip& mip);

// Tiles as bytes behind a checksum.
std::vector<std::byte> bytesOfTiles(const PrefilterMip& mip, std::span<const PrefilterTile* const> tiles);

// The tiles of such bytes: none where a byte is damaged, and where they are of another mip or another version.
std::vector<PrefilterTile> tilesOfBytes(const PrefilterTiles& maker, std::span<const std::byte> bytes);

// The tiles of a mip that the host has kept; none where it has none.
std::vector<PrefilterTile> loadTiles(const TableStore& store, const PrefilterTiles& maker);

// As makePrefilterTiles(), but for those that the host has kept; it is handed the others.
std::vector<std::vector<PrefilterTile>> loadOrMakeTiles(std::span<const PrefilterMip> mips, const NodeGrid& grid,
                                                        MakeLobeWeights makeWeights, const TableStore& store,
                                                        WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop);

// Has the host keep the tiles of a mip. What it does not keep is worked out again.
void storeTiles(const TableStore& store, const PrefilterMip& mip, std::span<const PrefilterTile* const> tiles) noexcept;

} // namespace pn
