#include "image/resample.h"

#include "image/clean_texel.h"
#include "image/cube_weights.h"
#include "image/parallel.h"
#include "image/resample_equirect.h"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
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

// A face of the source, four channels per texel.
struct FaceTexels
{
    std::uint32_t size = 0;
    std::vector<float> rgba;
    bool isOpaque = true; // all alphas are 1
};

// Integers, because a loop that compares floats is not vectorized.
bool hasBadChannel(const float* values, std::size_t count)
{
    constexpr std::uint32_t kLargestFinite = std::bit_cast<std::uint32_t>(0x1p64f);
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < count; ++i)
        most = std::max(most, std::bit_cast<std::uint32_t>(values[i]) & 0x7FFFFFFFu);
    return most > kLargestFinite;
}

FaceTexels readFace(const Image& source, std::uint32_t face)
{
    const std::uint32_t size = source.width;
    const std::size_t rowFloats = std::size_t{4} * size;
    FaceTexels texels{size, std::vector<float>(rowFloats * size)};
    for (std::uint32_t y = 0; y < size; ++y)
    {
        float* const row = &texels.rgba[y * rowFloats];
        decodeRgbaRow(source.format, source.row(face * size + y), size, row);
        if (hasBadChannel(row, rowFloats))
            std::transform(row, row + rowFloats, row, cleanChannel);
        for (std::size_t x = 0; x < size; ++x)
            texels.isOpaque = texels.isOpaque && row[4 * x + 3] == 1.0f;
    }
    return texels;
}

// The means of a source face over the texels of one row: each source texel counts with the solid angle of its overlap.
class RowMeans
{
public:
    RowMeans(const FaceTexels& source, std::uint32_t targetSize, const CubeWeights& weights)
        : m_source(source), m_weights(weights), m_rows(weights.overlaps), m_scratch(weights.overlaps.size()),
          m_sums(targetSize), m_weightSums(targetSize)
    {
    }

    // index is that of a row among the overlaps.
    void add(std::size_t index)
    {
        const std::vector<Overlap>& columns = m_weights.overlaps;
        const double* const weights = weightsOf(index);
        const float* const row = &m_source.rgba[std::size_t{4} * m_source.size * columns[index].source];
        for (std::size_t i = 0; i < columns.size(); ++i)
        {
            const float* const texel = row + std::size_t{4} * columns[i].source;
            std::array<double, 4>& sum = m_sums[columns[i].target];
            for (std::size_t channel = 0; channel < 4; ++channel)
                sum[channel] += texel[channel] * weights[i];
            m_weightSums[columns[i].target] += weights[i];
        }
    }

    // Writes the row and begins the next one.
    void finish(float* out)
    {
        for (std::size_t x = 0; x < m_sums.size(); ++x)
        {
            for (std::size_t channel = 0; channel < 4; ++channel)
                out[4 * x + channel] = static_cast<float>(m_sums[x][channel] / m_weightSums[x]);
            if (m_source.isOpaque)
                out[4 * x + 3] = 1.0f;
        }
        std::fill(m_sums.begin(), m_sums.end(), std::array<double, 4>{});
        std::fill(m_weightSums.begin(), m_weightSums.end(), 0.0);
    }

private:
    const double* weightsOf(std::size_t index)
    {
        if (!m_weights.weights.empty())
            return m_weights.row(index);
        m_rows.write(m_weights.overlaps[index], m_scratch.data());
        return m_scratch.data();
    }

    const FaceTexels& m_source;
    const CubeWeights& m_weights;
    RowWeights m_rows;
    std::vector<double> m_scratch;
    std::vector<std::array<double, 4>> m_sums;
    std::vector<double> m_weightSums;
};

void resampleCubeFace(const Image& source, std::uint32_t face, std::uint32_t faceSize, unsigned threadCount, float* out)
{
    const FaceTexels texels = readFace(source, face);
    const auto weights = cubeWeights(faceSize, texels.size);
    const std::vector<Overlap>& rows = weights->overlaps;
    parallelRanges(faceSize, threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        RowMeans means(texels, faceSize, *weights);
        const auto first = std::lower_bound(rows.begin(), rows.end(), begin,
                                            [](const Overlap& row, std::uint32_t y) { return row.target < y; });
        auto row = static_cast<std::size_t>(first - rows.begin());
        for (std::uint32_t y = begin; y < end; ++y)
        {
            for (; row < rows.size() && rows[row].target == y; ++row)
                means.add(row);
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
