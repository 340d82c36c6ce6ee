#include "picture/true_irradiance.h"

#include "picture/tone.h"

#include "image/files/parallel.h"
#include "image/texels/solid_angle.h"

#include <algorithm>
#include <numbers>

namespace pn::cli {
namespace {

constexpr std::uint32_t kCells = 32; // along the edge of a face

double edge(std::uint32_t i, std::uint32_t faceSize)
{
    return 2.0 * i / faceSize - 1.0;
}

// Luminance times solid angle times direction, summed over each cell.
Texels lightOfCells(const Texels& radiance, std::uint32_t faceSize)
{
    const std::uint32_t cells = std::min(kCells, faceSize);
    const Texels& directions = cubeDirections(faceSize);
    const std::size_t faceTexels = std::size_t{faceSize} * faceSize;
    Texels light(std::size_t{6} * cells * cells, glm::vec3(0.0f));
    for (std::uint32_t y = 0; y < faceSize; ++y)
        for (std::uint32_t x = 0; x < faceSize; ++x)
        {
            const auto angle = static_cast<float>(
                image::solidAngle(edge(x, faceSize), edge(x + 1, faceSize), edge(y, faceSize), edge(y + 1, faceSize)));
            const std::size_t cell = std::size_t{y * cells / faceSize} * cells + x * cells / faceSize;
            for (std::size_t face = 0; face < 6; ++face)
            {
                const std::size_t texel = face * faceTexels + std::size_t{y} * faceSize + x;
                light[face * cells * cells + cell] += angle * luminance(radiance[texel]) * directions[texel];
            }
        }
    return light;
}

} // namespace

std::vector<float> trueIrradianceAlong(const Texels& radiance, std::uint32_t faceSize, const Texels& directions)
{
    const Texels light = lightOfCells(radiance, faceSize);
    std::vector<float> irradiance(directions.size(), 0.0f);
    image::parallelRanges(static_cast<std::uint32_t>(directions.size()), 0,
                          [&](std::uint32_t begin, std::uint32_t end) {
                              for (const glm::vec3& cell : light)
                                  for (std::uint32_t i = begin; i < end; ++i)
                                  {
                                      const glm::vec3& n = directions[i];
                                      irradiance[i] += std::max(0.0f, n.x * cell.x + n.y * cell.y + n.z * cell.z);
                                  }
                          });
    for (float& value : irradiance)
        value *= std::numbers::inv_pi_v<float>;
    return irradiance;
}

} // namespace pn::cli
