#include "image/resample.h"

#include "image/cancel.h"
#include "image/clean_texel.h"
#include "image/cube_weights.h"
#include "image/parallel.h"
#include "image/resample_equirect.h"

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

// On integers and without a branch, so that the loop is vectorized: the difference is negative for what is too large.
bool hasBadChannel(const float* values, std::size_t count)
{
    constexpr std::uint32_t kLargestFinite = std::bit_cast<std::uint32_t>(0x1p64f);
    std::uint32_t differences = 0;
    for (std::size_t i = 0; i < count; ++i)
        differences |= kLargestFinite - (std::bit_cast<std::uint32_t>(values[i]) & 0x7FFFFFFFu);
    return (differences & 0x80000000u) != 0;
}

bool isOpaqueRow(const float* rgba, std::size_t count)
{
    std::uint32_t difference = 0;
    for (std::size_t x = 0; x < count; ++x)
        difference |= std::bit_cast<std::uint32_t>(rgba[4 * x + 3]) ^ std::bit_cast<std::uint32_t>(1.0f);
    return difference == 0;
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
        texels.isOpaque = texels.isOpaque && isOpaqueRow(row, size);
    }
    return texels;
}

// Four channels and what they were weighted with. A vector type, because compilers do not find the one that fits.
using Doubles = double __attribute__((vector_size(32)));
using Floats = float __attribute__((vector_size(16)));

struct Sum
{
    std::array<double, 4> rgba{};
    double weight = 0.0;
};

// Adds a row of the source to the sums of a row of the target. The columns of one target texel follow each other.
PN_ALWAYS_INLINE void addColumns(const std::vector<Overlap>& columns, const double* weights, const float* row,
                                 Sum* sums)
{
    for (std::size_t i = 0; i < columns.size();)
    {
        const std::uint32_t target = columns[i].target;
        Sum& sum = sums[target];
        Doubles rgba;
        std::memcpy(&rgba, sum.rgba.data(), sizeof(rgba));
        for (; i < columns.size() && columns[i].target == target; ++i)
        {
            Floats texel;
            std::memcpy(&texel, row + std::size_t{4} * columns[i].source, sizeof(texel));
            rgba += __builtin_convertvector(texel, Doubles) * weights[i];
            sum.weight += weights[i];
        }
        std::memcpy(sum.rgba.data(), &rgba, sizeof(rgba));
    }
}

#if defined(__x86_64__)
// The same operations, so the same bits, by wider instructions.
__attribute__((target("avx2"))) void addColumnsAvx2(const std::vector<Overlap>& columns, const double* weights,
                                                    const float* row, Sum* sums)
{
    addColumns(columns, weights, row, sums);
}
#endif

void addRow(const std::vector<Overlap>& columns, const double* weights, const float* row, Sum* sums)
{
#if defined(__x86_64__)
    static const bool hasAvx2 = __builtin_cpu_supports("avx2") != 0;
    if (hasAvx2)
        return addColumnsAvx2(columns, weights, row, sums);
#endif
    addColumns(columns, weights, row, sums);
}

// The means of a source face over the texels of one row: each source texel counts with the solid angle of its overlap.
class RowMeans
{
public:
    RowMeans(const FaceTexels& source, std::uint32_t targetSize, const CubeWeights& weights)
        : m_source(source), m_weights(weights), m_rows(weights.overlaps), m_scratch(weights.overlaps.size()),
          m_sums(targetSize)
    {
    }

    // index is that of a row among the overlaps.
    void add(std::size_t index)
    {
        const std::vector<Overlap>& columns = m_weights.overlaps;
        const float* const row = &m_source.rgba[std::size_t{4} * m_source.size * columns[index].source];
        addRow(columns, weightsOf(index), row, m_sums.data());
    }

    // Writes the row and begins the next one.
    void finish(float* out)
    {
        for (std::size_t x = 0; x < m_sums.size(); ++x)
        {
            for (std::size_t channel = 0; channel < 4; ++channel)
                out[4 * x + channel] = static_cast<float>(m_sums[x].rgba[channel] / m_sums[x].weight);
            if (m_source.isOpaque)
                out[4 * x + 3] = 1.0f;
        }
        std::fill(m_sums.begin(), m_sums.end(), Sum{});
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
    std::vector<Sum> m_sums;
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
            {
                throwIfCancelled();
                means.add(row);
            }
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
