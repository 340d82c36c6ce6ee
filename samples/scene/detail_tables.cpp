#include "detail_tables.h"

#include "tables.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace scene {
namespace {

// Of the plain probe's correlation: below it no use of the probe shows the truth's detail.
constexpr double kLeastPlain = 0.3;

struct Group // of views, and one roughness of theirs: a column
{
    std::string title;
    Choice isChosen;
    float roughness = kSmooth;
};

const Choice kFitted = [](const ViewScores& view) { return view.isFit; };
const Choice kReported = [](const ViewScores& view) { return !view.isFit; };

// Each scene by itself, the fitted ones, and the reported ones.
std::vector<Group> scenesOf(const std::vector<ViewScores>& views)
{
    std::set<std::string> names;
    for (const ViewScores& view : views)
        names.insert(view.scene);
    std::vector<Group> groups;
    for (const std::string& name : names)
        groups.push_back({name, [name](const ViewScores& view) { return view.scene == name; }});
    groups.insert(groups.end(), {{"fitted", kFitted}, {"reported", kReported}});
    return groups;
}

std::vector<Group> roughnessOf(const std::vector<ViewScores>& views, const std::string& title, const Choice& isChosen)
{
    std::set<float> values;
    for (const ViewScores& view : views)
        for (const auto& [roughness, octaves] : view.scores.front().octaves)
            values.insert(roughness);
    values.erase(kSmooth);
    std::vector<Group> groups;
    for (const float value : values)
        groups.push_back({format("%s, %.2f", title.c_str(), static_cast<double>(value)), isChosen, value});
    return groups;
}

using Cell = std::function<std::string(const Group&)>;
using Rows = std::vector<std::pair<std::string, Cell>>; // each with its title

std::string table(const std::string& first, const std::vector<Group>& groups, const Rows& rows)
{
    std::vector<std::string> titles;
    for (const Group& group : groups)
        titles.push_back(group.title);
    std::string text = head(first, titles);
    for (const auto& [title, cell] : rows)
    {
        text += "| " + title;
        for (const Group& group : groups)
            text.append(" | ").append(cell(group));
        text += " |\n";
    }
    return text;
}

// Calls visit(view, octave, its number) for the formula's octaves that are scored, or for those that are not.
template <typename Visit>
void forEachOctave(const std::vector<ViewScores>& views, const std::string& formula, const Group& group, bool isScored,
                   const Visit& visit)
{
    for (const ViewScores& view : views)
        if (const auto& own = scoreOf(view, formula).octaves; group.isChosen(view) && own.contains(group.roughness))
            for (std::size_t k = 0; k < kOctaves; ++k)
            {
                const Octave& octave = own.at(group.roughness)[k];
                const double plain = scoreOf(view, kPlain).octaves.at(group.roughness)[k].correlation;
                if (isScored == (octave.isSettled() && plain >= kLeastPlain))
                    visit(view, octave, k);
            }
}

using OctaveValue = double (*)(const Octave&);

// Means over scenes of the means over their views; NaN where nothing is scored.
std::array<double, kOctaves> octaveMeans(const std::vector<ViewScores>& views, const std::string& formula,
                                         const Group& group, OctaveValue value)
{
    std::array<std::map<std::string, Mean>, kOctaves> scenes;
    forEachOctave(views, formula, group, true, [&](const ViewScores& view, const Octave& octave, std::size_t k) {
        scenes[k][view.scene].add(value(octave));
    });
    std::array<double, kOctaves> means{};
    for (std::size_t k = 0; k < kOctaves; ++k)
    {
        Mean mean;
        for (const auto& [name, scene] : scenes[k])
            mean.add(scene.value());
        means[k] = mean.count > 0 ? mean.value() : std::nan("");
    }
    return means;
}

double stopsOf(const Octave& octave)
{
    return std::log2(std::max(octave.contrast, 1e-3));
}

double correlationOf(const Octave& octave)
{
    return octave.correlation;
}

std::string cellOf(const std::array<double, kOctaves>& values)
{
    std::string cell;
    for (const double value : values)
        cell += std::isnan(value) ? " -" : format(" %.2f", value);
    return cell;
}

std::string unscoredTable(const std::vector<ViewScores>& views)
{
    std::string text = head("view", {"octave", "correlation of the plain probe", "of both truths"});
    const Group all{{}, [](const ViewScores&) { return true; }};
    forEachOctave(views, kPlain, all, false, [&](const ViewScores& view, const Octave& octave, std::size_t k) {
        static constexpr std::array kNames = {"fine", "middle", "coarse"};
        text += format("| %s/%s | %s | %.2f | %.2f |\n", view.scene.c_str(), view.view.c_str(), kNames[k],
                       octave.correlation, octave.agreement);
    });
    return text;
}

// How many of the scored octaves have 0.7 to 1.4 of the truth's contrast.
std::string within(const std::vector<ViewScores>& views, const std::string& formula, const std::vector<Group>& groups)
{
    int good = 0, count = 0;
    for (const Group& group : groups)
        if (group.roughness < kSmoothest)
            forEachOctave(views, formula, group, true, [&](const ViewScores&, const Octave& octave, std::size_t) {
                good += octave.contrast >= 0.7 && octave.contrast <= 1.4 ? 1 : 0, ++count;
            });
    return format("%d/%d", good, count);
}

double meanOf(const std::vector<ViewScores>& views, const std::string& formula, const Group& group, const Value& value)
{
    return meanOf(views, static_cast<std::size_t>(&scoreOf(views.at(0), formula) - views[0].scores.data()),
                  group.isChosen, value);
}

double flipOf(const Score& score)
{
    return score.flip;
}

using FormulaCell = std::string (*)(const std::vector<ViewScores>&, const std::string&, const Group&);

// A row per formula.
std::string formulaTable(const std::vector<ViewScores>& views, const std::vector<Group>& groups, FormulaCell cell)
{
    Rows rows;
    for (const Score& score : views.at(0).scores)
        rows.emplace_back(score.formula, [&](const Group& group) { return cell(views, score.formula, group); });
    return table("formula", groups, rows);
}

std::string flipCell(const std::vector<ViewScores>& views, const std::string& formula, const Group& group)
{
    return format("%.3f", meanOf(views, formula, group, flipOf));
}

std::string contrastCell(const std::vector<ViewScores>& views, const std::string& formula, const Group& group)
{
    auto means = octaveMeans(views, formula, group, stopsOf);
    for (double& mean : means)
        mean = std::exp2(mean);
    return cellOf(means);
}

std::string correlationCell(const std::vector<ViewScores>& views, const std::string& formula, const Group& group)
{
    return cellOf(octaveMeans(views, formula, group, correlationOf));
}

} // namespace

std::string aimsTable(const std::vector<ViewScores>& views, const std::string& candidate)
{
    const auto times = [&](const Value& value) -> Cell {
        return [&views, &candidate, value](const Group& group) {
            return format("%.3f", meanOf(views, candidate, group, value) / meanOf(views, kToday, group, value));
        };
    };
    const auto both = [&](const std::vector<Group>& groups) {
        return within(views, candidate, groups) + " (" + within(views, kToday, groups) + ")";
    };
    const auto gain = [&](const Group& group) {
        auto gains = octaveMeans(views, candidate, group, correlationOf);
        for (std::size_t k = 0; k < kOctaves; ++k)
            gains[k] -= octaveMeans(views, kToday, group, correlationOf)[k];
        return cellOf(gains);
    };
    return table(
        candidate, scenesOf(views),
        {{"octaves up to roughness 0.3 of 0.7 to 1.4 of the contrast (today): all",
          [&](const Group& group) { return both({group}); }},
         {"the same at each roughness (today): all",
          [&](const Group& group) { return both(roughnessOf(views, "", group.isChosen)); }},
         {"correlation of the octaves, less today's: at least 0 in each scene", gain},
         {"HDR-FLIP, times today's: at most 1 in each scene", times(flipOf)},
         {"log error, times today's: at most 1.15", times([](const Score& score) { return score.measures.logError; })},
         {"relative square, times today's: at most 1",
          times([](const Score& score) { return score.measures.relativeSquare; })}});
}

std::string detailTables(const std::vector<ViewScores>& views, const std::string& candidate)
{
    const std::vector<Group> scenes = scenesOf(views);
    return "\n## HDR-FLIP by scene\n\n" + formulaTable(views, scenes, flipCell) +
           "\n## Contrast of the fine, middle and coarse octave up to roughness 0.3, over the truth's\n\n" +
           formulaTable(views, scenes, contrastCell) + "\n## Correlation of these octaves with the truth's\n\n" +
           formulaTable(views, scenes, correlationCell) + "\n## Contrast of the octaves by roughness\n\n" +
           formulaTable(views, roughnessOf(views, "fitted", kFitted), contrastCell) + "\n" +
           formulaTable(views, roughnessOf(views, "reported", kReported), contrastCell) +
           "\n## Octaves up to roughness 0.3 that are not scored\n\n" + unscoredTable(views) +
           "\n## The aims, by scene\n\n" + aimsTable(views, candidate);
}

} // namespace scene
