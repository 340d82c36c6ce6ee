#include "picture/cube_picture.h"

#include "picture/tone.h"
#include "support/failure.h"

#include "image/files/parallel.h"
#include "image/texels/cube_face.h"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <numbers>
#include <span>
#include <utility>

namespace pn::cli {
namespace {

constexpr Pixel kMark{255, 64, 224};

// Shapes that all pictures of one size share, each made once. Safe to use from any thread.
template <typename Key, typename Shape>
class KeptShapes
{
public:
    template <typename Make>
    const Shape& find(const Key& key, Make&& make)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_shapes.find(key);
        return found != m_shapes.end() ? found->second : m_shapes.emplace(key, make()).first->second;
    }

private:
    std::mutex m_mutex;
    std::map<Key, Shape> m_shapes; // references stay when others are added
};

using Evaluate = PnResult (*)(const PnSh*, std::uint32_t, const float*, float*);

Texels evaluate(Evaluate function, const PnSh& sh, const Texels& directions)
{
    static_assert(sizeof(glm::vec3) == 3 * sizeof(float));
    Texels values(directions.size());
    if (values.empty())
        return values;
    const PnResult result =
        function(&sh, static_cast<std::uint32_t>(directions.size()), &directions.front().x, &values.front().x);
    if (result != PN_SUCCESS)
        throwResult(result, "cannot evaluate");
    return values;
}

// The pixels of a ball that faces the eye, their normals and how much of each pixel it covers.
struct Ball
{
    std::vector<glm::uvec2> pixels;
    Texels normals;
    std::vector<float> coverage;
};

Ball makeBall(std::uint32_t diameter, BallSide seen)
{
    Ball ball;
    const float side = seen == BallSide::AlongPlusZ ? 1.0f : -1.0f; // the other end is turned about y
    const float radius = 0.5f * static_cast<float>(diameter);
    for (std::uint32_t y = 0; y < diameter; ++y)
        for (std::uint32_t x = 0; x < diameter; ++x)
        {
            glm::vec2 p = (glm::vec2(x, y) + 0.5f - radius) / radius;
            const float distance = glm::length(p);
            const float coverage = std::clamp((1.0f - distance) * radius + 0.5f, 0.0f, 1.0f);
            if (coverage == 0.0f)
                continue;
            p /= std::max(distance, 1.0f);
            const float depth = std::sqrt(std::max(0.0f, 1.0f - glm::dot(p, p)));
            ball.pixels.emplace_back(x, y);
            ball.normals.push_back(glm::normalize(glm::vec3(side * p.x, -p.y, -side * depth)));
            ball.coverage.push_back(coverage);
        }
    return ball;
}

const Ball& ballOf(std::uint32_t diameter, BallSide side)
{
    static KeptShapes<std::pair<std::uint32_t, BallSide>, Ball> balls;
    return balls.find({diameter, side}, [&] { return makeBall(diameter, side); });
}

Pixel blend(Pixel under, Pixel over, float amount)
{
    if (amount == 1.0f) // most pixels; the same as below
        return over;
    Pixel out;
    for (int c = 0; c < 3; ++c)
        out[c] = static_cast<std::uint8_t>(std::lround(
            static_cast<float>(under[c]) + amount * (static_cast<float>(over[c]) - static_cast<float>(under[c]))));
    return out;
}

Texels makeDirections(std::uint32_t faceSize)
{
    Texels directions;
    directions.reserve(std::size_t{6} * faceSize * faceSize);
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < faceSize; ++y)
            for (std::uint32_t x = 0; x < faceSize; ++x)
                directions.push_back(glm::normalize(
                    image::cubeDirection(face, image::middleOf(x, faceSize), image::middleOf(y, faceSize))));
    return directions;
}

// Luminance times solid angle times direction, summed over each cell.
Texels lightOfCells(const Texels& radiance, std::uint32_t faceSize)
{
    constexpr std::uint32_t kCells = 32; // along the edge of a face
    const std::uint32_t cells = std::min(kCells, faceSize);
    const Texels& directions = cubeDirections(faceSize);
    const std::size_t faceTexels = std::size_t{faceSize} * faceSize;
    Texels light(std::size_t{6} * cells * cells, glm::vec3(0.0f));
    for (std::uint32_t y = 0; y < faceSize; ++y)
        for (std::uint32_t x = 0; x < faceSize; ++x)
        {
            const auto angle = static_cast<float>(image::texelSolidAngle(x, y, faceSize));
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

Texels irradianceAlong(const PnSh& sh, const Texels& directions)
{
    return evaluate(pnEvaluateIrradiance, sh, directions);
}

Texels radianceAlong(const PnSh& sh, const Texels& directions)
{
    return evaluate(pnEvaluateRadiance, sh, directions);
}

const Texels& cubeDirections(std::uint32_t faceSize)
{
    static KeptShapes<std::uint32_t, Texels> directions;
    return directions.find(faceSize, [&] { return makeDirections(faceSize); });
}

Texels cubeTexels(const image::Environment& cube)
{
    Texels texels(cube.texelCount());
    const std::byte* from = cube.image.texels.data();
    for (glm::vec3& texel : texels)
    {
        std::memcpy(&texel, from, sizeof(texel));
        from += 4 * sizeof(float);
    }
    return texels;
}

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

float exposureOf(const PnSh& sh, const Texels& radiance)
{
    constexpr float kY00 = 0.28209479f; // L00 Y00 is the average of E / pi
    return autoExposure(radiance, kY00 * luminance({sh.rgb[0][0], sh.rgb[0][1], sh.rgb[0][2]}));
}

void addDirections(const PnLights& lights, Texels& directions)
{
    for (const PnLight& light : std::span(lights.light).first(lights.count))
        directions.emplace_back(light.direction[0], light.direction[1], light.direction[2]);
}

void drawMarks(Canvas& canvas, std::uint32_t left, std::uint32_t top, std::uint32_t faceSize, const Texels& marks)
{
    const Texels& directions = cubeDirections(faceSize);
    const int n = static_cast<int>(faceSize), reach = std::max(3, n / 16);
    for (const glm::vec3& towards : marks)
    {
        const auto nearest =
            std::max_element(directions.begin(), directions.end(), [&](const glm::vec3& a, const glm::vec3& b) {
                return glm::dot(a, towards) < glm::dot(b, towards);
            });
        const int texel = static_cast<int>(nearest - directions.begin());
        const CrossCell cell = kCross[static_cast<std::size_t>(texel / (n * n))];
        const int x = static_cast<int>(cell.column) * n + texel % n, y = static_cast<int>(cell.row) * n + texel / n % n;
        const auto set = [&](int dx, int dy) {
            if (x + dx >= 0 && x + dx < 4 * n && y + dy >= 0 && y + dy < 3 * n)
                canvas.set(left + static_cast<std::uint32_t>(x + dx), top + static_cast<std::uint32_t>(y + dy), kMark);
        };
        for (int i = -reach; i <= reach; ++i)
            for (const int side : {-reach, reach})
            {
                set(i, side);
                set(side, i);
            }
    }
}

const Texels& ballNormals(std::uint32_t diameter, BallSide side)
{
    return ballOf(diameter, side).normals;
}

void drawBall(Canvas& canvas, std::uint32_t left, std::uint32_t top, std::uint32_t diameter, BallSide side,
              const Texels& light, float exposure)
{
    const Ball& ball = ballOf(diameter, side);
    const std::vector<Pixel> colors = toneMap(exposedBy(exposure, light));
    for (std::size_t i = 0; i < colors.size(); ++i)
        canvas.set(left + ball.pixels[i].x, top + ball.pixels[i].y,
                   blend(kPictureBackground, colors[i], ball.coverage[i]));
}

} // namespace pn::cli
