#include "core/prefilter/lobe_weights.h"

#include "core/prefilter/node_blocks.h"
#include "core/prefilter/quadrature.h"

#include <algorithm>
#include <cmath>

namespace pn {
namespace {

constexpr std::uint32_t kTexels = PrefilterTile::kTexels;
constexpr std::uint32_t kWholeIntervals = 16; // levels up to this size are looked at everywhere
constexpr double kLookFurther = 1.0 / 8;      // of the tolerance: from there on the level below is looked at

struct Place
{
    std::uint32_t level, face;
};

// Goes down through the levels of one tile. On each it keeps the nodes at which the density differs by more than the
// tolerance from what the nodes kept above interpolate there, with that difference as their weight. So what the tile
// makes of the density is wrong by about the tolerance at most, anywhere.
class LobeWeights
{
public:
    LobeWeights(const PrefilterMip& mip, const NodeGrid& grid, const LobeDensity& density, PrefilterTile& tile)
        : m_mip(mip), m_grid(grid), m_density(density), m_tile(tile), m_texelWidth(2.0 / mip.sourceSize),
          m_splitsHorizon(density.horizonSlope() * m_texelWidth > mip.tolerance)
    {
        for (std::uint32_t t = 0; t < kTexels; ++t)
        {
            const auto position = [&](std::uint32_t at) { // texels beyond the quarter are not used
                return (2.0 * std::min(at, (mip.size + 1) / 2 - 1) + 1) / mip.size - 1;
            };
            m_u[t] = position(tile.x + t % PrefilterTile::kSize);
            m_v[t] = position(tile.y + t / PrefilterTile::kSize);
            const Vec3 axis = normalized(faceDirection(0, m_u[t], m_v[t]));
            m_x[t] = axis.x;
            m_y[t] = axis.y;
            m_z[t] = axis.z;
        }
    }

    void run()
    {
        const auto top = std::uint32_t(m_grid.levels.size() - 1);
        BlockSet blocks(m_grid.levels[top].intervals, true);
        for (std::uint32_t level = top + 1; level-- > 0;)
        {
            m_errors.start(m_grid.levels[level]);
            BlockSet below = level > 0 ? nextBlocks(level - 1) : blocks;
            for (std::uint32_t face = 0; face < 6; ++face)
                for (std::uint32_t y = 0; y < blocks.perEdge(); ++y)
                    for (std::uint32_t x = 0; x < blocks.perEdge(); ++x)
                        if (blocks.has(face, x, y))
                            lookAt({level, face}, x * kBlock, y * kBlock, below);
            if (level == top)
                m_topNodes = m_values.size();
            std::swap(blocks, below);
            std::swap(m_errors, m_errorsAbove);
        }
        addShortfall();
        std::vector<float> weights;
        weights.reserve(m_values.size() * kTexels);
        for (const TileValues& values : m_values)
            for (const double value : values)
                weights.push_back(withoutTiny(value * m_texelWidth * m_texelWidth));
        m_tile.finish(weights);
    }

private:
    // Those of a level that are looked at in any case: where the tile itself lies.
    BlockSet nextBlocks(std::uint32_t level) const
    {
        const std::uint32_t intervals = m_grid.levels[level].intervals;
        BlockSet blocks(intervals, intervals <= kWholeIntervals);
        for (std::uint32_t t = 0; t < kTexels; ++t)
            blocks.mark(0, (m_u[t] + 1) / 2 * intervals, (m_v[t] + 1) / 2 * intervals, 2);
        return blocks;
    }

    // The squared distances from a point of a face to the texels' axes, and the point's solid angle per unit of the
    // plane that the face lies on.
    double squaresAt(std::uint32_t face, double u, double v, TileValues& squares) const
    {
        const double scale = 1 / std::sqrt(1 + u * u + v * v);
        const Vec3 d = scaled(faceDirection(face, u, v), scale);
        for (std::uint32_t t = 0; t < kTexels; ++t)
        {
            const double x = d.x - m_x[t], y = d.y - m_y[t], z = d.z - m_z[t];
            squares[t] = x * x + y * y + z * z;
        }
        return scale * scale * scale;
    }

    static double solidAngleAt(double u, double v)
    {
        const double scale = 1 / std::sqrt(1 + u * u + v * v);
        return scale * scale * scale;
    }

    // The density per unit of the plane. At nodes the peak of a lobe far narrower than a texel is cut: nothing
    // interpolates it, and the texels' own weights have it.
    TileValues nodeDensity(const Place& place, std::uint32_t i, std::uint32_t j) const
    {
        const std::uint32_t intervals = m_grid.levels[place.level].intervals;
        const double least = m_texelWidth * m_texelWidth / 16;
        TileValues squares, density;
        const double solidAngle = squaresAt(place.face, 2.0 * i / intervals - 1, 2.0 * j / intervals - 1, squares);
        for (double& square : squares)
            square = std::max(square, least);
        m_density.at(squares, density);
        for (double& value : density)
            value *= solidAngle;
        return density;
    }

    // Adds share times the means of the densities over a square. Its parts are integrated apart where it is wide beside
    // what the density changes over, and where a horizon runs through it.
    void addMeans(std::uint32_t face, double u, double v, double width, double share, TileValues& sum) const
    {
        TileValues squares, densities;
        squaresAt(face, u + width / 2, v + width / 2, squares);
        double scale = m_density.scaleAt(squares[0]);
        for (const double square : squares)
            scale = std::min(scale, m_density.scaleAt(square));
        const double fine = width / scale;
        const auto isNearHorizon = [&](double square) { return std::abs(square - 2) < 1.5 * width; };
        const bool isCut =
            m_splitsHorizon && width > m_texelWidth / 8 && std::any_of(squares.begin(), squares.end(), isNearHorizon);
        if (fine > 0.6 || isCut)
        {
            const double half = width / 2;
            for (const double y : {v, v + half})
                for (const double x : {u, u + half})
                    addMeans(face, x, y, half, share / 4, sum);
            return;
        }
        const unsigned points = fine < 0.1 ? 2 : fine < 0.25 ? 3 : 5; // the error stays below 1e-5
        for (const QuadraturePoint& y : gaussPoints(points))
            for (const QuadraturePoint& x : gaussPoints(points))
            {
                const double weight = share * x.weight * y.weight;
                const double solidAngle = squaresAt(face, u + x.x * width, v + y.x * width, squares);
                m_density.at(squares, densities);
                for (std::uint32_t t = 0; t < kTexels; ++t)
                    sum[t] += weight * solidAngle * densities[t];
            }
    }

    TileValues exactValue(const Place& place, std::uint32_t i, std::uint32_t j) const
    {
        if (place.level > 0)
            return nodeDensity(place, i, j);
        TileValues sum{};
        addMeans(place.face, i * m_texelWidth - 1, j * m_texelWidth - 1, m_texelWidth, 1, sum);
        return sum;
    }

    // What a level interpolates at the nodes of a window of the level below, [j][i], from at(i, j).
    template <typename At>
    void interpolate(std::uint32_t level, const NodeWindow& from, const NodeWindow& to, const At& at,
                     std::vector<TileValues>& out)
    {
        const std::vector<NodeGrid::Stencil>& stencils = m_grid.stencils[level];
        const std::size_t columns = to.iEnd - to.iBegin;
        m_row.resize(from.iEnd - from.iBegin);
        m_rows.resize((from.jEnd - from.jBegin) * columns);
        for (std::uint32_t j = from.jBegin; j < from.jEnd; ++j)
        {
            for (std::uint32_t i = from.iBegin; i < from.iEnd; ++i)
                m_row[i - from.iBegin] = at(i, j);
            TileValues* const line = &m_rows[(j - from.jBegin) * columns];
            for (std::size_t column = 0; column < columns; ++column)
            {
                const NodeGrid::Stencil& stencil = stencils[to.iBegin + column];
                line[column] = sumOf(stencil, &m_row[stencil.first - from.iBegin], 1);
            }
        }
        out.resize((to.jEnd - to.jBegin) * columns);
        for (std::uint32_t j = to.jBegin; j < to.jEnd; ++j)
            for (std::size_t column = 0; column < columns; ++column)
            {
                const TileValues* const first = &m_rows[(stencils[j].first - from.jBegin) * columns + column];
                out[(j - to.jBegin) * columns + column] = sumOf(stencils[j], first, columns);
            }
    }

    static TileValues sumOf(const NodeGrid::Stencil& stencil, const TileValues* from, std::size_t stride)
    {
        TileValues sum{};
        for (std::uint32_t k = 0; k < stencil.count; ++k)
            for (std::uint32_t t = 0; t < kTexels; ++t)
                sum[t] += stencil.weights[k] * from[k * stride][t];
        return sum;
    }

    static double largest(const TileValues& values)
    {
        double most = 0;
        for (const double value : values)
            most = std::max(most, std::abs(value));
        return most;
    }

    // Fills m_interpolated and, where there are any, m_interpolatedErrors.
    void lookAbove(const Place& place, const NodeWindow& window)
    {
        const Place above{place.level + 1, place.face};
        const std::vector<NodeGrid::Stencil>& stencils = m_grid.stencils[above.level];
        const NodeGrid::Stencil& lastI = stencils[window.iEnd - 1];
        const NodeGrid::Stencil& lastJ = stencils[window.jEnd - 1];
        const NodeWindow from{stencils[window.iBegin].first, lastI.first + lastI.count, stencils[window.jBegin].first,
                              lastJ.first + lastJ.count};
        const auto density = [&](std::uint32_t i, std::uint32_t j) { return nodeDensity(above, i, j); };
        interpolate(above.level, from, window, density, m_interpolated);
        m_hasErrors = m_errorsAbove.hasAny(place.face, from);
        const auto error = [&](std::uint32_t i, std::uint32_t j) { return m_errorsAbove.at(place.face, i, j); };
        if (m_hasErrors)
            interpolate(above.level, from, window, error, m_interpolatedErrors);
    }

    // Looks at the nodes of a block, and marks what to look at below.
    void lookAt(const Place& place, std::uint32_t iBegin, std::uint32_t jBegin, BlockSet& below)
    {
        const NodeGrid::Level& level = m_grid.levels[place.level];
        const auto end = [&](std::uint32_t begin) { // the last block takes the nodes on the face's edge
            return begin + kBlock >= level.intervals ? level.size : begin + kBlock;
        };
        const NodeWindow window{iBegin, end(iBegin), jBegin, end(jBegin)};
        const bool isTop = place.level + 1 == m_grid.levels.size();
        if (!isTop)
            lookAbove(place, window);
        const double toBelow = place.level > 0 ? double(m_grid.levels[place.level - 1].intervals) / level.intervals : 1;
        std::size_t at = 0;
        for (std::uint32_t j = window.jBegin; j < window.jEnd; ++j)
            for (std::uint32_t i = window.iBegin; i < window.iEnd; ++i, ++at)
            {
                const double step = 2.0 / level.intervals, middle = place.level == 0 ? 0.5 : 0;
                const double tolerance =
                    m_mip.tolerance * solidAngleAt((i + middle) * step - 1, (j + middle) * step - 1);
                TileValues values = exactValue(place, i, j);
                for (std::uint32_t t = 0; t < kTexels && !isTop; ++t)
                    values[t] -= m_interpolated[at][t];
                if (place.level > 0 && largest(values) > kLookFurther * tolerance)
                    below.mark(place.face, i * toBelow, j * toBelow, 2 * toBelow);
                for (std::uint32_t t = 0; t < kTexels && !isTop && m_hasErrors; ++t)
                    values[t] -= m_interpolatedErrors[at][t];
                if (isTop || largest(values) > tolerance)
                    keep(place, i, j, values);
                else if (place.level > 0)
                    leaveOut(place, i, j, values);
            }
    }

    void keep(const Place& place, std::uint32_t i, std::uint32_t j, const TileValues& values)
    {
        m_tile.nodes.push_back({std::uint16_t(i), std::uint16_t(j), place.level * 6 + place.face});
        m_values.push_back(values);
        const double white = whiteOf(m_tile.nodes.back());
        for (std::uint32_t t = 0; t < kTexels; ++t)
            m_white[t] += values[t] * white;
    }

    void leaveOut(const Place& place, std::uint32_t i, std::uint32_t j, TileValues& values)
    {
        for (double& value : values)
            value = -value;
        m_errors.set(place.face, i, j, values);
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
            return solidAngleAt(2.0 * m_tile.nodes[n].i / intervals - 1, 2.0 * m_tile.nodes[n].j / intervals - 1);
        };
        double sphere = 0;
        for (std::size_t n = 0; n < m_topNodes; ++n)
            sphere += share(n) * whiteOf(m_tile.nodes[n]);
        for (std::size_t n = 0; n < m_topNodes; ++n)
            for (std::uint32_t t = 0; t < kTexels; ++t)
                m_values[n][t] += (1 / (m_texelWidth * m_texelWidth) - m_white[t]) * share(n) / sphere;
    }

    static float withoutTiny(double weight) { return std::abs(weight) < kLeastNodeWeight ? 0.0f : float(weight); }

    const PrefilterMip& m_mip;
    const NodeGrid& m_grid;
    const LobeDensity& m_density;
    PrefilterTile& m_tile;
    double m_texelWidth;  // of the source, on the plane at distance 1
    bool m_splitsHorizon; // whether the density's bend there matters
    TileValues m_u{}, m_v{};
    TileValues m_x{}, m_y{}, m_z{};   // of the texels' axes
    std::vector<TileValues> m_values; // per node kept: the density's, per unit of the plane
    TileValues m_white{};             // what they make of a white source
    std::size_t m_topNodes = 0;       // the first of them
    NodeErrors m_errors, m_errorsAbove;
    std::vector<TileValues> m_row, m_rows; // of interpolate()
    std::vector<TileValues> m_interpolated, m_interpolatedErrors;
    bool m_hasErrors = false;
};

} // namespace

void makeLobeWeights(const PrefilterMip& mip, const NodeGrid& grid, const LobeDensity& density, PrefilterTile& tile)
{
    LobeWeights(mip, grid, density, tile).run();
}

} // namespace pn
