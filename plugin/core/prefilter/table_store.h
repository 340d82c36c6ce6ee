#pragma once

#include "core/kept_store.h"
#include "core/prefilter/prefilter_table.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pn {

// What a mip's tiles are kept under.
std::string tableKey(const PrefilterMip& mip);

// All tiles of a mip as bytes.
KeptBytes bytesOfTiles(std::span<const PrefilterTile* const> tiles);

// The tiles of such bytes, in which they go on lying. None where they are not those of this mip, or name a node that
// the grid does not have.
std::vector<PrefilterTile> tilesOfBytes(const PrefilterTiles& maker, const std::shared_ptr<const KeptBytes>& kept);

// The tiles of a mip that the host has kept; none where it has none.
std::vector<PrefilterTile> loadTiles(const KeptStore& store, const PrefilterTiles& maker);

// As makePrefilterTiles(), but for those that the host has kept; it is handed the others.
std::vector<std::vector<PrefilterTile>> loadOrMakeTiles(std::span<const PrefilterMip> mips, const NodeGrid& grid,
                                                        MakeLobeWeights makeWeights, const KeptStore& store,
                                                        WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop);

// Has the host keep the tiles of a mip. What it does not keep is worked out again.
void storeTiles(const KeptStore& store, const PrefilterMip& mip, std::span<const PrefilterTile* const> tiles) noexcept;

} // namespace pn
