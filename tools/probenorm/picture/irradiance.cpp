#include "picture/irradiance.h"

#include "image/files/parallel.h"
#include "image/texels/cube_face.h"

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include <algorithm>
#include <array>
#include <numbers>
#include <span>

namespace pn::cli {
namespace {

// The light of a cell's texels in one channel: radiance times solid angle times direction, summed. Of a cell that has
// more negative light than positive, it is turned to the cell's side of the sphere, and the sign is -1.
struct CellLight
{
    glm::vec3 moment{0.0f};
    float sign = 1.0f;
};
using Cell = std::array<CellLight, 3>;

std::vector<Cell> gatherCells(const Texels& radiance, std::uint32_t faceSize, std::uint32_t cells)
{
    const Texels& directions = cubeDirections(faceSize);
    std::vector<Cell> light(std::size_t{6} * cells * cells);
    for (std::uint32_t y = 0; y < faceSize; ++y)
        for (std::uint32_t x = 0; x < faceSize; ++x)
        {
            const auto angle = static_cast<float>(image::texelSolidAngle(x, y, faceSize));
            for (std::size_t face = 0; face < 6; ++face)
            {
                const std::size_t texel = (face * faceSize + y) * faceSize + x;
                Cell& cell = light[(face * cells + y * cells / faceSize) * cells + x * cells / faceSize];
                for (int c = 0; c < 3; ++c)
                    cell[static_cast<std::size_t>(c)].moment += angle * radiance[texel][c] * directions[texel];
            }
        }
    return light;
}

std::vector<Cell> lightOfCells(const Texels& radiance, std::uint32_t faceSize, std::uint32_t cells)
{
    std::vector<Cell> light = gatherCells(radiance, faceSize, cells);
    const Texels& middles = cubeDirections(cells);
    for (std::size_t i = 0; i < light.size(); ++i)
        for (CellLight& channel : light[i])
            if (glm::dot(channel.moment, middles[i]) < 0.0f)
                channel = {-channel.moment, -1.0f};
    return light;
}

// A few directions at a time, which fill the processor's vectors.
constexpr std::size_t kAtOnce = 8;

void sumCells(std::span<const Cell> light, std::span<const glm::vec3> directions, glm::vec3* found)
{
    std::array<float, kAtOnce> x{}, y{}, z{};
    for (std::size_t i = 0; i < directions.size(); ++i)
        x[i] = directions[i].x, y[i] = directions[i].y, z[i] = directions[i].z;
    std::array<std::array<float, kAtOnce>, 3> sums{};
    for (const Cell& cell : light)
        for (std::size_t c = 0; c < cell.size(); ++c)
        {
            const CellLight m = cell[c];
            for (std::size_t i = 0; i < kAtOnce; ++i)
                sums[c][i] += m.sign * std::max(0.0f, x[i] * m.moment.x + y[i] * m.moment.y + z[i] * m.moment.z);
        }
    for (std::size_t i = 0; i < directions.size(); ++i)
        found[i] = std::numbers::inv_pi_v<float> * glm::vec3(sums[0][i], sums[1][i], sums[2][i]);
}

void sumAlong(std::span<const Cell> light, std::span<const glm::vec3> directions, std::uint32_t threads,
              glm::vec3* found)
{
    image::parallelRanges(static_cast<std::uint32_t>(directions.size()), threads,
                          [&](std::uint32_t begin, std::uint32_t end) {
                              for (std::size_t i = begin; i < end; i += kAtOnce)
                              {
                                  const std::size_t count = std::min<std::size_t>(kAtOnce, end - i);
                                  sumCells(light, directions.subspan(i, count), found + i);
                              }
                          });
}

// The integral of radiance times the cosine to a direction over the whole sphere, over pi.
glm::vec3 sumOfAll(std::span<const Cell> light, const glm::vec3& direction)
{
    glm::vec3 sum(0.0f);
    for (const Cell& cell : light)
        for (std::size_t c = 0; c < cell.size(); ++c)
            sum[static_cast<int>(c)] += cell[c].sign * glm::dot(cell[c].moment, direction);
    return std::numbers::inv_pi_v<float> * sum;
}

} // namespace

Texels trueIrradianceAlong(const Texels& radiance, std::uint32_t faceSize, const Texels& directions,
                           const IrradianceGrid& grid)
{
    const std::vector<Cell> light = lightOfCells(radiance, faceSize, std::min(grid.cells, faceSize));
    Texels irradiance(directions.size());
    sumAlong(light, directions, grid.threads, irradiance.data());
    return irradiance;
}

Texels trueIrradianceOfCube(const Texels& radiance, std::uint32_t faceSize, std::uint32_t size,
                            const IrradianceGrid& grid)
{
    const std::vector<Cell> light = lightOfCells(radiance, faceSize, std::min(grid.cells, faceSize));
    const glm::mat3 axes(sumOfAll(light, {1, 0, 0}), sumOfAll(light, {0, 1, 0}), sumOfAll(light, {0, 0, 1}));
    const Texels& directions = cubeDirections(size);
    Texels irradiance(directions.size());
    const std::size_t texels = std::size_t{size} * size;
    for (const std::size_t face : {0, 2, 4}) // +X, +Y, +Z, each before the face across from it
    {
        const std::size_t first = face * texels, other = first + texels;
        sumAlong(light, std::span(directions).subspan(first, texels), grid.threads, &irradiance[first]);
        for (std::size_t i = 0; i < texels; ++i)
        {
            const std::size_t x = i % size, y = i / size;
            const std::size_t across = face == 2 ? y * size + (size - 1 - x) : (size - 1 - y) * size + x;
            // The clamped cosines to a direction and to the one across from it differ by the cosine itself.
            irradiance[other + across] = irradiance[first + i] - axes * directions[first + i];
        }
    }
    return irradiance;
}

} // namespace pn::cli
