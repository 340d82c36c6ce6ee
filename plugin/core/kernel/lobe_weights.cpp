// Highway's foreach_target.h compiles this file once per instruction set, each time in another namespace
// (HWY_NAMESPACE).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/lobe_weights.cpp"
#include "core/kernel/simd_config.h"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/prefilter/lobe_weights.h"
#include "core/prefilter/quadrature.h"

#include <algorithm>
#include <cmath>

// Additions, multiplications, divisions and square roots alone, each rounded once, so that every instruction set has
// the same bits.
HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Doubles = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Doubles>;

constexpr std::uint32_t kTexels = PrefilterTile::kTexels;
constexpr std::uint32_t kLanes = std::uint32_t(hn::MaxLanes(Doubles()));
constexpr std::uint32_t kWholeIntervals = 8; // levels up to this size are looked at everywhere
constexpr double kLookAtTexels = 2; // tolerances; where nodes are less off, texels' means are off by less than one

Vector load(const TileValues& values, std::uint32_t t)
{
    return hn::Load(Doubles(), &values.of[t]);
}

void store(TileValues& values, std::uint32_t t, Vector vector)
{
    hn::Store(vector, Doubles(), &values.of[t]);
}

Vector all(double value)
{
    return hn::Set(Doubles(), value);
}

double least(Vector vector)
{
    return hn::GetLane(hn::MinOfLanes(Doubles(), vector));
}

double largest(const TileValues& values)
{
    Vector most = hn::Zero(Doubles());
    for (std::uint32_t t = 0; t < kTexels; t += kLanes)
        most = hn::Max(most, hn::Abs(load(values, t)));
    return hn::GetLane(hn::MaxOfLanes(Doubles(), most));
}

void subtract(TileValues& values, const TileValues& others)
{
    for (std::uint32_t t = 0; t < kTexels; t += kLanes)
        store(values, t, hn::Sub(load(values, t), load(others, t)));
}

void addScaled(TileValues& sum, double factor, const TileValues& values)
{
    for (std::uint32_t t = 0; t < kTexels; t += kLanes)
        store(sum, t, hn::Add(load(sum, t), hn::Mul(all(factor), load(values, t))));
}

HWY_INLINE TileValues sumOf(const NodeGrid::Stencil& stencil, const TileValues* from, std::size_t stride)
{
    if (stencil.count == 1)
        return *from;
    TileValues result;
    for (std::uint32_t t = 0; t < kTexels; t += kLanes)
    {
        Vector sum = hn::Zero(Doubles());
        for (std::uint32_t k = 0; k < stencil.count; ++k)
            sum = hn::Add(sum, hn::Mul(all(stencil.weights[k]), load(from[k * stride], t)));
        store(result, t, sum);
    }
    return result;
}

// The solid angle per unit of the plane at distance 1.
double solidAngleAt(double u, double v)
{
    const double scale = 1 / std::sqrt(1 + u * u + v * v);
    return scale * scale * scale;
}

// The density about the axes of a tile's texels, per unit of the plane that a face lies on.
class TileDensity
{
public:
    TileDensity(const PrefilterMip& mip, const LobeDensity& density, const PrefilterTile& tile)
        : m_density(density), m_texelWidth(2.0 / mip.sourceSize),
          m_splitsHorizon(density.horizonSlope() * m_texelWidth > mip.tolerance)
    {
        const auto position = [&](std::uint32_t at) { // texels beyond the quarter are not used
            return (2.0 * std::min(at, (mip.size + 1) / 2 - 1) + 1) / mip.size - 1;
        };
        for (std::uint32_t t = 0; t < kTexels; ++t)
        {
            m_u.of[t] = position(tile.x + t % PrefilterTile::kSize);
            m_v.of[t] = position(tile.y + t / PrefilterTile::kSize);
            const Vec3 axis = normalized(faceDirection(0, m_u.of[t], m_v.of[t]));
            m_x.of[t] = axis.x;
            m_y.of[t] = axis.y;
            m_z.of[t] = axis.z;
        }
    }

    // Where texel t lies on face 0.
    double u(std::uint32_t t) const { return m_u.of[t]; }
    double v(std::uint32_t t) const { return m_v.of[t]; }

    // At a point. The peak of a lobe far narrower than a texel is cut: nothing interpolates it, and the texels' own
    // weights have it.
    TileValues atNode(std::uint32_t face, double u, double v) const
    {
        const Vector leastSquare = all(m_texelWidth * m_texelWidth / 16);
        const Point point(face, u, v);
        TileValues densities;
        for (std::uint32_t t = 0; t < kTexels; t += kLanes)
            store(densities, t, hn::Mul(densityAt(hn::Max(squares(point, t), leastSquare)), all(point.solidAngle)));
        return densities;
    }

    // Cloth has a ring of light next to the horizon: whether it may lie between two nodes, and whether it comes near a
    // point.
    bool hasRingWithin(double interval) const { return m_density.isCloth() && m_density.width() < 2 * interval; }
    bool isNearRing(std::uint32_t face, double u, double v, double distance) const
    {
        const Point point(face, u, v);
        Vector fromHorizon = all(4);
        for (std::uint32_t t = 0; t < kTexels; t += kLanes)
            fromHorizon = hn::Min(fromHorizon, hn::Abs(hn::Sub(squares(point, t), all(2))));
        return least(fromHorizon) / 2 < distance + m_density.width();
    }

    // Adds share times the means over a square. Its parts are integrated apart where it is wide beside what the density
    // changes over, and at an axis, where rough cloth's density comes to a point.
    void addMeans(std::uint32_t face, double u, double v, double width, double share, TileValues& sum) const
    {
        const Point middle(face, u + width / 2, v + width / 2);
        Vector axes = all(4), horizons = all(4);
        for (std::uint32_t t = 0; t < kTexels; t += kLanes)
        {
            const Vector q = squares(middle, t);
            axes = hn::Min(axes, q);
            horizons = hn::Min(horizons, hn::Abs(hn::Sub(q, all(2))));
        }
        const double toAxis = least(axes), toHorizon = least(horizons);
        const double fine = width / m_density.scaleAt(m_density.isCloth() ? toHorizon * toHorizon / 4 : toAxis);
        const bool isPointed = m_density.isCloth() && toAxis < width * width && width > m_texelWidth / 8;
        if (fine > 0.6 || isPointed)
        {
            const double half = width / 2;
            for (const double y : {v, v + half})
                for (const double x : {u, u + half})
                    addMeans(face, x, y, half, share / 4, sum);
            return;
        }
        const unsigned points = fine < 0.1 ? 2 : fine < 0.25 ? 3 : 5; // the error stays below 1e-5
        const Samples samples(face, u, v, width, points);
        TileValues means;
        for (std::uint32_t t = 0; t < kTexels; t += kLanes)
        {
            Vector mean = hn::Zero(Doubles());
            for (std::uint32_t i = 0; i < points * points; ++i)
                mean = hn::Add(mean, hn::Mul(all(samples.weights[i]), densityAt(squares(samples.points[i], t))));
            store(means, t, mean);
        }
        if (m_splitsHorizon && toHorizon < 1.5 * width)
            for (std::uint32_t t = 0; t < kTexels; ++t)
                if (const HorizonSquare square(face, u, v, width, axis(t)); square.isCut())
                    means.of[t] = square.mean(std::max(points, 3u), m_density);
        addScaled(sum, share, means);
    }

private:
    struct Point
    {
        Point() = default;
        HWY_INLINE Point(std::uint32_t face, double u, double v)
        {
            const double scale = 1 / std::sqrt(1 + u * u + v * v);
            direction = scaled(faceDirection(face, u, v), scale);
            solidAngle = scale * scale * scale;
        }

        Vec3 direction;
        double solidAngle; // per unit of the plane
    };

    // Gauss and Legendre's over a square.
    struct Samples
    {
        Samples(std::uint32_t face, double u, double v, double width, unsigned pointsPerEdge)
        {
            std::size_t i = 0;
            for (const QuadraturePoint& y : gaussPoints(pointsPerEdge))
                for (const QuadraturePoint& x : gaussPoints(pointsPerEdge))
                {
                    points[i] = Point(face, u + x.x * width, v + y.x * width);
                    weights[i] = x.weight * y.weight * points[i].solidAngle;
                    ++i;
                }
        }

        std::array<Point, 25> points;
        std::array<double, 25> weights;
    };

    // A square that the horizon of an axis may run through, in a straight line: the axis' product with a point of the
    // face is linear.
    class HorizonSquare
    {
    public:
        HorizonSquare(std::uint32_t face, double u, double v, double width, const Vec3& axis)
            : m_face(face), m_u(u), m_v(v), m_width(width), m_axis(axis), m_first(dot(axis, faceDirection(face, u, v))),
              m_alongU(dot(axis, faceDirection(face, u + width, v)) - m_first),
              m_alongV(dot(axis, faceDirection(face, u, v + width)) - m_first)
        {
        }

        bool isCut() const
        {
            const double reach = (std::abs(m_alongU) + std::abs(m_alongV)) / 2;
            return std::abs(m_first + (m_alongU + m_alongV) / 2) < reach;
        }

        // The mean of the density: line by line along the axis on which the product changes faster, each line from the
        // horizon on. What a line gives bends where the horizon leaves the square.
        double mean(unsigned points, const LobeDensity& density) const
        {
            const bool linesAlongV = std::abs(m_alongV) > std::abs(m_alongU);
            const double along = linesAlongV ? m_alongV : m_alongU, across = linesAlongV ? m_alongU : m_alongV;
            const auto crossing = [&](double at) { // where lines have the horizon at this point
                return across == 0 ? 0 : std::clamp(-(m_first + along * at) / across, 0.0, 1.0);
            };
            const double bends[] = {0, std::min(crossing(0), crossing(1)), std::max(crossing(0), crossing(1)), 1};
            double sum = 0;
            for (std::size_t panel = 0; panel < 3; ++panel)
                sum += integral(bends[panel], bends[panel + 1], points, [&](double line) {
                    const double horizon = std::clamp(-(m_first + across * line) / along, 0.0, 1.0);
                    return integral(along > 0 ? horizon : 0, along > 0 ? 1 : horizon, points, [&](double at) {
                        return valueAt(linesAlongV ? line : at, linesAlongV ? at : line, density);
                    });
                });
            return sum;
        }

    private:
        template <typename Function>
        static double integral(double begin, double end, unsigned points, const Function& f)
        {
            const double length = end - begin;
            return length > 0 ? length * gauss(points, [&](double x) { return f(begin + x * length); }) : 0;
        }

        double valueAt(double u, double v, const LobeDensity& density) const
        {
            const Point point(m_face, m_u + u * m_width, m_v + v * m_width);
            const Vec3& d = point.direction;
            const double x = d.x - m_axis.x, y = d.y - m_axis.y, z = d.z - m_axis.z;
            return point.solidAngle * density.at(x * x + y * y + z * z);
        }

        std::uint32_t m_face;
        double m_u, m_v, m_width;
        Vec3 m_axis;
        double m_first, m_alongU, m_alongV; // the product, and its change from edge to edge
    };

    Vec3 axis(std::uint32_t t) const { return {m_x.of[t], m_y.of[t], m_z.of[t]}; }

    // The squared distances from a direction to the axes.
    HWY_INLINE Vector squares(const Point& point, std::uint32_t t) const
    {
        const Vector x = hn::Sub(all(point.direction.x), load(m_x, t));
        const Vector y = hn::Sub(all(point.direction.y), load(m_y, t));
        const Vector z = hn::Sub(all(point.direction.z), load(m_z, t));
        return hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
    }

    HWY_INLINE Vector densityAt(Vector q) const
    {
        if (m_density.isCloth())
        {
            alignas(64) double each[kLanes];
            hn::Store(q, Doubles(), each);
            for (double& value : each)
                value = m_density.at(value);
            return hn::Load(Doubles(), each);
        }
        const LobeDensity::Ggx& ggx = m_density.ggx();
        const Vector t = hn::Add(all(ggx.alpha2), hn::Mul(all(ggx.slope), q));
        const Vector cosine = hn::Max(hn::Sub(all(1), hn::Mul(q, all(0.5))), hn::Zero(Doubles()));
        return hn::Div(hn::Mul(all(ggx.scale), cosine), hn::Mul(t, t));
    }

    const LobeDensity& m_density;
    double m_texelWidth;  // of the source, on the plane
    bool m_splitsHorizon; // whether the density's bend there matters
    TileValues m_u, m_v;
    TileValues m_x, m_y, m_z; // of the axes
};

// Goes down through the levels of one tile. On each it keeps the nodes at which the density differs by more than the
// tolerance from what the nodes kept above interpolate there, with that difference as their weight. It looks at
// the nodes whose interpolation those kept on the level above have changed. So what the tile makes of the density is
// wrong by about the tolerance at most, anywhere.
class LobeWeights
{
public:
    explicit LobeWeights(const LobeWeightsJob& job)
        : m_density(job.mip, job.density, job.tile), m_mip(job.mip), m_grid(job.grid), m_tile(job.tile),
          m_scratch(job.scratch), m_values(&job.scratch.values), m_above(&job.scratch.valuesAbove),
          m_texelWidth(2.0 / job.mip.sourceSize)
    {
        m_scratch.nodes.clear();
        m_scratch.kept.clear();
    }

    void run()
    {
        const auto top = std::uint32_t(m_grid.levels.size() - 1);
        BlockSet looked(m_grid.levels[top], true);
        for (std::uint32_t level = top + 1; level-- > 0;)
        {
            m_values->start(m_grid.levels[level]);
            BlockSet below = blocksBelow(level);
            lookAt(level, looked, below);
            if (level == top)
                m_topNodes = m_scratch.kept.size();
            std::swap(looked, below);
            std::swap(m_values, m_above);
        }
        addShortfall();
        m_scratch.weights.clear();
        for (const TileValues& values : m_scratch.kept)
            for (const double value : values.of)
                m_scratch.weights.push_back(withoutTiny(value * m_texelWidth * m_texelWidth));
        m_tile.keep(m_scratch.nodes, m_scratch.weights);
    }

private:
    struct Place
    {
        std::uint32_t level, face, block;
    };

    // Those of the level below that are looked at in any case: where the tile itself lies, and where a ring may lie
    // between the nodes.
    BlockSet blocksBelow(std::uint32_t level) const
    {
        const NodeGrid::Level& below = m_grid.levels[level - std::min(level, 1u)];
        BlockSet blocks(below, below.intervals <= kWholeIntervals);
        const auto around = [&](double position) -> NodeGrid::Span {
            const double at = (position + 1) / 2 * below.intervals;
            return {std::uint32_t(std::max(at - 2, 0.0)), std::uint32_t(std::min(at + 3, double(below.size)))};
        };
        for (std::uint32_t t = 0; t < kTexels; ++t)
            blocks.mark(0, around(m_density.u(t)), around(m_density.v(t)));
        const double interval = 2.0 / below.intervals;
        const auto middle = [&](std::uint32_t begin) { return (begin + 0.5 * kBlock) * interval - 1; }; // of a block
        if (m_density.hasRingWithin(interval))
            for (std::uint32_t face = 0; face < 6; ++face)
                for (std::uint32_t y = 0; y < below.intervals; y += kBlock)
                    for (std::uint32_t x = 0; x < below.intervals; x += kBlock)
                        if (m_density.isNearRing(face, middle(x), middle(y), kBlock * interval))
                            blocks.mark(face, {x, x + 1}, {y, y + 1});
        return blocks;
    }

    void lookAt(std::uint32_t level, const BlockSet& looked, BlockSet& below)
    {
        const BlockGrid& blocks = looked.blocks();
        for (std::uint32_t face = 0; face < 6; ++face)
            for (std::uint32_t y = 0; y < blocks.perEdge; ++y)
                for (std::uint32_t x = 0; x < blocks.perEdge; ++x)
                    if (const Place place{level, face, blocks.index(face, x, y)}; looked.has(place.block))
                        lookAt(place, blocks.window(x, y), below);
    }

    void lookAt(const Place& place, const NodeWindow& window, BlockSet& below)
    {
        if (place.level + 1 == m_grid.levels.size())
            return keepAll(place, window);
        interpolate(place, window);
        if (place.level == 0)
            return keepTexels(place, window);
        const std::vector<NodeGrid::Stencil>& stencils = m_grid.stencils[place.level + 1];
        const std::vector<NodeGrid::Span>& readers = m_grid.readers[place.level];
        TileValues* const values = m_values->add(place.block);
        std::size_t at = 0;
        for (std::uint32_t j = window.jBegin; j < window.jEnd; ++j)
            for (std::uint32_t i = window.iBegin; i < window.iEnd; ++i, ++at)
            {
                TileValues& value = values[(j - window.jBegin) * NodeValues::kStride + i - window.iBegin];
                const TileValues& interpolated = m_scratch.interpolated[at];
                value = interpolated;
                if (stencils[i].count == 1 && stencils[j].count == 1) // a node of the level above
                    continue;
                TileValues difference = densityAt(place, i, j);
                const TileValues density = difference;
                subtract(difference, interpolated);
                const double tolerances = tolerancesOf(place, i, j, difference);
                if (tolerances <= 1)
                    continue;
                add(place, i, j, difference);
                value = density;
                if (place.level > 1 || tolerances > kLookAtTexels)
                    below.mark(place.face, readers[i], readers[j]);
            }
    }

    void keepAll(const Place& place, const NodeWindow& window)
    {
        const TileValues* const values = addDensities(*m_values, place, window);
        for (std::uint32_t j = window.jBegin; j < window.jEnd; ++j)
            for (std::uint32_t i = window.iBegin; i < window.iEnd; ++i)
                add(place, i, j, values[(j - window.jBegin) * NodeValues::kStride + i - window.iBegin]);
    }

    // On level 0 it is the mean over a texel that counts.
    void keepTexels(const Place& place, const NodeWindow& window)
    {
        std::size_t at = 0;
        for (std::uint32_t j = window.jBegin; j < window.jEnd; ++j)
            for (std::uint32_t i = window.iBegin; i < window.iEnd; ++i, ++at)
            {
                TileValues difference{};
                m_density.addMeans(place.face, i * m_texelWidth - 1, j * m_texelWidth - 1, m_texelWidth, 1, difference);
                subtract(difference, m_scratch.interpolated[at]);
                if (tolerancesOf(place, i, j, difference) > 1)
                    add(place, i, j, difference);
            }
    }

    TileValues densityAt(const Place& place, std::uint32_t i, std::uint32_t j) const
    {
        const std::uint32_t intervals = m_grid.levels[place.level].intervals;
        return m_density.atNode(place.face, 2.0 * i / intervals - 1, 2.0 * j / intervals - 1);
    }

    TileValues* addDensities(NodeValues& values, const Place& place, const NodeWindow& window) const
    {
        TileValues* const added = values.add(place.block);
        for (std::uint32_t j = window.jBegin; j < window.jEnd; ++j)
            for (std::uint32_t i = window.iBegin; i < window.iEnd; ++i)
                added[(j - window.jBegin) * NodeValues::kStride + i - window.iBegin] = densityAt(place, i, j);
        return added;
    }

    // What the nodes kept so far make of the density at the nodes of a window, [j][i].
    void interpolate(const Place& place, const NodeWindow& to)
    {
        const std::vector<NodeGrid::Stencil>& stencils = m_grid.stencils[place.level + 1];
        const NodeWindow from = windowAbove(stencils, to);
        copyAbove(place, from);
        const std::uint32_t columns = to.width(), width = from.width();
        m_scratch.rows.resize(std::size_t{from.jEnd - from.jBegin} * columns);
        for (std::uint32_t j = 0; j < from.jEnd - from.jBegin; ++j)
            for (std::uint32_t column = 0; column < columns; ++column)
            {
                const NodeGrid::Stencil& stencil = stencils[to.iBegin + column];
                m_scratch.rows[j * columns + column] =
                    sumOf(stencil, &m_scratch.window[j * width + stencil.first - from.iBegin], 1);
            }
        m_scratch.interpolated.resize(std::size_t{to.jEnd - to.jBegin} * columns);
        for (std::uint32_t j = to.jBegin; j < to.jEnd; ++j)
            for (std::uint32_t column = 0; column < columns; ++column)
                m_scratch.interpolated[(j - to.jBegin) * columns + column] =
                    sumOf(stencils[j], &m_scratch.rows[(stencils[j].first - from.jBegin) * columns + column], columns);
    }

    // The nodes above that the stencils of a window read.
    static NodeWindow windowAbove(const std::vector<NodeGrid::Stencil>& stencils, const NodeWindow& to)
    {
        const auto range = [&](std::uint32_t begin, std::uint32_t end, std::uint32_t& first, std::uint32_t& last) {
            first = ~0u;
            last = 0;
            for (std::uint32_t i = begin; i < end; ++i)
            {
                first = std::min(first, stencils[i].first);
                last = std::max(last, stencils[i].first + stencils[i].count);
            }
        };
        NodeWindow from{};
        range(to.iBegin, to.iEnd, from.iBegin, from.iEnd);
        range(to.jBegin, to.jEnd, from.jBegin, from.jEnd);
        return from;
    }

    // Blocks above that were not looked at have the density itself.
    void copyAbove(const Place& place, const NodeWindow& from)
    {
        const BlockGrid& blocks = m_above->blocks();
        m_scratch.window.resize(std::size_t{from.jEnd - from.jBegin} * from.width());
        for (std::uint32_t y = blocks.of(from.jBegin); y <= blocks.of(from.jEnd - 1); ++y)
            for (std::uint32_t x = blocks.of(from.iBegin); x <= blocks.of(from.iEnd - 1); ++x)
            {
                const Place above{place.level + 1, place.face, blocks.index(place.face, x, y)};
                const NodeWindow block = blocks.window(x, y);
                const TileValues* const values =
                    m_above->has(above.block) ? m_above->at(above.block) : addDensities(*m_above, above, block);
                const std::uint32_t iBegin = std::max(block.iBegin, from.iBegin);
                const std::uint32_t iEnd = std::min(block.iEnd, from.iEnd);
                for (std::uint32_t j = std::max(block.jBegin, from.jBegin); j < std::min(block.jEnd, from.jEnd); ++j)
                    std::copy_n(values + (j - block.jBegin) * NodeValues::kStride + iBegin - block.iBegin,
                                iEnd - iBegin,
                                &m_scratch.window[(j - from.jBegin) * from.width() + iBegin - from.iBegin]);
            }
    }

    // How many tolerances a difference is; with more than one, the node is one of the tile's.
    double tolerancesOf(const Place& place, std::uint32_t i, std::uint32_t j, const TileValues& difference) const
    {
        const double step = 2.0 / m_grid.levels[place.level].intervals, middle = place.level == 0 ? 0.5 : 0;
        const double solidAngle = solidAngleAt((i + middle) * step - 1, (j + middle) * step - 1);
        return largest(difference) / (m_mip.tolerance * solidAngle);
    }

    void add(const Place& place, std::uint32_t i, std::uint32_t j, const TileValues& values)
    {
        m_scratch.nodes.push_back({std::uint16_t(i), std::uint16_t(j), place.level * 6 + place.face});
        m_scratch.kept.push_back(values);
        addScaled(m_white, whiteOf(m_scratch.nodes.back()), values);
    }

    double whiteOf(const PrefilterNode& node) const
    {
        const std::vector<double>& white = m_grid.whites[node.place / 6];
        return white[node.i] * white[node.j];
    }

    // A white source gives white: what the nodes left out are short of goes to those of the top, evenly over the
    // sphere. To scale all weights instead would change the peak of a narrow lobe by far more than the tolerance.
    void addShortfall()
    {
        const std::uint32_t intervals = m_grid.levels.back().intervals;
        const auto share = [&](std::size_t n) {
            return solidAngleAt(2.0 * m_scratch.nodes[n].i / intervals - 1, 2.0 * m_scratch.nodes[n].j / intervals - 1);
        };
        double sphere = 0;
        for (std::size_t n = 0; n < m_topNodes; ++n)
            sphere += share(n) * whiteOf(m_scratch.nodes[n]);
        TileValues shortfall;
        for (std::uint32_t t = 0; t < kTexels; ++t)
            shortfall.of[t] = 1 / (m_texelWidth * m_texelWidth) - m_white.of[t];
        for (std::size_t n = 0; n < m_topNodes; ++n)
            addScaled(m_scratch.kept[n], share(n) / sphere, shortfall);
    }

    static float withoutTiny(double weight) { return std::abs(weight) < kLeastNodeWeight ? 0.0f : float(weight); }

    TileDensity m_density;
    TileValues m_white{}; // what the nodes kept so far make of a white source
    const PrefilterMip& m_mip;
    const NodeGrid& m_grid;
    PrefilterTile& m_tile;
    LobeScratch& m_scratch;
    NodeValues *m_values, *m_above; // what the nodes kept so far make of the density, on this level and above
    double m_texelWidth;            // of the source, on the plane at distance 1
    std::size_t m_topNodes = 0;     // the first of those kept
};

} // namespace

void makeLobeWeights(const LobeWeightsJob& job)
{
    LobeWeights(job).run();
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();
