#include "image/resample/spread_light.h"

#include "image/files/cancel.h"
#include "image/resample/sphere_of_texels.h"
#include "image/texels/convert.h"
#include "image/texels/texel.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

namespace pn::image {

namespace {

// A texel that light may go to, and the bright one that it is nearest to.
struct Reached
{
    double chord; // the square of the distance between both on the unit sphere
    std::size_t texel;
    std::size_t from;

    auto operator<=>(const Reached&) const = default;
};

constexpr std::size_t kTexelsBetweenChecks = 4096;

double lightOf(const DRgb& flux)
{
    return std::max(flux.r, 0.0) + std::max(flux.g, 0.0) + std::max(flux.b, 0.0);
}

class LightSpreader
{
public:
    LightSpreader(Image& image, Sphere sphere, const LightRange& range, double mostSpread)
        : m_image(image), m_sphere(sphere, image.width, image.height), m_range(range),
          m_most(range.most.r, range.most.g, range.most.b), m_mostChord(std::pow(2 * std::sin(mostSpread / 2), 2))
    {
    }

    BrightLight run(const std::vector<std::size_t>& bright)
    {
        m_groupOf.assign(std::size_t{m_image.width} * m_image.height, 0);
        for (const std::size_t texel : bright)
            if (isBright(texel))
                spread(texel);
        return m_result;
    }

private:
    bool isBright(std::size_t texel) const { return !m_range.holds(at(texel)); }

    Rgb at(std::size_t texel) const
    {
        Rgb rgb;
        decodeCleanTexels(m_image, std::uint32_t(texel % m_image.width), std::uint32_t(texel / m_image.width), 1, &rgb);
        return rgb;
    }

    void set(std::size_t texel, const DRgb& value)
    {
        const std::array<float, 3> rgb = {float(value.r), float(value.g), float(value.b)};
        std::memcpy(m_image.texels.data() + texel * texelBytes(m_image.format), rgb.data(), sizeof(rgb));
    }

    bool isHeld(const DRgb& mean) const { return mean.r <= m_most.r && mean.g <= m_most.g && mean.b <= m_most.b; }

    // The next texel, by distance; one without a place where there is none up to the distance.
    const Reached* next(double mostChord)
    {
        while (!m_queue.empty() && m_queue.top().chord <= mostChord)
        {
            m_last = m_queue.top();
            m_queue.pop();
            if (m_groupOf[m_last.texel] == m_group)
                continue;
            m_groupOf[m_last.texel] = m_group;
            for (const std::size_t other : m_sphere.neighbours(m_last.texel))
                reach(other, m_last.from);
            return &m_last;
        }
        return nullptr;
    }

    void reach(std::size_t texel, std::size_t from)
    {
        if (m_groupOf[texel] == m_group)
            return;
        if (isBright(texel)) // it belongs to the group
            return m_queue.push({0.0, texel, texel});
        const glm::dvec3 between = m_sphere.direction(texel) - m_sphere.direction(from);
        m_queue.push({glm::dot(between, between), texel, from});
    }

    // Texels and what they have together.
    struct Group
    {
        std::vector<std::size_t> texels;
        DRgb flux = DRgb(0.0);
        double solidAngle = 0.0;
        std::uint64_t bright = 0;

        DRgb mean() const { return flux / solidAngle; }
    };

    // A bright texel, all bright ones that touch the group, and the nearest others until the range holds their mean.
    Group gather(std::size_t seed)
    {
        m_queue = {};
        ++m_group;
        m_queue.push({0.0, seed, seed});
        Group group;
        const auto hasBright = [this] { return !m_queue.empty() && m_queue.top().chord == 0.0; };
        while (group.texels.empty() || hasBright() || !isHeld(group.mean()))
        {
            if (group.texels.size() % kTexelsBetweenChecks == 0)
                throwIfCancelled();
            const Reached* const reached = next(m_mostChord);
            if (reached == nullptr)
                break;
            const double solidAngle = m_sphere.solidAngle(reached->texel);
            group.texels.push_back(reached->texel);
            group.bright += isBright(reached->texel) ? 1 : 0;
            group.flux += at(reached->texel) * solidAngle;
            group.solidAngle += solidAngle;
            m_result.moved = std::max(m_result.moved, 2 * std::asin(std::sqrt(reached->chord) / 2));
        }
        return group;
    }

    void spread(std::size_t seed)
    {
        const Group group = gather(seed);
        const DRgb mean = group.mean(), held = glm::min(mean, m_most);
        if (held != mean)
        {
            m_result.missing += group.bright;
            m_result.lost += lightOf(mean * group.solidAngle) - lightOf(held * group.solidAngle);
        }
        fill(group.texels, held, group.solidAngle);
    }

    void fill(const std::vector<std::size_t>& texels, const DRgb& held, double solidAngle)
    {
        DRgb value = held;
        if (m_range.roundDown != nullptr)
        {
            const Rgb down = m_range.roundDown({float(held.r), float(held.g), float(held.b)});
            value = {down.r, down.g, down.b};
        }
        for (const std::size_t texel : texels)
            set(texel, value);
        if (value != held)
            addBeside(texels.size(), (held - value) * solidAngle);
    }

    // Light that is far less than that of so many texels, to the next ones that have room.
    void addBeside(std::size_t count, const DRgb& flux)
    {
        std::vector<std::size_t> texels;
        double solidAngle = 0.0;
        while (texels.size() < std::max<std::size_t>(8, count / 8))
        {
            const Reached* const reached = next(4.0);
            if (reached == nullptr)
                break;
            const Rgb rgb = at(reached->texel);
            if (std::max({rgb.r, rgb.g, rgb.b}) > m_range.least() / 2)
                continue;
            texels.push_back(reached->texel);
            solidAngle += m_sphere.solidAngle(reached->texel);
        }
        for (const std::size_t texel : texels)
            set(texel, at(texel) * 1.0 + flux / solidAngle);
    }

    Image& m_image;
    SphereOfTexels m_sphere;
    const LightRange& m_range;
    DRgb m_most;
    double m_mostChord;
    std::vector<std::uint32_t> m_groupOf; // the group that took each texel last
    std::uint32_t m_group = 0;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> m_queue;
    Reached m_last{};
    BrightLight m_result;
};

// The texels that the range does not hold.
std::vector<std::size_t> findBright(const Image& image, const LightRange& range)
{
    std::vector<std::size_t> found;
    std::vector<Rgb> row(image.width);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        decodeCleanTexels(image, 0, y, image.width, row.data());
        for (std::uint32_t x = 0; x < image.width; ++x)
            if (!range.holds(row[x]))
                found.push_back(std::size_t{y} * image.width + x);
    }
    return found;
}

struct Light
{
    double all = 0.0;
    double cut = 0.0; // where each texel is cut by itself
};

Light measureLight(const Image& image, Sphere sphere, const LightRange& range)
{
    Light light;
    const SphereOfTexels texels(sphere, image.width, image.height);
    const DRgb most(range.most.r, range.most.g, range.most.b);
    std::vector<Rgb> row(image.width);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        decodeCleanTexels(image, 0, y, image.width, row.data());
        for (std::uint32_t x = 0; x < image.width; ++x)
        {
            const double solidAngle = texels.solidAngle(std::size_t{y} * image.width + x);
            const DRgb value = row[x] * solidAngle;
            light.all += lightOf(value);
            light.cut += lightOf(value) - lightOf(glm::min(value, most * solidAngle));
        }
    }
    return light;
}

} // namespace

BrightLight spreadLight(Image& image, Sphere sphere, const LightRange& range, double mostSpread)
{
    if (range.least() == std::numeric_limits<float>::max())
        return {};
    const std::vector<std::size_t> bright = findBright(image, range);
    if (bright.empty())
        return {};
    const Light light = measureLight(image, sphere, range);
    BrightLight result;
    if (mostSpread > 0.0)
    {
        if (image.format != PN_FORMAT_RGBA32F)
            image = toFloat(image);
        result = LightSpreader(image, sphere, range, mostSpread).run(bright);
    }
    else
    {
        result.missing = bright.size();
        result.lost = light.cut;
    }
    result.texels = std::uint64_t{image.width} * image.height;
    result.bright = bright.size();
    result.lost /= light.all;
    return result;
}

} // namespace pn::image
