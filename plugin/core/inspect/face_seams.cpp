#include "core/inspect/face_seams.h"

#include "core/cube_faces.h"
#include "core/inspect/thresholds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pn::inspect {
namespace {

constexpr std::uint32_t kMostSamples = 64; // per edge for the order; noise is less than the differences of orders

std::array<int, 3> outwardOf(std::uint32_t face, std::uint32_t edge)
{
    const FaceFrame& frame = kFaceFrames[face];
    std::array<int, 3> axis = edge % 2 == 0 ? frame.down : frame.right;
    if (edge == 0 || edge == 3)
        for (int& coordinate : axis)
            coordinate = -coordinate;
    return axis;
}

std::uint32_t edgeTowards(std::uint32_t face, const std::array<int, 3>& axis)
{
    std::uint32_t edge = 0;
    while (outwardOf(face, edge) != axis)
        ++edge;
    return edge;
}

// The edge of a file's face that shows at an edge of its place.
std::uint32_t fileEdge(std::uint32_t edge, std::uint32_t turn)
{
    const std::uint32_t turned = (edge + 4 - (turn & 3)) & 3;
    return turn & 4 ? (4 - turned) & 3 : turned;
}

constexpr std::uint32_t edgeNumber(std::uint32_t face, std::uint32_t edge)
{
    return 4 * face + edge;
}

std::array<CubeEdge, 12> makeCubeEdges()
{
    std::array<CubeEdge, 12> edges{};
    std::size_t count = 0;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t edge = 0; edge < 4; ++edge)
            for (std::uint32_t other = face + 1; other < 6; ++other)
                if (kFaceFrames[other].outward == outwardOf(face, edge))
                    edges[count++] = {face, edge, other, edgeTowards(other, kFaceFrames[face].outward)};
    return edges;
}

// The place across an edge, and its edge there.
CubeEdge across(std::uint32_t face, std::uint32_t edge)
{
    for (const CubeEdge& e : cubeEdges())
    {
        if (e.face == face && e.edge == edge)
            return e;
        if (e.other == face && e.otherEdge == edge)
            return {face, edge, e.face, e.edge};
    }
    return {};
}

std::uint32_t movedFaces(const FaceOrder& order)
{
    std::uint32_t moved = 0;
    for (std::uint32_t place = 0; place < 6; ++place)
        moved += order[place] != FacePlace{place, 0};
    return moved;
}

// The same order with another turn or mirror image of the whole cube, so that face 0 lies as wanted: each face follows
// from a neighbour across the edge that they share.
FaceOrder turnedCube(const FaceOrder& order, std::uint32_t place0, std::uint32_t turn0)
{
    struct Glued
    {
        std::uint32_t edge = 0; // edgeNumber() of the file
        bool isReversed = false;
    };
    std::array<Glued, 24> glued;
    for (const CubeEdge& e : cubeEdges())
    {
        const FacePlace &a = order[e.face], &b = order[e.other];
        const std::uint32_t first = edgeNumber(a.face, fileEdge(e.edge, a.turn));
        const std::uint32_t second = edgeNumber(b.face, fileEdge(e.otherEdge, b.turn));
        const bool isReversed = (a.turn & 4) == (b.turn & 4);
        glued[first] = {second, isReversed};
        glued[second] = {first, isReversed};
    }
    FaceOrder result{};
    std::array<bool, 6> isPlaced{};
    std::vector<std::uint32_t> open{place0};
    result[place0] = {0, turn0};
    isPlaced[place0] = true;
    for (std::size_t i = 0; i < open.size(); ++i)
        for (std::uint32_t edge = 0; edge < 4; ++edge)
        {
            const FacePlace& from = result[open[i]];
            const CubeEdge e = across(open[i], edge);
            if (isPlaced[e.other])
                continue;
            const Glued& to = glued[edgeNumber(from.face, fileEdge(edge, from.turn))];
            std::uint32_t turn = to.isReversed ? from.turn & 4 : ~from.turn & 4;
            while (fileEdge(e.otherEdge, turn) != to.edge % 4)
                ++turn;
            result[e.other] = {to.edge / 4, turn};
            isPlaced[e.other] = true;
            open.push_back(e.other);
        }
    return result;
}

FaceOrder leastMoved(const FaceOrder& order, const std::array<bool, 6>& isUniform)
{
    FaceOrder best = order;
    for (std::uint32_t place = 0; place < 6; ++place)
        for (std::uint32_t turn = 0; turn < 8; ++turn)
        {
            FaceOrder other = turnedCube(order, place, turn);
            for (FacePlace& at : other)
                at.turn = isUniform[at.face] ? 0 : at.turn;
            if (movedFaces(other) < movedFaces(best))
                best = other;
        }
    return best;
}

} // namespace

const std::array<CubeEdge, 12>& cubeEdges()
{
    static const std::array<CubeEdge, 12> edges = makeCubeEdges();
    return edges;
}

std::array<std::uint32_t, 2> turnedFrom(std::uint32_t turn, std::uint32_t size, std::uint32_t x, std::uint32_t y)
{
    const std::uint32_t last = size - 1;
    for (std::uint32_t i = 0; i < (turn & 3); ++i)
    {
        const std::uint32_t column = x;
        x = y;
        y = last - column;
    }
    return {turn & 4 ? last - x : x, y};
}

namespace {
// Half a texel further out, where the seam lies.
template <typename Rows>
double extended(const Rows& rows)
{
    return std::max(rows[0] / 2, 1.5 * rows[0] - 0.5 * rows[1]);
}
} // namespace

FaceSeams::FaceSeams(const InspectedMap& map) : m_dark(kDark * std::max(0.0, map.mean()))
{
    const std::uint32_t size = map.shape().width;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t edge = 0; edge < 4; ++edge)
            for (std::uint32_t i = 0; i < size; ++i)
            {
                Sample& sample = m_samples[face][edge].emplace_back();
                for (std::uint32_t row = 0; row < kRows; ++row)
                {
                    // The edge turned to the top.
                    const auto [x, y] = turnedFrom((4 - edge) & 3, size, i, std::min(row, size - 1));
                    const std::uint32_t index = (face * size + y) * size + x;
                    sample.luminance[row] = double(map.luminance(index));
                    for (std::size_t c = 0; c < 3 && row == 0; ++c)
                        sample.outer[c] = std::max(0.0, double(map.rgb(index)[c]));
                }
            }
}

double FaceSeams::step(double a, double b) const
{
    const double sum = a + b + 2 * m_dark;
    return sum > 0 ? 2 * (a - b) / sum : 0;
}

double FaceSeams::cost(const Samples& a, const Samples& b, bool isReversed) const
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
            sum += std::abs(step(a[i].outer[c], b[isReversed ? a.size() - 1 - i : i].outer[c]));
    return sum / (3 * double(a.size()));
}

EdgeStep FaceSeams::stepAt(const Samples& a, const Samples& b) const
{
    EdgeStep edge;
    const std::size_t count = a.size();
    std::vector<double> across(count), weight(count);
    std::array<std::vector<double>, kRows> magnitudes;
    magnitudes.fill(across);
    std::array<double, kRows - 1> variation{};
    double weights = 0, sum = 0;
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto &left = a[i].luminance, &right = b[count - 1 - i].luminance;
        const double shown = std::abs(step(left[0], right[0]));
        edge.step += shown / double(count);
        magnitudes[kRows - 1][i] = shown;
        across[i] = step(extended(left), extended(right));
        double most = kSeamFloor;
        for (std::size_t row = 0; row + 1 < kRows; ++row)
        {
            const double inside =
                (std::abs(step(left[row], left[row + 1])) + std::abs(step(right[row], right[row + 1]))) / 2;
            variation[row] += inside / double(count);
            magnitudes[row][i] = inside;
            most = std::max(most, inside);
        }
        weight[i] = 1 / (most * most); // what varies little says most
        weights += weight[i];
        sum += weight[i] * across[i];
    }
    std::array<double, kRows> medians{};
    for (std::size_t row = 0; row < kRows; ++row)
    {
        std::nth_element(magnitudes[row].begin(), magnitudes[row].begin() + std::ptrdiff_t(count / 2),
                         magnitudes[row].end());
        medians[row] = magnitudes[row][count / 2];
    }
    edge.medianStep = medians[kRows - 1];
    edge.medianVariation = *std::max_element(medians.begin(), medians.end() - 1);
    edge.variation = *std::max_element(variation.begin(), variation.end());
    edge.offset = sum / weights;
    double squares = 0;
    for (std::size_t i = 0; i < count; ++i)
        squares += weight[i] * weight[i] * (across[i] - edge.offset) * (across[i] - edge.offset);
    edge.error = std::sqrt(squares) / weights;
    return edge;
}

std::array<EdgeStep, 12> FaceSeams::steps() const
{
    std::array<EdgeStep, 12> result;
    for (std::size_t e = 0; e < result.size(); ++e)
    {
        const CubeEdge& at = cubeEdges()[e];
        result[e] = stepAt(m_samples[at.face][at.edge], m_samples[at.other][at.otherEdge]);
    }
    return result;
}

// All orders up to turns and mirror images of the whole cube: face 0 stays in its place. Branches that are worse than
// the second best order so far are not followed.
class FaceSeams::OrderSearch
{
public:
    OrderSearch(const FaceSeams& seams, const std::array<bool, 6>& isUniform) : m_isUniform(isUniform)
    {
        std::array<Samples, 24> samples;
        for (std::uint32_t i = 0; i < 24; ++i)
            samples[i] = thinned(seams.m_samples[i / 4][i % 4]);
        for (std::uint32_t a = 0; a < 24; ++a)
            for (std::uint32_t b = 0; b < 24; ++b)
                for (const bool isReversed : {false, true})
                    m_costs[a][b][isReversed] = seams.cost(samples[a], samples[b], isReversed);
    }

    OrderFit run()
    {
        m_order = kFilesOrder;
        OrderFit fit;
        for (const CubeEdge& e : cubeEdges())
            fit.givenCost += costOf(e);
        m_second = std::numeric_limits<double>::infinity();
        m_best = fit.givenCost;
        m_bestOrder = kFilesOrder;
        place(1, 0);
        fit.givenCost /= 12;
        fit.bestCost = m_best / 12;
        fit.secondCost = m_second / 12;
        fit.order = leastMoved(m_bestOrder, m_isUniform);
        return fit;
    }

private:
    static constexpr std::array<std::uint32_t, 6> kPlaces = {0, 2, 4, 3, 5, 1}; // each has many earlier neighbours

    static Samples thinned(const Samples& samples)
    {
        const std::size_t count = std::min<std::size_t>(samples.size(), kMostSamples);
        Samples result(count);
        for (std::size_t i = 0; i < count; ++i)
        {
            const std::size_t begin = i * samples.size() / count, end = (i + 1) * samples.size() / count;
            for (std::size_t c = 0; c < 3; ++c)
            {
                for (std::size_t j = begin; j < end; ++j)
                    result[i].outer[c] += samples[j].outer[c];
                result[i].outer[c] /= double(end - begin);
            }
        }
        return result;
    }

    double costOf(const CubeEdge& e) const
    {
        const FacePlace &a = m_order[e.face], &b = m_order[e.other];
        return m_costs[edgeNumber(a.face, fileEdge(e.edge, a.turn))][edgeNumber(b.face, fileEdge(e.otherEdge, b.turn))]
                      [(a.turn & 4) == (b.turn & 4)];
    }

    void place(std::size_t depth, double cost)
    {
        if (depth == kPlaces.size())
            return keep(cost);
        const std::uint32_t at = kPlaces[depth];
        for (std::uint32_t face = 1; face < 6; ++face)
        {
            if (m_isUsed[face])
                continue;
            m_isUsed[face] = true;
            for (std::uint32_t turn = 0; turn < (m_isUniform[face] ? 1u : 8u); ++turn)
            {
                m_order[at] = {face, turn};
                double sum = cost;
                for (const CubeEdge& e : cubeEdges())
                    if ((e.face == at && isPlaced(e.other, depth)) || (e.other == at && isPlaced(e.face, depth)))
                        sum += costOf(e);
                if (sum < m_second)
                    place(depth + 1, sum);
            }
            m_isUsed[face] = false;
        }
    }

    static bool isPlaced(std::uint32_t place, std::size_t depth)
    {
        return std::find(kPlaces.begin(), kPlaces.begin() + std::ptrdiff_t(depth), place) !=
               kPlaces.begin() + std::ptrdiff_t(depth);
    }

    void keep(double cost)
    {
        if (m_order == m_bestOrder)
            return;
        if (cost >= m_best)
        {
            m_second = std::min(m_second, cost);
            return;
        }
        m_second = m_best;
        m_best = cost;
        m_bestOrder = m_order;
    }

    std::array<std::array<std::array<double, 2>, 24>, 24> m_costs{};
    FaceOrder m_order{}, m_bestOrder{};
    std::array<bool, 6> m_isUniform, m_isUsed{};
    double m_best = 0, m_second = 0;
};

OrderFit FaceSeams::fitOrder(const std::array<bool, 6>& isUniform) const
{
    return OrderSearch(*this, isUniform).run();
}

FaceGains fitGains(const std::array<EdgeStep, 12>& steps)
{
    // Relaxation of the weighted least squares, whose solution the mean of each face's seams is.
    FaceGains result;
    std::array<double, 6> variance{};
    const auto weightOf = [](const EdgeStep& s) { return 1 / (s.error * s.error + kSeamFloor * kSeamFloor); };
    for (int round = 0; round < 200; ++round)
        for (std::uint32_t face = 0; face < 6; ++face)
        {
            double weights = 0, sum = 0;
            for (std::size_t i = 0; i < steps.size(); ++i)
            {
                const CubeEdge& e = cubeEdges()[i];
                if (e.face != face && e.other != face)
                    continue;
                const double weight = weightOf(steps[i]);
                weights += weight;
                sum += weight * (e.face == face ? result.gain[e.other] + steps[i].offset
                                                : result.gain[e.face] - steps[i].offset);
            }
            result.gain[face] = sum / weights;
            variance[face] = 1 / weights;
        }
    std::array<double, 6> sorted = result.gain;
    std::sort(sorted.begin(), sorted.end());
    for (double& gain : result.gain)
        gain -= (sorted[2] + sorted[3]) / 2;
    result.error = std::sqrt(*std::max_element(variance.begin(), variance.end()));
    return result;
}

} // namespace pn::inspect
