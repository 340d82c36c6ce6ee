#include "cells.h"

#include "view.h"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace scene {
namespace {

constexpr double kBehind = 1.15; // of the best preset's log error
constexpr const char* kOwnRoom = "own_room";

const Score& scoreOf(const ViewScores& view, const std::string& formula)
{
    return *std::find_if(view.scores.begin(), view.scores.end(),
                         [&](const Score& score) { return score.formula == formula; });
}

struct Best
{
    double error = std::numeric_limits<double>::infinity();
    std::string preset;
};

// Of the engines' presets as shipped.
Best bestPreset(const ViewScores& view, float roughness)
{
    Best best;
    for (PnPreset which = PN_PRESET_PROBENORM + 1; which < PN_PRESET_COUNT; ++which)
    {
        const std::string name = pnGetPresetName(which);
        const double error = scoreOf(view, name).measures.logErrorByRoughness.at(roughness);
        if (error < best.error)
            best = {error, name};
    }
    return best;
}

struct Cells
{
    int count = 0, behind = 0;
    double worstInOwnRoom = 0.0; // of the plain probe's error
    std::string rows;
};

void addCell(Cells& cells, const ViewScores& view, float roughness, double ours)
{
    const double plain = scoreOf(view, "plain").measures.logErrorByRoughness.at(roughness);
    const Best best = bestPreset(view, roughness);
    ++cells.count;
    if (view.scene == kOwnRoom)
        cells.worstInOwnRoom = std::max(cells.worstInOwnRoom, ours / plain);
    if (ours <= kBehind * best.error)
        return;
    ++cells.behind;
    char row[160];
    std::snprintf(row, sizeof(row), "| %s/%s | %.2f | %.2f | %.2f, %s | %.2f |\n", view.scene.c_str(),
                  view.view.c_str(), static_cast<double>(roughness), ours, best.error, best.preset.c_str(), plain);
    cells.rows += row;
}

} // namespace

std::string cellTable(const std::vector<ViewScores>& views)
{
    Cells cells;
    for (const ViewScores& view : views)
        for (const auto& [roughness, error] : scoreOf(view, "probenorm").measures.logErrorByRoughness)
            addCell(cells, view, roughness, error);
    char head[200];
    std::snprintf(
        head, sizeof(head),
        "%d of %d cells are above %.2f of the best preset there. In the own room, no roughness is above %.2f of "
        "plain.\n\n",
        cells.behind, cells.count, kBehind, cells.worstInOwnRoom);
    return head + std::string("| view | roughness | probenorm | best preset | plain |\n|---|---|---|---|---|\n") +
           cells.rows;
}

} // namespace scene
