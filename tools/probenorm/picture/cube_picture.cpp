#include "picture/cube_picture.h"

#include "picture/tone.h"
#include "support/failure.h"

#include "image/texels/cube_face.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
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

struct FacePlace
{
    std::uint32_t face;
    float u, v;
};

FacePlace placeOf(const glm::vec3& d)
{
    const glm::vec3 size = glm::abs(d);
    if (size.x >= size.y && size.x >= size.z)
        return {d.x > 0 ? 0u : 1u, (d.x > 0 ? -d.z : d.z) / size.x, -d.y / size.x};
    if (size.y >= size.z)
        return {d.y > 0 ? 2u : 3u, d.x / size.y, (d.y > 0 ? d.z : -d.z) / size.y};
    return {d.z > 0 ? 4u : 5u, (d.z > 0 ? d.x : -d.x) / size.z, -d.y / size.z};
}

glm::vec3 texelAt(const Texels& cube, std::uint32_t faceSize, const FacePlace& place)
{
    const auto index = [&](float along) {
        const auto i = static_cast<std::uint32_t>(0.5f * (along + 1.0f) * static_cast<float>(faceSize));
        return std::min(i, faceSize - 1);
    };
    return cube[(std::size_t{place.face} * faceSize + index(place.v)) * faceSize + index(place.u)];
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

Texels cubeTexels(const image::Image& cube)
{
    Texels texels(std::size_t{cube.width} * cube.height);
    const std::byte* from = cube.texels.data();
    for (glm::vec3& texel : texels)
    {
        std::memcpy(&texel, from, sizeof(texel));
        from += 4 * sizeof(float);
    }
    return texels;
}

Texels interpolatedAlong(const Texels& cube, std::uint32_t faceSize, const Texels& directions)
{
    const auto size = static_cast<float>(faceSize);
    Texels found;
    found.reserve(directions.size());
    for (const glm::vec3& direction : directions)
    {
        const FacePlace place = placeOf(direction);
        const float x = 0.5f * (place.u + 1.0f) * size - 0.5f, y = 0.5f * (place.v + 1.0f) * size - 0.5f;
        const float left = std::floor(x), above = std::floor(y);
        const bool isInside = left >= 0.0f && above >= 0.0f && left + 1.0f < size && above + 1.0f < size;
        const glm::vec3* face = &cube[std::size_t{place.face} * faceSize * faceSize];
        const auto texel = [&](float i, float j) {
            if (isInside) // most are, and need no other face
                return face[static_cast<std::size_t>(j) * faceSize + static_cast<std::size_t>(i)];
            const float u = (2.0f * i + 1.0f) / size - 1.0f, v = (2.0f * j + 1.0f) / size - 1.0f;
            return texelAt(cube, faceSize, placeOf(image::cubeDirection(place.face, u, v)));
        };
        found.push_back(glm::mix(glm::mix(texel(left, above), texel(left + 1.0f, above), x - left),
                                 glm::mix(texel(left, above + 1.0f), texel(left + 1.0f, above + 1.0f), x - left),
                                 y - above));
    }
    return found;
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
