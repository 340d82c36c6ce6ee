#include "image/resample/turn.h"

#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/resample/directed_texels.h"
#include "image/resample/resample.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>
#include <utility>

namespace pn::image {

namespace {

constexpr std::uint32_t kFaces = 6;

Image emptyLike(const Image& image)
{
    return {image.format, image.width, image.height, Buffer(image.texels.size()), image.warnings};
}

bool movesAxes(const Matrix& matrix)
{
    return std::all_of(matrix.begin(), matrix.end(), [](float m) { return m == std::round(m); });
}

// Columns that a map moves to the right; nothing unless the matrix turns about y by whole columns.
std::optional<std::uint32_t> findShift(const Matrix& matrix, std::uint32_t width)
{
    const bool isAboutY = matrix[4] == 1.0f && matrix[0] == matrix[8] && matrix[2] == -matrix[6];
    const double columns = std::atan2(double{matrix[6]}, double{matrix[0]}) / (2.0 * std::numbers::pi) * width;
    if (!isAboutY || std::abs(columns - std::round(columns)) > 1e-3)
        return std::nullopt;
    return static_cast<std::uint32_t>(std::llround(columns) + width) % width;
}

Image shiftColumns(const Image& map, std::uint32_t columns)
{
    Image shifted = emptyLike(map);
    const std::size_t bytes = columns * std::size_t{texelBytes(map.format)};
    for (std::uint32_t y = 0; y < map.height; ++y)
    {
        throwIfCancelled();
        std::memcpy(shifted.row(y) + bytes, map.row(y), map.rowBytes() - bytes);
        std::memcpy(shifted.row(y), map.row(y) + map.rowBytes() - bytes, bytes);
    }
    return shifted;
}

// Each point of a face stands for as much solid angle as its distance says.
DRgb meanOf(const DirectedTexels& source, const Matrix& matrix, std::uint32_t faceSize, std::uint32_t row,
            std::uint32_t x)
{
    constexpr std::uint32_t kPoints = 4; // along an edge
    DRgb sum(0.0);
    double weights = 0.0;
    for (std::uint32_t j = 0; j < kPoints; ++j)
        for (std::uint32_t i = 0; i < kPoints; ++i)
        {
            const float u = middleOf(x * kPoints + i, faceSize * kPoints);
            const float v = middleOf(row % faceSize * kPoints + j, faceSize * kPoints);
            const double weight = std::pow(1.0 + double{u} * u + double{v} * v, -1.5);
            sum += source.at(turned(matrix, cubeDirection(row / faceSize, u, v))) * weight;
            weights += weight;
        }
    return sum / weights;
}

Image sampleFaces(const Environment& cube, const Matrix& matrix, unsigned threadCount)
{
    const std::uint32_t faceSize = cube.image.width;
    Image faces = makeImage(PN_FORMAT_RGBA32F, faceSize, kFaces * faceSize);
    const DirectedTexels source(cube);
    parallelRanges(kFaces * faceSize, threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t row = begin; row < end; ++row)
        {
            throwIfCancelled();
            for (std::uint32_t x = 0; x < faceSize; ++x)
                storeRgba(meanOf(source, matrix, faceSize, row, x),
                          reinterpret_cast<float*>(faces.row(row)) + std::size_t{4} * x);
        }
    });
    return faces;
}

} // namespace

Image turnFaces(const Image& faces, const Matrix& matrix)
{
    Image moved = emptyLike(faces);
    const std::size_t bytes = faces.texels.size() / (std::size_t{faces.width} * faces.height);
    for (std::uint32_t row = 0; row < faces.height; ++row)
    {
        throwIfCancelled();
        for (std::uint32_t x = 0; x < faces.width; ++x)
        {
            const glm::vec3 d =
                cubeDirection(row / faces.width, middleOf(x, faces.width), middleOf(row % faces.width, faces.width));
            const std::size_t from = texelAlong(turned(matrix, d), faces.width);
            std::memcpy(moved.texels.data() + (std::size_t{row} * faces.width + x) * bytes,
                        faces.texels.data() + from * bytes, bytes);
        }
    }
    return moved;
}

void turn(Environment& environment, const Matrix& matrix, unsigned threadCount)
{
    std::vector<std::string> warnings = environment.image.warnings;
    const bool isCube = environment.kind == Kind::Cubemap;
    const auto shift = isCube ? std::nullopt : findShift(matrix, environment.image.width);
    if (isCube && movesAxes(matrix))
        environment.image = turnFaces(environment.image, matrix);
    else if (isCube)
        environment.image = sampleFaces(environment, matrix, threadCount);
    else if (shift)
        environment.image = shiftColumns(environment.image, *shift);
    else
        environment.image = resampleToMap(environment, environment.image.height, threadCount, matrix);
    environment.image.warnings = std::move(warnings);
}

} // namespace pn::image
