#include "image/resample/resample.h"

#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/resample/cube_weights.h"
#include "image/resample/resample_equirect.h"
#include "image/texels/texel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <new>
#include <vector>

namespace pn::image {

namespace {

#define PN_ALWAYS_INLINE __attribute__((always_inline)) inline

constexpr std::uint32_t kFaceCount = 6;

// On integers and without a branch, so that the loop is vectorized: the difference is negative for what is too large.
bool hasBadChannel(const float* values, std::size_t count)
{
    constexpr std::uint32_t kLargestFinite = std::bit_cast<std::uint32_t>(0x1p64f);
    std::uint32_t differences = 0;
    for (std::size_t i = 0; i < count; ++i)
        differences |= kLargestFinite - (std::bit_cast<std::uint32_t>(values[i]) & 0x7FFFFFFFu);
    return (differences & 0x80000000u) != 0;
}

// Rows of a face of the source as R G B A of finite values, decoded when they are asked for.
class FaceRows
{
public:
    FaceRows(const Image& source, std::uint32_t face)
        : m_source(source), m_firstRow(face * source.width), m_row(std::size_t{4} * source.width)
    {
    }

    std::uint32_t size() const { return m_source.width; }

    // Valid until another row is asked for.
    const float* row(std::uint32_t y)
    {
        if (y == m_index)
            return m_row.data();
        decodeRgbaRow(m_source.format, m_source.row(m_firstRow + y), m_source.width, m_row.data());
        if (hasBadChannel(m_row.data(), m_row.size()))
            std::transform(m_row.begin(), m_row.end(), m_row.begin(), cleanChannel);
        m_index = y;
        return m_row.data();
    }

private:
    const Image& m_source;
    std::uint32_t m_firstRow;
    std::uint32_t m_index = UINT32_MAX;
    std::vector<float> m_row;
};

// Four channels. A vector type, because compilers do not find the one that fits.
using Doubles = double __attribute__((vector_size(32)));
using Floats = float __attribute__((vector_size(16)));
using Sum = std::array<double, 4>;

// Adds a row of the source to the sums of a row of the target. The columns of a target texel follow each other, in the
// source, too.
PN_ALWAYS_INLINE void addColumns(const CubeWeights& cube, const double* weights, const float* row, Sum* sums)
{
    const Overlap* const overlaps = cube.overlaps.data(); // so that compilers know that no sum changes them
    const std::size_t *const firsts = cube.firsts.data(), count = cube.targetSize();
    for (std::size_t target = 0, i = 0; target < count; ++target)
    {
        const std::size_t end = firsts[target + 1];
        const float* texel = row + std::size_t{4} * overlaps[i].source;
        Doubles rgba;
        std::memcpy(&rgba, &sums[target], sizeof(rgba));
        for (; i < end; ++i, texel += 4)
        {
            // Written out, because compilers make two conversions of __builtin_convertvector.
            const Doubles channels = {double{texel[0]}, double{texel[1]}, double{texel[2]}, double{texel[3]}};
            rgba += channels * weights[i];
        }
        std::memcpy(&sums[target], &rgba, sizeof(rgba));
    }
}

#if defined(__x86_64__)
// The same operations, so the same bits, by wider instructions.
__attribute__((target("avx2"))) void addColumnsAvx2(const CubeWeights& cube, const double* weights, const float* row,
                                                    Sum* sums)
{
    addColumns(cube, weights, row, sums);
}
#endif

void addRow(const CubeWeights& cube, const double* weights, const float* row, Sum* sums)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return addColumnsAvx2(cube, weights, row, sums);
#endif
    addColumns(cube, weights, row, sums);
}

// The means of a source face over the texels of one row: each source texel counts with the solid angle of its overlap.
// An alpha that is 1 everywhere stays 1: its sum is that of the weights, bit for bit.
class RowMeans
{
public:
    RowMeans(const Image& source, std::uint32_t face, const CubeWeights& weights)
        : m_source(source, face), m_weights(weights), m_rows(weights.overlaps), m_sums(weights.targetSize())
    {
        if (!weights.hasTable())
        {
            m_scratch.resize(weights.overlaps.size());
            m_scratchTotals.resize(weights.targetSize());
        }
    }

    // index is that of a row among the overlaps.
    void add(std::size_t index)
    {
        addRow(m_weights, weightsOf(index), m_source.row(m_weights.overlaps[index].source), m_sums.data());
    }

    // Writes row y and begins the next one.
    void finish(std::uint32_t y, float* out)
    {
        const double* const totals = m_weights.hasTable() ? m_weights.totalsOf(y) : m_scratchTotals.data();
        for (std::size_t x = 0; x < m_sums.size(); ++x)
        {
            Doubles sum;
            std::memcpy(&sum, &m_sums[x], sizeof(sum));
            const Floats mean = __builtin_convertvector(sum / totals[x], Floats);
            std::memcpy(out + 4 * x, &mean, sizeof(mean));
        }
        std::fill(m_sums.begin(), m_sums.end(), Sum{});
        std::fill(m_scratchTotals.begin(), m_scratchTotals.end(), 0.0);
    }

private:
    const double* weightsOf(std::size_t index)
    {
        if (m_weights.hasTable())
            return m_weights.row(index);
        m_rows.write(m_weights.overlaps[index], m_scratch.data());
        m_weights.addTo(m_scratchTotals.data(), m_scratch.data());
        return m_scratch.data();
    }

    FaceRows m_source;
    const CubeWeights& m_weights;
    RowWeights m_rows;
    std::vector<double> m_scratch;       // of a row, where there is no table
    std::vector<double> m_scratchTotals; // and their sums
    std::vector<Sum> m_sums;
};

void resampleCubeFace(const Image& source, std::uint32_t face, std::uint32_t faceSize, unsigned threadCount, float* out)
{
    const auto weights = cubeWeights(faceSize, source.width);
    const std::vector<Overlap>& rows = weights->overlaps;
    parallelRanges(faceSize, threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        RowMeans means(source, face, *weights);
        std::size_t row = weights->firsts[begin];
        for (std::uint32_t y = begin; y < end; ++y)
        {
            for (; row < rows.size() && rows[row].target == y; ++row)
            {
                throwIfCancelled();
                means.add(row);
            }
            means.finish(y, out + std::size_t{y} * faceSize * 4);
        }
    });
}

} // namespace

Environment resampleToCube(const Environment& source, std::uint32_t faceSize, unsigned threadCount)
{
    if (faceSize < 1 || faceSize > PN_MAX_FACE_SIZE)
        reject("face size must be in 1..{}", PN_MAX_FACE_SIZE);
    Environment cube;
    cube.path = source.path;
    cube.kind = Kind::Cubemap;
    cube.layout = Layout::CubemapFile;
    try
    {
        cube.image = makeImage(PN_FORMAT_RGBA32F, faceSize, kFaceCount * faceSize);
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
