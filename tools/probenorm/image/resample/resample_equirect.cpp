// The mean of a latitude-longitude map over the footprint of each cube texel, without sampling error.
//
// In longitude p and s = sin(latitude) a solid angle is an area, dOmega = dp ds, and every texel of the map is a
// rectangle of constant radiance. With F (CumulativeMap) Green's theorem turns the integral over a footprint into
// one around it: a sum of +-E over its edges, E = integral of F dp. Neighbours share each edge with opposite signs, so
// no energy is lost or made.
//
// Edges are straight on a face. On a line at distance c from the axis that longitude turns around, at height q, t being
// the way along it:
//     s = q / R,  R = sqrt(t^2 + c^2 + q^2),  p = base + direction * atan(t / c)
//     integral of s dp = direction * atan(q t / (c R))
// Between crossings with the map's rows and columns F is linear in s, so that formula makes E exact.
// Rows of texels on side faces have c = 1; their other edges are meridians, where dp = 0. Lines on the top face have
// q = 1. The bottom face is the top face of the map upside down. On the top face F starts at the pole, so a footprint
// around the pole needs no special care.
#include "image/resample/resample_equirect.h"

#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/texels/cube_face.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace pn::image {

namespace {

constexpr double kPi = std::numbers::pi;

struct Line
{
    double c;
    double q;
    double base;
    double direction;

    double sine(double t) const { return q / std::sqrt(t * t + c * c + q * q); }
    double longitude(double t) const { return base + direction * std::atan(t / c); }
    double sineIntegral(double t) const
    {
        return direction * std::atan(q * t / (c * std::sqrt(t * t + c * c + q * q)));
    }
};

Line sideLine(double v, double middleLongitude)
{
    return {1.0, v, middleLongitude, 1.0};
}
Line lineAlongX(double z)
{
    return {z, 1.0, z < 0.0 ? kPi : 0.0, 1.0};
} // p = atan2(t, z)
Line lineAlongZ(double x)
{
    return {x, 1.0, x < 0.0 ? -kPi / 2 : kPi / 2, -1.0};
} // p = atan2(x, t)

void addColumnCrossings(const CumulativeMap& map, const Line& line, std::vector<double>& crossings)
{
    const auto [first, last] = std::minmax({line.longitude(-1.0), line.longitude(1.0)});
    const double columns = map.width() / (2.0 * kPi);
    const auto begin = static_cast<std::int64_t>(std::ceil((first + kPi) * columns));
    for (std::int64_t edge = begin; map.columnLongitude(edge) < last; ++edge)
        crossings.push_back(line.c * std::tan(line.direction * (map.columnLongitude(edge) - line.base)));
}

void addRowCrossings(const CumulativeMap& map, const Line& line, std::vector<double>& crossings)
{
    for (std::int64_t edge = map.rows().begin; edge <= map.rows().end; ++edge)
    {
        const double sine = map.rowSine(edge);
        const double r = line.q / sine; // negative on the other half, infinite on the equator
        const double square = r * r - line.c * line.c - line.q * line.q;
        if (!(r > 0.0) || !(square > 0.0 && square < 1.0))
            continue;
        crossings.push_back(std::sqrt(square));
        crossings.push_back(-std::sqrt(square));
    }
}

// E of each texel edge along a line.
class EdgeIntegrator
{
public:
    EdgeIntegrator(const CumulativeMap& map, std::uint32_t faceSize) : m_map(map), m_faceSize(faceSize) {}

    std::vector<DRgb> operator()(const Line& line)
    {
        throwIfCancelled();
        std::vector<DRgb> edges(m_faceSize);
        if (line.c == 0.0)
            return edges; // a meridian through the pole
        findCrossings(line);
        double longitude = line.longitude(m_crossings[0]);
        double sineIntegral = line.sineIntegral(m_crossings[0]);
        for (std::size_t i = 1; i < m_crossings.size(); ++i)
        {
            const double middle = 0.5 * (m_crossings[i - 1] + m_crossings[i]);
            const double nextLongitude = line.longitude(m_crossings[i]);
            const double nextSineIntegral = line.sineIntegral(m_crossings[i]);
            m_row = m_map.rowOf(line.sine(middle), m_row);
            edges[texelOf(middle)] += m_map.integrate(m_row, 0.5 * (longitude + nextLongitude),
                                                      nextLongitude - longitude, nextSineIntegral - sineIntegral);
            longitude = nextLongitude;
            sineIntegral = nextSineIntegral;
        }
        return edges;
    }

private:
    void findCrossings(const Line& line)
    {
        m_crossings.clear();
        for (std::uint32_t i = 0; i <= m_faceSize; ++i)
            m_crossings.push_back(edgeOf(i, m_faceSize));
        addColumnCrossings(m_map, line, m_crossings);
        addRowCrossings(m_map, line, m_crossings);
        for (double& t : m_crossings)
            t = std::clamp(t, -1.0, 1.0);
        std::sort(m_crossings.begin(), m_crossings.end());
    }

    std::size_t texelOf(double t) const
    {
        return std::min(static_cast<std::size_t>((t + 1.0) * 0.5 * m_faceSize), std::size_t{m_faceSize} - 1);
    }

    const CumulativeMap& m_map;
    std::uint32_t m_faceSize;
    std::size_t m_row = 0; // of the last piece: the next one is close to it
    std::vector<double> m_crossings;
};

struct Job
{
    const CumulativeMap& map;
    std::uint32_t faceSize;
    unsigned threadCount;
    float* texels;

    void store(std::uint32_t x, std::uint32_t y, const DRgb& integral) const
    {
        const double weight = texelSolidAngle(x, y, faceSize);
        storeRgba(map.clampToRange(integral / weight), texels + (std::size_t{y} * faceSize + x) * 4);
    }
};

// Calls store(i, before, after) with E along the edges i and i + 1, for each i on a face.
template <typename LineAt, typename Store>
void forEachStrip(const Job& job, const LineAt& lineAt, const Store& store)
{
    parallelRanges(job.faceSize, job.threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        EdgeIntegrator integrate(job.map, job.faceSize);
        std::vector<DRgb> before = integrate(lineAt(edgeOf(begin, job.faceSize)));
        for (std::uint32_t i = begin; i < end; ++i)
        {
            std::vector<DRgb> after = integrate(lineAt(edgeOf(i + 1, job.faceSize)));
            store(i, before, after);
            before = std::move(after);
        }
    });
}

void resampleSide(const Job& job, double middleLongitude)
{
    const auto lineAt = [&](double v) { return sideLine(-v, middleLongitude); };
    forEachStrip(job, lineAt, [&](std::uint32_t y, const std::vector<DRgb>& above, const std::vector<DRgb>& below) {
        for (std::uint32_t x = 0; x < job.faceSize; ++x)
            job.store(x, y, below[x] - above[x]);
    });
}

void resampleTop(const Job& job, bool isBottom)
{
    const std::size_t size = job.faceSize;
    std::vector<DRgb> sums(size * size); // over the four edges of each texel, for rows of z
    forEachStrip(job, lineAlongX,
                 [&](std::uint32_t z, const std::vector<DRgb>& before, const std::vector<DRgb>& after) {
                     for (std::size_t x = 0; x < size; ++x)
                         sums[z * size + x] = after[x] - before[x];
                 });
    forEachStrip(job, lineAlongZ,
                 [&](std::uint32_t x, const std::vector<DRgb>& before, const std::vector<DRgb>& after) {
                     for (std::size_t z = 0; z < size; ++z)
                         sums[z * size + x] += before[z] - after[z];
                 });
    for (std::uint32_t y = 0; y < job.faceSize; ++y)
        for (std::uint32_t x = 0; x < job.faceSize; ++x)
        {
            const std::uint32_t z = isBottom ? job.faceSize - 1 - y : y; // rows of the bottom face go towards -Z
            job.store(x, y, sums[z * size + x]);
        }
}

} // namespace

void resampleEquirectFace(const Image& map, std::uint32_t face, std::uint32_t faceSize, unsigned threadCount,
                          float* faceTexels)
{
    constexpr std::uint32_t kTop = 2;
    constexpr std::uint32_t kBottom = 3;
    const std::int64_t width = map.width;
    const std::int64_t height = map.height;
    if (face == kTop || face == kBottom)
    {
        // Corners of the face are at a colatitude of atan(sqrt(2)), 0.3041 of the height.
        const std::int64_t rows = std::min<std::int64_t>(height, height * 305 / 1000 + 1);
        const CumulativeMap seen(map, face == kBottom, {0, rows}, {0, width}, threadCount);
        return resampleTop({seen, faceSize, threadCount, faceTexels}, face == kBottom);
    }
    constexpr double kMiddle[6] = {kPi / 2, -kPi / 2, 0.0, 0.0, 0.0, kPi};
    const auto eighth = [](std::int64_t count, std::int64_t i) { return count * i / 8; }; // rounded down
    const std::int64_t middle = face == 0 ? 6 : face == 1 ? 2 : face == 4 ? 4 : 8;        // in eighths of the width
    const IndexRange columns{eighth(width, middle - 1), eighth(width, middle + 1) + 1};
    const IndexRange rows{eighth(height, 2), std::min(height, eighth(height, 6) + 1)};
    const CumulativeMap seen(map, false, rows, columns, threadCount);
    resampleSide({seen, faceSize, threadCount, faceTexels}, kMiddle[face]);
}

} // namespace pn::image
