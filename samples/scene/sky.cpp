#include "sky.h"

#include <ImfArray.h>
#include <ImfRgbaFile.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace scene {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

// Rec. 709.
double luminanceOf(vec3 rgb)
{
    return 0.2126 * static_cast<double>(rgb.x) + 0.7152 * static_cast<double>(rgb.y) +
           0.0722 * static_cast<double>(rgb.z);
}

float sineOfRow(std::size_t row, std::size_t height)
{
    return std::sin(kPi * (static_cast<float>(row) + 0.5f) / static_cast<float>(height));
}

float sound(float value)
{
    return std::isfinite(value) && value > 0.0f ? value : 0.0f;
}

} // namespace

Sky::Sky(SkyMap map, float turn) : m_map(std::move(map)), m_turn(turn)
{
    for (std::size_t i = 0; i < m_map.texels.size(); ++i)
    {
        const double sine = static_cast<double>(sineOfRow(i / m_map.width, m_map.height));
        m_total += sine * luminanceOf(m_map.texels[i]);
        m_sums.push_back(m_total);
    }
}

std::size_t Sky::texelAlong(vec3 direction) const
{
    const float longitude = std::atan2(direction.x, -direction.z) - m_turn;
    const float across = longitude / (2.0f * kPi) + 0.5f, around = across - std::floor(across);
    const float down = std::acos(std::clamp(direction.y, -1.0f, 1.0f)) / kPi;
    const auto column = static_cast<std::size_t>(around * static_cast<float>(m_map.width));
    const auto row = static_cast<std::size_t>(down * static_cast<float>(m_map.height));
    return std::min(row, m_map.height - 1) * m_map.width + std::min(column, m_map.width - 1);
}

vec3 Sky::radiance(vec3 direction) const
{
    return m_map.texels.empty() ? m_constant : m_map.texels[texelAlong(direction)];
}

// The texel's share, spread evenly over its height and width in angles.
float Sky::texelPdf(std::size_t texel, float sine) const
{
    const double rowSine = static_cast<double>(sineOfRow(texel / m_map.width, m_map.height));
    const double share = rowSine * luminanceOf(m_map.texels[texel]) / m_total;
    const auto count = static_cast<double>(m_map.texels.size());
    return static_cast<float>(share * count / (2.0 * std::numbers::pi * std::numbers::pi)) / std::max(sine, 1e-6f);
}

SkySample Sky::sample(float u, float v) const
{
    const double target = static_cast<double>(u) * m_total;
    const auto found = std::upper_bound(m_sums.begin(), m_sums.end(), target);
    const auto texel = std::min(static_cast<std::size_t>(found - m_sums.begin()), m_sums.size() - 1);
    const double before = texel == 0 ? 0.0 : m_sums[texel - 1], own = m_sums[texel] - before;
    const float rest = own > 0.0 ? static_cast<float>((target - before) / own) : 0.5f;
    const float row = static_cast<float>(texel / m_map.width) + v;
    const float column = static_cast<float>(texel % m_map.width) + std::clamp(rest, 0.0f, 1.0f);
    const float down = kPi * row / static_cast<float>(m_map.height), sine = std::sin(down);
    const float longitude = 2.0f * kPi * (column / static_cast<float>(m_map.width) - 0.5f) + m_turn;
    const vec3 direction(sine * std::sin(longitude), std::cos(down), -sine * std::cos(longitude));
    return {direction, texelPdf(texel, sine)};
}

float Sky::pdf(vec3 direction) const
{
    const float sine =
        std::sqrt(direction.x * direction.x + direction.z * direction.z); // 1 - y^2 is rounding near poles
    return isSampled() ? texelPdf(texelAlong(direction), sine) : 0.0f;
}

SkyMap readSkyMap(const std::filesystem::path& path, float scale)
{
    Imf::RgbaInputFile file(path.c_str());
    const Imath::Box2i window = file.dataWindow();
    SkyMap map;
    map.width = static_cast<std::size_t>(window.max.x - window.min.x + 1);
    map.height = static_cast<std::size_t>(window.max.y - window.min.y + 1);
    std::vector<Imf::Rgba> texels(map.width * map.height);
    const auto first =
        window.min.x + static_cast<std::ptrdiff_t>(window.min.y) * static_cast<std::ptrdiff_t>(map.width);
    file.setFrameBuffer(texels.data() - first, 1, map.width);
    file.readPixels(window.min.y, window.max.y);
    for (const Imf::Rgba& texel : texels)
        map.texels.push_back(scale * vec3(sound(texel.r), sound(texel.g), sound(texel.b)));
    return map;
}

} // namespace scene
