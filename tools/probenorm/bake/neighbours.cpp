#include "bake/neighbours.h"

#include "bake/record.h"
#include "sh/rotation.h"
#include "sh/sh_read.h"
#include "support/interrupt.h"

#include "image/files/parallel.h"

#include <fmt/format.h>
#include <glm/mat3x3.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::size_t kMostAsked = 6, kLeastAsked = 3; // neighbours that are asked
constexpr float kApart = 3.0f; // times what they differ by themselves: at a border of light and dark they differ a lot
constexpr float kDarkest = 1e-6f;

// Limits of offOf() for a rotation of the cube.
constexpr float kTurnedOff = 0.03f; // at most, of light that fits where it is turned
constexpr float kGivenOff = 0.15f;  // at least, as it is
constexpr float kEven = 0.05f;      // of the mean radiance's coefficient: less has no direction to compare

// What is compared, in stops. A capture of another exposure or time of day is off by more than its limit.
struct Measure
{
    const char *finding, *what;
    float limit;
};
constexpr std::array<Measure, 3> kMeasures = {{{kNeighbourFindings[0], "average light", 3.0f},
                                               {kNeighbourFindings[1], "red over green", 1.0f},
                                               {kNeighbourFindings[1], "blue over green", 1.0f}}};

// Bands 1 and 2 of the luminance as a vector and a symmetric tensor without a trace, of length 1 each; or zeros.
struct Directions
{
    glm::vec3 vector{0.0f};
    glm::mat3 tensor{0.0f};
};

float dotOf(const glm::mat3& a, const glm::mat3& b)
{
    return glm::dot(a[0], b[0]) + glm::dot(a[1], b[1]) + glm::dot(a[2], b[2]);
}

Directions scaled(const Directions& light, float least)
{
    const float length = glm::length(light.vector), size = std::sqrt(dotOf(light.tensor, light.tensor));
    if (!(std::min(length, size) > least))
        return {};
    return {light.vector / length, light.tensor / size};
}

// How far two are off each other: 1 less the mean of both bands' cosines.
float offOf(const Directions& a, const Directions& b)
{
    return 1 - (glm::dot(a.vector, b.vector) + dotOf(a.tensor, b.tensor)) / 2;
}

Directions directionsOf(const PnSh& sh)
{
    if (sh.bands < 3)
        return {};
    std::array<float, 9> l{};
    for (std::size_t row = 0; row < l.size(); ++row)
        l[row] = luminanceOf(sh.rgb[row]);
    const float z = l[6] / std::sqrt(3.0f); // the functions of band 2 are products of x, y and z
    return scaled({{l[3], l[1], l[2]}, {l[8] - z, l[4], l[7], l[4], -l[8] - z, l[5], l[7], l[5], 2 * z}}, kEven * l[0]);
}

std::string cubeRotation(const Directions& light, const Directions& reference, float leastOff)
{
    const float given = offOf(light, reference);
    float best = given;
    std::string turn;
    for (int i = 0; i < 128; ++i) // about y first, as captures mostly are turned; each of the 48 is met, some twice
    {
        const Degrees degrees{90.0f * float(i / 4 % 4), 90.0f * float(i % 4), 90.0f * float(i / 16 % 4)};
        const Rotation r = rotationBy(degrees);
        const float x = i < 64 ? 1.0f : -1.0f;
        const glm::mat3 matrix(x * r[0], x * r[3], x * r[6], r[1], r[4], r[7], r[2], r[5], r[8]);
        const Directions turned{matrix * light.vector, matrix * light.tensor * glm::transpose(matrix)};
        const float off = offOf(turned, reference);
        if (off + 1e-4f >= best)
            continue;
        best = off;
        turn = fmt::format("{}turned by [{}, {}, {}] degrees", i < 64 ? "" : "mirrored along x and ", degrees[0],
                           degrees[1], degrees[2]);
    }
    return best > kTurnedOff || given < std::max(kGivenOff, leastOff)
               ? ""
               : fmt::format("{:.2g} off where it is {}, and {:.2g} as it is", best, turn, given);
}

float stopsOf(const PnSh& sh, std::size_t measure)
{
    const auto stops = [&](std::size_t c) { return std::log2(std::max(sh.rgb[0][c], kDarkest)); };
    return measure == 0 ? std::log2(std::max(luminanceOf(sh.rgb[0]), kDarkest)) : stops(2 * measure - 2) - stops(1);
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
std::vector<PnSh> lightsAround(const Probe& probe, const std::vector<const Probe*>& probes,
                               const std::vector<PnSh>& lights)
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
    std::vector<PnSh> around(count);
    std::transform(found.begin(), found.begin() + std::ptrdiff_t(count), around.begin(),
                   [&](const auto& neighbour) { return lights[neighbour.second]; });
    return around;
}

// Where a probe is far off from all of its neighbours, which are much alike.
Json findingsOf(const Probe& probe, const PnSh& own, const std::vector<PnSh>& around)
{
    Json findings = Json::array();
    const auto add = [&](const char* finding, const std::string& text, float value, float limit, float average) {
        findings.push_back({{"finding", finding},
                            {"severity", "warning"},
                            {"text", text},
                            {"value", value},
                            {"limit", limit},
                            {"average", average},
                            {"irradiance", 0}});
        probe.judge(findings.back());
    };
    if (around.size() < kLeastAsked)
        return findings;
    for (std::size_t m = 0; m < kMeasures.size(); ++m)
    {
        std::vector<float> values;
        for (const PnSh& light : around)
            values.push_back(stopsOf(light, m));
        std::sort(values.begin(), values.end());
        const float off = stopsOf(own, m) - values[values.size() / 2];
        if (std::abs(off) >= std::max(kMeasures[m].limit, kApart * (values.back() - values.front())))
            add(kMeasures[m].finding,
                fmt::format("{} is {:.3g} times that of its {} neighbours", kMeasures[m].what, std::exp2(off),
                            values.size()),
                off, kMeasures[m].limit, m == 0 ? std::exp2(off) - 1 : 0);
    }
    Directions mean;
    for (const PnSh& light : around)
    {
        const Directions each = directionsOf(light);
        mean = {mean.vector + each.vector, mean.tensor + each.tensor};
    }
    mean = scaled(mean, 0);
    float apart = 0;
    for (const PnSh& light : around)
        apart = std::max(apart, offOf(directionsOf(light), mean));
    if (const std::string text = cubeRotation(directionsOf(own), mean, kApart * apart); !text.empty())
        add(kNeighbourFindings[2], fmt::format("against its {} neighbours light is {}", around.size(), text),
            offOf(directionsOf(own), mean), kGivenOff, 0);
    return findings;
}

} // namespace

std::string cubeRotation(const PnSh& light, const PnSh& last)
{
    return cubeRotation(directionsOf(light), directionsOf(last), 0);
}

std::vector<Json> compareNeighbours(const BakeFolder& folder, const std::vector<const Probe*>& probes,
                                    std::uint32_t threads)
{
    std::vector<Json> found(probes.size());
    const auto isAsked = [](const Probe* probe) { return probe->position && probe->settings.check.isOn(); };
    if (std::none_of(probes.begin(), probes.end(), isAsked))
        return found;
    std::vector<PnSh> lights(probes.size());
    image::parallelRanges(std::uint32_t(probes.size()), threads, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
            lights[i] = readShFile(folder.pathOf(probeFileName(probes[i]->id, "json")), {}).sets.front().sh;
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
