#include "bake/neighbours.h"

#include "bake/record.h"
#include "support/interrupt.h"

#include "image/files/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::size_t kMostAsked = 6, kLeastAsked = 3; // neighbours that are asked
constexpr float kApart = 3.0f; // times what they differ by themselves: at a border of light and dark they differ a lot
constexpr float kDarkest = 1e-6f;

// What is compared, in stops. A capture of another exposure or time of day is off by more than its limit.
struct Measure
{
    const char *finding, *what;
    float limit;
};
constexpr std::array<Measure, 3> kMeasures = {{{"exposure", "average light", 3.0f},
                                               {"colour-cast", "red over green", 1.0f},
                                               {"colour-cast", "blue over green", 1.0f}}};
using Light = std::array<float, kMeasures.size()>; // in their order

Light lightOf(const Json& average)
{
    const auto stops = [&](std::size_t c) { return std::log2(std::max(average.at(c).get<float>(), kDarkest)); };
    return {std::log2(std::max(luminanceOf(average), kDarkest)), stops(0) - stops(1), stops(2) - stops(1)};
}

// Probes whose boxes do not touch are in different rooms.
bool canBeNeighbours(const Probe& a, const Probe& b)
{
    bool touch = a.position && b.position && &a != &b;
    for (std::size_t axis = 0; touch && a.box && b.box && axis < 3; ++axis)
        touch = a.box->min[axis] <= b.box->max[axis] && b.box->min[axis] <= a.box->max[axis];
    return touch;
}

// The lights of the nearest neighbours.
std::vector<Light> lightsAround(const Probe& probe, const std::vector<const Probe*>& probes,
                                const std::vector<Light>& lights)
{
    std::vector<std::pair<float, std::size_t>> found; // by their distance
    for (std::size_t i = 0; i < probes.size(); ++i)
        if (canBeNeighbours(probe, *probes[i]))
        {
            const Point &a = *probe.position, &b = *probes[i]->position;
            found.emplace_back(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), i);
        }
    const std::size_t count = std::min(kMostAsked, found.size());
    std::partial_sort(found.begin(), found.begin() + std::ptrdiff_t(count), found.end());
    std::vector<Light> around(count);
    std::transform(found.begin(), found.begin() + std::ptrdiff_t(count), around.begin(),
                   [&](const auto& neighbour) { return lights[neighbour.second]; });
    return around;
}

// Where a probe is far off from all of its neighbours, which are much alike.
Json findingsOf(const Probe& probe, const Light& own, const std::vector<Light>& around)
{
    Json findings = Json::array();
    for (std::size_t m = 0; around.size() >= kLeastAsked && m < kMeasures.size(); ++m)
    {
        std::vector<float> values;
        for (const Light& light : around)
            values.push_back(light[m]);
        std::sort(values.begin(), values.end());
        const float off = own[m] - values[values.size() / 2];
        if (std::abs(off) < std::max(kMeasures[m].limit, kApart * (values.back() - values.front())))
            continue;
        findings.push_back({{"finding", kMeasures[m].finding},
                            {"severity", "warning"},
                            {"text", fmt::format("{} is {:.3g} times that of its {} neighbours", kMeasures[m].what,
                                                 std::exp2(off), values.size())},
                            {"value", off},
                            {"limit", kMeasures[m].limit},
                            {"average", m == 0 ? std::exp2(off) - 1 : 0},
                            {"irradiance", 0}});
        probe.acceptIfSaid(findings.back());
    }
    return findings;
}

} // namespace

std::vector<Json> compareNeighbours(const BakeFolder& folder, const std::vector<const Probe*>& probes,
                                    std::uint32_t threads)
{
    std::vector<Json> found(probes.size());
    const auto isAsked = [](const Probe* probe) { return probe->position && probe->settings.check.isOn(); };
    if (std::none_of(probes.begin(), probes.end(), isAsked))
        return found;
    std::vector<Light> lights(probes.size());
    image::parallelRanges(std::uint32_t(probes.size()), threads, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
            if (const std::optional<ReadRecord> read = readRecord(folder.path(), *probes[i]))
                lights[i] = lightOf(read->record.at("irradiance").at("average"));
    });
    image::parallelRanges(std::uint32_t(probes.size()), threads, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
        {
            throwIfInterrupted();
            if (isAsked(probes[i]))
                found[i] = findingsOf(*probes[i], lights[i], lightsAround(*probes[i], probes, lights));
        }
    });
    return found;
}

} // namespace pn::cli
