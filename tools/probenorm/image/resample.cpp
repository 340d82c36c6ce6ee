#include "resample.h"

#include "clean_texel.h"
#include "parallel.h"
#include "resample_equirect.h"
#include "solid_angle.h"

#include <algorithm>
#include <cmath>
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

// The mean of a source face over one texel's rectangle: each source texel counts with the solid angle of its overlap.
DRgb meanOverTexel(const std::vector<Rgb>& source, std::uint32_t sourceSize, double u0, double u1, double v0, double v1)
{
    const auto edge = [&](std::uint32_t i) { return 2.0 * i / sourceSize - 1.0; };
    const auto indexOf = [&](double t) {
        return std::min(static_cast<std::uint32_t>((t + 1.0) * 0.5 * sourceSize), sourceSize - 1);
    };
    DRgb sum;
    double weights = 0.0;
    for (std::uint32_t y = indexOf(v0); y < sourceSize && edge(y) < v1; ++y)
        for (std::uint32_t x = indexOf(u0); x < sourceSize && edge(x) < u1; ++x)
        {
            const double weight = solidAngle(std::max(u0, edge(x)), std::min(u1, edge(x + 1)), std::max(v0, edge(y)),
                                             std::min(v1, edge(y + 1)));
            sum += source[std::size_t{y} * sourceSize + x] * weight;
            weights += weight;
        }
    return sum / weights;
}

void resampleCubeFace(const Image& source, std::uint32_t face, std::uint32_t faceSize, unsigned threadCount, float* out)
{
    const std::uint32_t sourceSize = source.width;
    std::vector<Rgb> texels(std::size_t{sourceSize} * sourceSize);
    for (std::uint32_t y = 0; y < sourceSize; ++y)
        decodeCleanTexels(source, 0, face * sourceSize + y, sourceSize, &texels[std::size_t{y} * sourceSize]);
    const auto edge = [&](std::uint32_t i) { return 2.0 * i / faceSize - 1.0; };
    parallelRanges(faceSize, threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t y = begin; y < end; ++y)
            for (std::uint32_t x = 0; x < faceSize; ++x)
                storeRgba(meanOverTexel(texels, sourceSize, edge(x), edge(x + 1), edge(y), edge(y + 1)),
                          out + (std::size_t{y} * faceSize + x) * 4);
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
