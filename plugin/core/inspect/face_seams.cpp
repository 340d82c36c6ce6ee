#include "core/inspect/face_seams.h"

#include "core/cube_faces.h"
#include "core/inspect/thresholds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace pn::inspect {
namespace {

using Axis = std::array<int, 3>;

// The edge of a face towards a direction: 0 to 3 clockwise from the top, and whether its texels, from left to right or
// from top to bottom, run against the axis of the cube that it lies along.
struct FaceEdge
{
    std::uint32_t edge = 0;
    bool isReversed = false;
};

FaceEdge edgeTowards(const FaceFrame& frame, const Axis& direction)
{
    const int right = along(direction, frame.right), down = along(direction, frame.down);
    const Axis& axis = right == 0 ? frame.right : frame.down;
    return {std::uint32_t(right == 0 ? 1 + down : 2 - right), axis[0] + axis[1] + axis[2] < 0};
}

// Colours and luminance of the texels at the edges of all faces.
class Borders
{
public:
    static constexpr std::uint32_t kRows = 4; // so that steps count of a face that was made of larger texels

    explicit Borders(const InspectedMap& map) : m_dark(kDark * std::max(0.0, map.mean()))
    {
        const std::uint32_t size = map.grid.shape().width, last = size - 1;
        for (std::uint32_t border = 0; border < 24; ++border)
            for (std::uint32_t i = 0; i < size; ++i)
            {
                Sample& sample = m_samples[border].emplace_back();
                for (std::uint32_t row = kRows; row-- > 0;)
                {
                    const std::uint32_t inside = std::min(row, last), edge = border % 4;
                    const std::uint32_t depth = edge == 0 || edge == 3 ? inside : last - inside;
                    const auto [x, y] = edge % 2 == 0 ? std::pair(i, depth) : std::pair(depth, i);
                    const std::uint32_t index = (border / 4 * size + y) * size + x;
                    sample.rows[row] = double(map.luminance[index]);
                    std::transform(map.rgb(index), map.rgb(index) + 3, sample.rgb.begin(),
                                   [](float value) { return std::max(0.0, double(value)); });
                }
            }
        for (std::uint32_t row = 1; row < 6 * size; row += 2) // every second row and column are enough
            for (std::uint32_t i = row * size + 1; i < (row + 1) * size; i += 2)
                for (const std::uint32_t other : {i - 1, i - size})
                    m_variation += std::abs(step(double(map.luminance[i]), double(map.luminance[other])));
        m_variation = kSeamFloor + m_variation / std::max(1.0, 3.0 * size * size);
    }

    // Mean step if two edges met, numbered by 4 * face + edge.
    double cost(std::uint32_t a, std::uint32_t b, bool isReversed) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < m_samples[a].size(); ++i)
            for (std::size_t c = 0; c < 3; ++c)
                sum += std::abs(step(m_samples[a][i].rgb[c], opposite(b, i, isReversed).rgb[c]));
        return sum / (3 * double(m_samples[a].size()));
    }

    EdgeStep stepAt(const CubeEdge& edge) const;

private:
    struct Sample
    {
        std::array<double, kRows> rows{}; // luminance at the border, and further in
        std::array<double, 3> rgb{};      // at the border
    };

    double step(double a, double b) const
    {
        const double sum = a + b + 2 * m_dark;
        return sum > 0 ? 2 * (a - b) / sum : 0;
    }

    const Sample& opposite(std::uint32_t border, std::size_t i, bool isReversed) const
    {
        const std::vector<Sample>& samples = m_samples[border];
        return samples[isReversed ? samples.size() - 1 - i : i];
    }

    double m_dark, m_variation = 0; // mean step between two texels within a face
    std::array<std::vector<Sample>, 24> m_samples;
};

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

// Half a texel further out, where the seam lies.
template <typename Rows>
double extended(const Rows& rows)
{
    return std::max(rows[0] / 2, 1.5 * rows[0] - 0.5 * rows[1]);
}

// The mean of steps. What varies little says most, and what is far off says little.
struct MeanStep
{
    MeanStep(const std::vector<double>& steps, const std::vector<double>& noise)
    {
        const std::size_t block = std::clamp(steps.size() / kErrorBlock, std::size_t{1}, kErrorBlock);
        for (int round = 0; round < 12; ++round)
        {
            std::vector<double> parts(steps.size() / block + 1); // of the error: texels side by side are off together
            double weights = 0, sum = 0;
            for (std::size_t i = 0; i < steps.size(); ++i)
            {
                const double off = round == 0 ? 0 : steps[i] - mean, weight = 1 / (noise[i] * noise[i] + off * off);
                weights += weight;
                sum += weight * steps[i];
                parts[i / block] += weight * off;
            }
            mean = sum / weights;
            error = std::sqrt(std::inner_product(parts.begin(), parts.end(), parts.begin(), 0.0)) / weights;
        }
    }

    double mean = 0, error = 0; // its standard error
};

EdgeStep Borders::stepAt(const CubeEdge& edge) const
{
    const FaceEdge from = edgeTowards(kFaceFrames[edge.face], kFaceFrames[edge.other].outward);
    const FaceEdge to = edgeTowards(kFaceFrames[edge.other], kFaceFrames[edge.face].outward);
    const std::vector<Sample>& left = m_samples[4 * edge.face + from.edge];
    std::vector<Sample> right = m_samples[4 * edge.other + to.edge];
    if (from.isReversed != to.isReversed)
        std::reverse(right.begin(), right.end());
    std::vector<double> steps(left.size()), nearSteps(left.size()), sizes(left.size()), noise(left.size(), kSeamFloor);
    double variation = 0;
    for (std::uint32_t row = 0; row + 1 < kRows; ++row)
    {
        for (std::size_t i = 0; i < left.size(); ++i)
        {
            sizes[i] = (std::abs(step(left[i].rows[row], left[i].rows[row + 1])) +
                        std::abs(step(right[i].rows[row], right[i].rows[row + 1]))) /
                       2;
            noise[i] = std::max(noise[i], sizes[i]);
        }
        variation = std::max(variation, meanOf(sizes) + kSeamFloor);
    }
    for (std::size_t i = 0; i < left.size(); ++i)
    {
        nearSteps[i] = step(left[i].rows[0], right[i].rows[0]);
        sizes[i] = std::abs(nearSteps[i]);
        steps[i] = step(extended(left[i].rows), extended(right[i].rows));
        const std::array<double, 3>&a = left[i].rgb, &b = right[i].rgb;
        const auto [least, most] = std::minmax({step(a[0], b[0]), step(a[1], b[1]), step(a[2], b[2])});
        // Where the channels' steps differ, another thing begins: no gain makes that.
        noise[i] = std::sqrt(noise[i] * noise[i] + (most - least) * (most - least) / 4);
    }
    const MeanStep far(steps, noise), near(nearSteps, noise);
    EdgeStep result{meanOf(sizes), meanOf(sizes) / variation, 0, far.mean, far.error};
    // A gradient of the picture is in one of the two alone.
    const MeanStep& least = std::abs(far.mean) < std::abs(near.mean) ? far : near;
    if (far.mean * near.mean > 0 && std::abs(least.mean) >= kSeamErrors * least.error)
        result.seam = std::abs(least.mean) / m_variation;
    return result;
}

// The axes of the file's face in a place.
FaceFrame frameOf(std::uint32_t place, std::uint32_t turn)
{
    const auto opposite = [](const Axis& axis) { return Axis{-axis[0], -axis[1], -axis[2]}; };
    FaceFrame frame = kFaceFrames[place];
    for (std::uint32_t i = 0; i < (turn & 3); ++i)
        frame = {frame.down, opposite(frame.right), frame.outward};
    if ((turn & 4) != 0)
        frame.right = opposite(frame.right);
    return frame;
}

// All orders up to turns and mirror images of the whole cube: one face stays in its place. Branches that are worse than
// the second best order so far are not followed.
class OrderSearch
{
public:
    OrderSearch(const Borders& borders, const std::array<bool, 6>& isUniform) : m_isUniform(isUniform)
    {
        for (std::uint32_t a = 0; a < 24; ++a)
            for (std::uint32_t b = 0; b <= a; ++b)
                for (const bool isReversed : {false, true})
                    m_costs[a][b][isReversed] = m_costs[b][a][isReversed] = borders.cost(a, b, isReversed);
        for (std::uint32_t place = 0; place < 6; ++place)
            for (std::uint32_t turn = 0; turn < 8; ++turn)
                for (std::uint32_t other = 0; other < 6; ++other)
                    m_edges[place][turn][other] = edgeTowards(frameOf(place, turn), kFaceFrames[other].outward);
        for (std::uint32_t place = 0; place < 6; ++place)
            m_best.order[place] = m_order[place] = {place, 0};
        for (const CubeEdge& edge : kCubeEdges)
            m_best.givenCost += costOf(edge.face, edge.other);
        m_best.bestCost = m_best.secondCost = m_best.givenCost; // orders that are worse do not matter
    }

    OrderFit run()
    {
        place(0, 0);
        OrderFit least = m_best;
        // The same order with another face in its place. Rounding differs with the order of the sum.
        for (m_fixed = 1; m_fixed < 6; ++m_fixed)
        {
            m_best.bestCost = m_best.secondCost = (1 + 1e-12) * least.bestCost;
            place(0, 0);
            if (movedFaces(m_best.order) < movedFaces(least.order))
                least.order = m_best.order;
        }
        for (double* cost : {&least.givenCost, &least.bestCost, &least.secondCost})
            *cost /= double(kCubeEdges.size());
        return least;
    }

private:
    static std::uint32_t movedFaces(const FaceOrder& order)
    {
        std::uint32_t moved = 0;
        for (std::uint32_t place = 0; place < 6; ++place)
            moved += order[place] != FacePlace{place, 0};
        return moved;
    }

    // Place number depth: the fixed face first, and each has many neighbours before it.
    std::uint32_t placeAt(std::size_t depth) const
    {
        constexpr std::array<std::uint32_t, 6> kPlaces = {0, 2, 4, 3, 5, 1};
        return (kPlaces[depth] + m_fixed / 2 * 2) % 6 ^ (m_fixed & 1);
    }

    double costOf(std::uint32_t a, std::uint32_t b) const
    {
        const FacePlace &first = m_order[a], &second = m_order[b];
        const FaceEdge &from = m_edges[a][first.turn][b], &to = m_edges[b][second.turn][a];
        return m_costs[4 * first.face + from.edge][4 * second.face + to.edge][from.isReversed != to.isReversed];
    }

    void place(std::size_t depth, double cost)
    {
        if (depth == 6)
            return keep(cost);
        const std::uint32_t at = placeAt(depth);
        for (std::uint32_t face = 0; face < 6; ++face)
        {
            if (m_isUsed[face] || (depth == 0) != (face == m_fixed))
                continue;
            m_isUsed[face] = true;
            for (std::uint32_t turn = 0; turn < (depth == 0 || m_isUniform[face] ? 1u : 8u); ++turn)
            {
                m_order[at] = {face, turn};
                double sum = cost;
                for (std::size_t i = 0; i < depth; ++i)
                    if (placeAt(i) / 2 != at / 2)
                        sum += costOf(at, placeAt(i));
                if (sum < m_best.secondCost)
                    place(depth + 1, sum);
            }
            m_isUsed[face] = false;
        }
    }

    void keep(double cost)
    {
        if (m_order == m_best.order)
            return;
        m_best.secondCost = std::min(m_best.secondCost, std::max(cost, m_best.bestCost));
        if (cost >= m_best.bestCost)
            return;
        m_best.bestCost = cost;
        m_best.order = m_order;
    }

    std::array<std::array<std::array<double, 2>, 24>, 24> m_costs{};
    std::array<std::array<std::array<FaceEdge, 6>, 8>, 6> m_edges{};
    std::array<bool, 6> m_isUniform, m_isUsed{};
    std::uint32_t m_fixed = 0;
    FaceOrder m_order{};
    OrderFit m_best{};
};

} // namespace

std::array<std::uint32_t, 2> turnedFrom(std::uint32_t turn, std::uint32_t size, std::uint32_t x, std::uint32_t y)
{
    for (std::uint32_t i = 0; i < (turn & 3); ++i)
        std::tie(x, y) = std::pair(y, size - 1 - x);
    return {turn & 4 ? size - 1 - x : x, y};
}

EdgeSteps findEdgeSteps(const InspectedMap& map)
{
    const Borders borders(map);
    EdgeSteps steps;
    std::transform(kCubeEdges.begin(), kCubeEdges.end(), steps.begin(),
                   [&](const CubeEdge& edge) { return borders.stepAt(edge); });
    return steps;
}

OrderFit fitOrder(const InspectedMap& map, const std::array<bool, 6>& isUniform)
{
    return OrderSearch(Borders(map), isUniform).run();
}

} // namespace pn::inspect
