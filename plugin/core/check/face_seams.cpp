#include "core/check/find.h"

#include "core/check/thresholds.h"
#include "core/cube_faces.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace pn::check {
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

// dark is added to both, so that noise in black counts little.
template <typename Number>
Number stepOf(Number a, Number b, Number dark)
{
    return 2 * (a - b) / std::max(a + b + 2 * dark, std::numeric_limits<Number>::min());
}

// The mean of steps. What varies little says most, and what is far off says little.
struct MeanStep
{
    MeanStep(const std::vector<double>& steps, const std::vector<double>& noise)
    {
        const std::size_t block = std::clamp(steps.size() / kErrorBlock, std::size_t{1}, kErrorBlock);
        for (int round = 0; round < 12; ++round)
        {
            double weights = 0, sum = 0, squares = 0;
            for (std::size_t begin = 0; begin < steps.size(); begin += block)
            {
                double blockWeights = 0, blockSum = 0, part = 0; // of the error: texels side by side are off together
                for (std::size_t i = begin; i < std::min(begin + block, steps.size()); ++i)
                {
                    const double off = round == 0 ? 0 : steps[i] - mean, weight = 1 / (noise[i] * noise[i] + off * off);
                    blockWeights += weight;
                    blockSum += weight * steps[i];
                    part += weight * off;
                }
                weights += blockWeights;
                sum += blockSum;
                squares += part * part;
            }
            mean = sum / weights;
            error = std::sqrt(squares) / weights;
        }
    }

    double mean = 0, error = 0; // its standard error
};

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

// Colours and luminance of the texels at the edges of all faces.
class Borders
{
public:
    explicit Borders(const CheckedMap& map, const std::array<double, 6>& gains = {1, 1, 1, 1, 1, 1})
        : m_size(map.grid.shape().width), m_dark(kDark * std::max(0.0, map.mean()))
    {
        for (std::uint32_t row = 1; row < 6 * m_size; row += 2) // every second row and column are enough
            for (std::uint32_t i = row * m_size + 1; i < (row + 1) * m_size; i += 2)
                m_variation += (std::abs(step(map.luminance[i], map.luminance[i - 1])) +
                                std::abs(step(map.luminance[i], map.luminance[i - m_size]))) /
                               (3.0 * m_size * m_size);
        const std::uint32_t last = m_size - 1;
        for (std::uint32_t border = 0; border < 24; ++border)
        {
            Planes& planes = m_planes[0][border];
            planes.fill(std::vector<float>(m_size));
            for (std::uint32_t row = 0; row < kRows; ++row)
                for (std::uint32_t i = 0; i < m_size; ++i)
                {
                    const std::uint32_t inside = std::min(row, last), edge = border % 4;
                    const std::uint32_t depth = edge == 0 || edge == 3 ? inside : last - inside;
                    const auto [x, y] = edge % 2 == 0 ? std::pair(i, depth) : std::pair(depth, i);
                    const std::uint32_t index = (border / 4 * m_size + y) * m_size + x;
                    planes[row][i] = map.luminance[index] / float(gains[border / 4]);
                    for (std::uint32_t c = 0; c < 3 && row == 0; ++c)
                        planes[kRows + c][i] = std::max(0.0f, map.rgb(index)[c]) / float(gains[border / 4]);
                }
            for (std::size_t plane = 0; plane < planes.size(); ++plane)
                m_planes[1][border][plane].assign(planes[plane].rbegin(), planes[plane].rend());
        }
    }

    EdgeSteps steps()
    {
        EdgeSteps steps;
        std::transform(kCubeEdges.begin(), kCubeEdges.end(), steps.begin(),
                       [&](const CubeEdge& edge) { return stepAt(edge); });
        return steps;
    }

    // Mean step at the edge of two faces as they lie.
    double cost(const CubeEdge& edge) const
    {
        const FaceEdge from = edgeTowards(kFaceFrames[edge.face], kFaceFrames[edge.other].outward);
        const FaceEdge to = edgeTowards(kFaceFrames[edge.other], kFaceFrames[edge.face].outward);
        return cost(4 * edge.face + from.edge, 4 * edge.other + to.edge, from.isReversed != to.isReversed);
    }

    // Mean step if two edges met, numbered by 4 * face + edge.
    double cost(std::uint32_t a, std::uint32_t b, bool isReversed) const
    {
        std::vector<float> steps(m_size);
        const auto dark = float(m_dark);
        for (std::uint32_t c = kRows; c < kRows + 3; ++c)
        {
            const std::vector<float>&left = m_planes[0][a][c], &right = m_planes[isReversed][b][c];
            for (std::uint32_t i = 0; i < m_size; ++i)
                steps[i] += std::abs(stepOf(left[i], right[i], dark));
        }
        return std::accumulate(steps.begin(), steps.end(), 0.0) / (3.0 * m_size);
    }

private:
    static constexpr std::uint32_t kRows = 4; // so that steps count of a face that was made of larger texels

    // Luminances at the border, those of the rows further in, and r g b at the border.
    using Planes = std::array<std::vector<float>, kRows + 3>;

    double step(float a, float b) const { return stepOf(double(a), double(b), m_dark); }

    // Half a texel further out, where the seam lies.
    static double extended(const Planes& planes, std::uint32_t i)
    {
        const double border{planes[0][i]}, inside{planes[1][i]};
        return std::max(border / 2, 1.5 * border - 0.5 * inside);
    }

    EdgeStep stepAt(const CubeEdge& edge)
    {
        const FaceEdge from = edgeTowards(kFaceFrames[edge.face], kFaceFrames[edge.other].outward);
        const FaceEdge to = edgeTowards(kFaceFrames[edge.other], kFaceFrames[edge.face].outward);
        const Planes& left = m_planes[0][4 * edge.face + from.edge];
        const Planes& right = m_planes[from.isReversed != to.isReversed][4 * edge.other + to.edge];
        std::vector<double> steps(m_size), nearSteps(m_size), sizes(m_size), noise(m_size, kSeamFloor);
        double variation = 0;
        for (std::uint32_t row = 0; row + 1 < kRows; ++row)
        {
            for (std::uint32_t i = 0; i < m_size; ++i)
            {
                sizes[i] = (std::abs(step(left[row][i], left[row + 1][i])) +
                            std::abs(step(right[row][i], right[row + 1][i]))) /
                           2;
                noise[i] = std::max(noise[i], sizes[i]);
            }
            variation = std::max(variation, meanOf(sizes) + kSeamFloor);
        }
        for (std::uint32_t i = 0; i < m_size; ++i)
        {
            nearSteps[i] = step(left[0][i], right[0][i]);
            sizes[i] = std::abs(nearSteps[i]);
            steps[i] = stepOf(extended(left, i), extended(right, i), m_dark);
            const auto [least, most] =
                std::minmax({step(left[kRows][i], right[kRows][i]), step(left[kRows + 1][i], right[kRows + 1][i]),
                             step(left[kRows + 2][i], right[kRows + 2][i])});
            // Where the channels' steps differ, another thing begins: no gain makes that.
            noise[i] = std::sqrt(noise[i] * noise[i] + (most - least) * (most - least) / 4);
        }
        const MeanStep far(steps, noise);
        EdgeStep result{meanOf(sizes), meanOf(sizes) / variation, 0, far.mean, far.error};
        // A gradient of the picture is in one of the two alone.
        const MeanStep near(nearSteps, noise);
        const MeanStep& least = std::abs(far.mean) < std::abs(near.mean) ? far : near;
        if (far.mean * near.mean > 0 && std::abs(least.mean) >= kSeamErrors * least.error)
            result.seam = std::abs(least.mean) / m_variation;
        return result;
    }

    std::uint32_t m_size;
    double m_dark;
    double m_variation = kSeamFloor;                // mean step between two texels within a face
    std::array<std::array<Planes, 24>, 2> m_planes; // as they are, and reversed
};

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
    OrderSearch(const Borders& borders, const std::array<bool, 6>& isUniform)
        : m_borders(borders), m_isUniform(isUniform)
    {
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
        for (m_fixed = 1; m_fixed < 6 && movedFaces(least.order) != 0; ++m_fixed)
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

    double costOf(std::uint32_t a, std::uint32_t b)
    {
        const FacePlace &first = m_order[a], &second = m_order[b];
        const FaceEdge &from = m_edges[a][first.turn][b], &to = m_edges[b][second.turn][a];
        const std::uint32_t one = 4 * first.face + from.edge, other = 4 * second.face + to.edge;
        const bool isReversed = from.isReversed != to.isReversed;
        std::optional<double>& cost = m_costs[std::max(one, other)][std::min(one, other)][isReversed];
        if (!cost)
            cost = m_borders.cost(one, other, isReversed);
        return *cost;
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

    const Borders& m_borders;
    std::array<std::array<std::array<std::optional<double>, 2>, 24>, 24> m_costs{}; // of what was met
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

EdgeSteps findEdgeSteps(const CheckedMap& map)
{
    return Borders(map).steps();
}

double seamCost(const CheckedMap& map, const std::array<double, 6>& gains)
{
    const Borders borders(map, gains);
    return std::transform_reduce(kCubeEdges.begin(), kCubeEdges.end(), 0.0, std::plus(),
                                 [&](const CubeEdge& edge) { return borders.cost(edge); }) /
           double(kCubeEdges.size());
}

std::pair<EdgeSteps, OrderFit> findSeams(const CheckedMap& map, const std::array<bool, 6>& isUniform)
{
    Borders borders(map);
    return {borders.steps(), OrderSearch(borders, isUniform).run()};
}

} // namespace pn::check
