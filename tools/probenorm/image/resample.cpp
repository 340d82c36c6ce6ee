#include "image/resample.h"

#include "image/clean_texel.h"
#include "image/parallel.h"
#include "image/resample_equirect.h"
#include "image/solid_angle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <utility>
#include <vector>

namespace pn::image {

namespace {

constexpr std::uint32_t kFaceCount = 6;

Image makeFaces(std::uint32_t faceSize)
{
    if (faceSize < 1 || faceSize > PN_MAX_FACE_SIZE)
        throw Error(ErrorKind::InvalidInput, "face size must be in 1.." + std::to_string(PN_MAX_FACE_SIZE));
    Image faces;
    faces.format = PN_FORMAT_RGBA32F;
    faces.width = faceSize;
    faces.height = kFaceCount * faceSize;
    faces.texels = Buffer(faces.rowBytes() * faces.height);
    return faces;
}

// Where texels of the target and of the source overlap along one axis of a face, in order.
struct Overlap
{
    std::uint32_t target;
    std::uint32_t source;
    double begin; // on the face, which reaches from -1 to 1
    double end;
};

std::vector<Overlap> findOverlaps(std::uint32_t targetSize, std::uint32_t sourceSize)
{
    const auto edgeOf = [](std::uint32_t i, std::uint32_t size) { return 2.0 * i / size - 1.0; };
    std::vector<Overlap> overlaps;
    for (std::uint32_t target = 0; target < targetSize; ++target)
    {
        const double begin = edgeOf(target, targetSize);
        const double end = edgeOf(target + 1, targetSize);
        const auto first = static_cast<std::uint32_t>((begin + 1.0) * 0.5 * sourceSize);
        for (std::uint32_t source = std::min(first, sourceSize - 1);
             source < sourceSize && edgeOf(source, sourceSize) < end; ++source)
            overlaps.push_back({target, source, std::max(begin, edgeOf(source, sourceSize)),
                                std::min(end, edgeOf(source + 1, sourceSize))});
    }
    return overlaps;
}

// cornerSolidAngle() of both ends of each overlap on a line v. Neighbours share most ends: the arcus is what costs.
struct CornerLine
{
    double v = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::array<double, 2>> corners;

    void moveTo(double to, const std::vector<Overlap>& columns)
    {
        if (to == v)
            return;
        v = to;
        corners.resize(columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i)
        {
            const bool isShared = i > 0 && columns[i].begin == columns[i - 1].end;
            corners[i][0] = isShared ? corners[i - 1][1] : cornerSolidAngle(columns[i].begin, v);
            corners[i][1] = cornerSolidAngle(columns[i].end, v);
        }
    }
};

// A face of the source.
struct FaceTexels
{
    std::uint32_t size = 0;
    std::vector<Rgb> colors;
    std::vector<float> alphas; // empty where all are 1
};

FaceTexels readFace(const Image& source, std::uint32_t face)
{
    const std::uint32_t size = source.width;
    const std::size_t count = std::size_t{size} * size;
    FaceTexels texels{size, std::vector<Rgb>(count), std::vector<float>(count)};
    for (std::uint32_t y = 0; y < size; ++y)
    {
        const std::uint32_t row = face * size + y;
        decodeCleanTexels(source, 0, row, size, &texels.colors[std::size_t{y} * size]);
        decodeAlphaRow(source.format, source.row(row), size, &texels.alphas[std::size_t{y} * size]);
    }
    std::transform(texels.alphas.begin(), texels.alphas.end(), texels.alphas.begin(), cleanChannel);
    if (std::all_of(texels.alphas.begin(), texels.alphas.end(), [](float alpha) { return alpha == 1.0f; }))
        texels.alphas.clear();
    return texels;
}

// The means of a source face over the texels of one row: each source texel counts with the solid angle of its overlap.
class RowMeans
{
public:
    RowMeans(const FaceTexels& source, std::uint32_t targetSize, const std::vector<Overlap>& columns)
        : m_source(source), m_columns(columns), m_sums(targetSize), m_alphaSums(targetSize), m_weights(targetSize)
    {
    }

    void add(const Overlap& row)
    {
        std::swap(m_top, m_bottom); // what was the bottom of the row before is the top of this one
        m_top.moveTo(row.begin, m_columns);
        m_bottom.moveTo(row.end, m_columns);
        const std::size_t first = std::size_t{row.source} * m_source.size;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
        {
            const auto& top = m_top.corners[i];
            const auto& bottom = m_bottom.corners[i];
            const double weight = bottom[1] - bottom[0] - top[1] + top[0];
            m_sums[m_columns[i].target] += m_source.colors[first + m_columns[i].source] * weight;
            if (!m_source.alphas.empty())
                m_alphaSums[m_columns[i].target] += m_source.alphas[first + m_columns[i].source] * weight;
            m_weights[m_columns[i].target] += weight;
        }
    }

    // Writes the row and begins the next one.
    void finish(float* out)
    {
        for (std::size_t x = 0; x < m_sums.size(); ++x)
        {
            storeRgba(m_sums[x] / m_weights[x], out + 4 * x);
            if (!m_source.alphas.empty())
                out[4 * x + 3] = static_cast<float>(m_alphaSums[x] / m_weights[x]);
        }
        std::fill(m_sums.begin(), m_sums.end(), DRgb{});
        std::fill(m_alphaSums.begin(), m_alphaSums.end(), 0.0);
        std::fill(m_weights.begin(), m_weights.end(), 0.0);
    }

private:
    const FaceTexels& m_source;
    const std::vector<Overlap>& m_columns;
    std::vector<DRgb> m_sums;
    std::vector<double> m_alphaSums;
    std::vector<double> m_weights;
    CornerLine m_top;
    CornerLine m_bottom;
};

void resampleCubeFace(const Image& source, std::uint32_t face, std::uint32_t faceSize, unsigned threadCount, float* out)
{
    const FaceTexels texels = readFace(source, face);
    const std::vector<Overlap> overlaps = findOverlaps(faceSize, texels.size); // of columns, and of rows
    parallelRanges(faceSize, threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        RowMeans means(texels, faceSize, overlaps);
        auto row = std::lower_bound(overlaps.begin(), overlaps.end(), begin,
                                    [](const Overlap& overlap, std::uint32_t y) { return overlap.target < y; });
        for (std::uint32_t y = begin; y < end; ++y)
        {
            for (; row != overlaps.end() && row->target == y; ++row)
                means.add(*row);
            means.finish(out + std::size_t{y} * faceSize * 4);
        }
    });
}

} // namespace

Environment resampleToCube(const Environment& source, std::uint32_t faceSize, unsigned threadCount)
{
    Environment cube;
    cube.path = source.path;
    cube.kind = Kind::Cubemap;
    cube.layout = Layout::CubemapFile;
    try
    {
        cube.image = makeFaces(faceSize);
        for (std::uint32_t face = 0; face < kFaceCount; ++face)
        {
            auto* const out = reinterpret_cast<float*>(cube.image.row(face * faceSize));
            if (source.kind == Kind::Equirect)
                resampleEquirectFace(source.image, face, faceSize, threadCount, out);
            else
                resampleCubeFace(source.image, face, faceSize, threadCount, out);
        }
    }
    catch (const std::bad_alloc&)
    {
        throw Error(ErrorKind::OutOfMemory, source.path + ": out of memory for faces of " + std::to_string(faceSize));
    }
    return cube;
}

} // namespace pn::image
