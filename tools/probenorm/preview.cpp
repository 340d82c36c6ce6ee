#include "preview.h"

#include "device.h"
#include "font.h"
#include "tone.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

namespace pn::cli {
namespace {

constexpr Pixel kBackground{24, 26, 31};
constexpr Pixel kInk{232, 234, 238};
constexpr Pixel kFaintInk{150, 155, 165};
constexpr std::uint32_t kMargin = 24;
constexpr std::uint32_t kHeader = 76;
constexpr std::uint32_t kLabel = 32; // above each panel
constexpr std::uint32_t kFooter = 40;
constexpr std::uint32_t kFaceCount = 6;

constexpr std::array<std::string_view, kFaceCount> kFaceNames = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};

// Column and row of each face in the horizontal cross, +X -X +Y -Y +Z -Z.
struct Cell
{
    std::uint32_t column;
    std::uint32_t row;
};
constexpr std::array<Cell, kFaceCount> kCross = {{{2, 1}, {0, 1}, {1, 0}, {1, 2}, {1, 1}, {3, 1}}};

// Direction = normal + u * right + v * down, u and v in -1..1: the sampling table of D3D, GL and Vulkan.
struct FaceFrame
{
    glm::vec3 normal;
    glm::vec3 right;
    glm::vec3 down;
};
const std::array<FaceFrame, kFaceCount> kFrames = {{
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
    {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},
    {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
    {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},
    {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
}};

// All texels, face after face.
using Texels = std::vector<glm::vec3>;

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

Texels cubeDirections(std::uint32_t faceSize)
{
    Texels directions;
    directions.reserve(std::size_t{kFaceCount} * faceSize * faceSize);
    for (const FaceFrame& frame : kFrames)
        for (std::uint32_t y = 0; y < faceSize; ++y)
            for (std::uint32_t x = 0; x < faceSize; ++x)
            {
                const float u = (2.0f * static_cast<float>(x) + 1.0f) / static_cast<float>(faceSize) - 1.0f;
                const float v = (2.0f * static_cast<float>(y) + 1.0f) / static_cast<float>(faceSize) - 1.0f;
                directions.push_back(glm::normalize(frame.normal + u * frame.right + v * frame.down));
            }
    return directions;
}

Texels cubeTexels(const image::Environment& cube)
{
    Texels texels(cube.texelCount());
    for (std::size_t i = 0; i < texels.size(); ++i)
        std::memcpy(&texels[i], cube.image.texels.data() + i * 4 * sizeof(float), sizeof(glm::vec3));
    return texels;
}

// Where panels lie: two by two, each as large as a cross.
class Layout
{
public:
    explicit Layout(std::uint32_t faceSize) : m_faceSize(faceSize) {}

    std::uint32_t faceSize() const { return m_faceSize; }
    std::uint32_t panelWidth() const { return 4 * m_faceSize; }
    std::uint32_t panelHeight() const { return 3 * m_faceSize; }
    std::uint32_t left(std::uint32_t column) const { return kMargin + column * (panelWidth() + kMargin); }
    std::uint32_t top(std::uint32_t row) const { return kHeader + kLabel + row * (panelHeight() + kLabel + kMargin); }
    std::uint32_t width() const { return left(2); }
    std::uint32_t height() const { return top(1) + panelHeight() + kFooter; }

private:
    std::uint32_t m_faceSize;
};

// Draws into one panel of the picture.
class Panel
{
public:
    Panel(Canvas& canvas, const Layout& layout, std::uint32_t column, std::uint32_t row, const std::string& label)
        : m_canvas(canvas), m_layout(layout), m_left(layout.left(column)), m_top(layout.top(row))
    {
        canvas.text(m_left, m_top - kLabel + 8, label, kInk);
    }

    // Colours each texel of the unfolded cube.
    template <typename Color>
    void cross(Color&& color)
    {
        const std::uint32_t n = m_layout.faceSize();
        for (std::uint32_t face = 0; face < kFaceCount; ++face)
            for (std::uint32_t y = 0; y < n; ++y)
                for (std::uint32_t x = 0; x < n; ++x)
                    m_canvas.set(m_left + kCross[face].column * n + x, m_top + kCross[face].row * n + y,
                                 color((std::size_t{face} * n + y) * n + x));
    }

    // Writes a face's name, small, into the corner of its square.
    void faceNames()
    {
        const std::uint32_t n = m_layout.faceSize();
        for (std::uint32_t face = 0; face < kFaceCount; ++face)
        {
            const std::uint32_t x = m_left + kCross[face].column * n;
            const std::uint32_t y = m_top + kCross[face].row * n;
            m_canvas.fill(x, y, textWidth("+X", 1) + 3, kGlyphHeight + 2, kBackground);
            m_canvas.text(x + 2, y + 2, kFaceNames[face], kInk, 1);
        }
    }

    void note(std::uint32_t x, std::uint32_t y, std::string_view text)
    {
        m_canvas.text(m_left + x, m_top + y, text, kFaintInk);
    }

    void set(std::uint32_t x, std::uint32_t y, Pixel pixel) { m_canvas.set(m_left + x, m_top + y, pixel); }

    std::uint32_t width() const { return m_layout.panelWidth(); }
    std::uint32_t height() const { return m_layout.panelHeight(); }

private:
    Canvas& m_canvas;
    const Layout& m_layout;
    std::uint32_t m_left;
    std::uint32_t m_top;
};

// The pixels of a ball that faces the eye, their normals and how much of each pixel it covers.
struct Ball
{
    std::vector<glm::uvec2> pixels;
    Texels normals;
    std::vector<float> coverage;
};

// side +1: seen by an eye that looks along +Z, x to its right; -1: from the other end, turned about y.
Ball makeBall(std::uint32_t diameter, float side)
{
    Ball ball;
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

Pixel blend(Pixel under, Pixel over, float amount)
{
    Pixel out;
    for (int c = 0; c < 3; ++c)
        out[c] = static_cast<std::uint8_t>(std::lround(
            static_cast<float>(under[c]) + amount * (static_cast<float>(over[c]) - static_cast<float>(under[c]))));
    return out;
}

void drawBall(Panel& panel, const PnSh& sh, float exposure, float side)
{
    const std::uint32_t diameter = panel.width() * 45 / 100;
    const std::uint32_t left = side > 0.0f ? 0 : panel.width() - diameter;
    const std::uint32_t top = (panel.height() - diameter) / 2;
    const Ball ball = makeBall(diameter, side);
    const Texels irradiance = evaluate(pnEvaluateIrradiance, sh, ball.normals);
    for (std::size_t i = 0; i < irradiance.size(); ++i)
        panel.set(left + ball.pixels[i].x, top + ball.pixels[i].y,
                  blend(kBackground, toneMap(exposure * irradiance[i]), ball.coverage[i]));
    const std::string_view label = side > 0.0f ? "looking along +Z" : "looking along -Z";
    panel.note(left + (diameter - std::min(diameter, textWidth(label))) / 2, top + diameter + 10, label);
}

// A strip of errorColor() with what its colours mean, under the cross' right half.
void drawErrorScale(Panel& panel)
{
    const std::uint32_t n = panel.width() / 4;
    const std::uint32_t width = 2 * n - 2 * kMargin;
    const std::uint32_t left = 2 * n + kMargin;
    const std::uint32_t top = panel.height() - n / 2;
    for (std::uint32_t x = 0; x < width; ++x)
    {
        const float t = 2.0f * (static_cast<float>(x) + 0.5f) / static_cast<float>(width) - 1.0f;
        const float error = std::copysign(kErrorKnee * std::fabs(t) / (1.0f - std::fabs(t)), t);
        for (std::uint32_t y = 0; y < 14; ++y)
            panel.set(left + x, top + y, errorColor(error));
    }
    panel.note(left, top + 22, "darker");
    panel.note(left + width - textWidth("brighter"), top + 22, "brighter");
}

// Mean magnitude of the luminance error over the mean luminance; texels of a cube's face count alike.
double relativeError(const Texels& radiance, const Texels& reconstruction)
{
    double errors = 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < radiance.size(); ++i)
    {
        errors += std::fabs(luminance(reconstruction[i] - radiance[i]));
        sum += luminance(radiance[i]);
    }
    return sum > 0.0 ? errors / sum : 0.0;
}

void drawHeader(Canvas& canvas, const PreviewInput& input, float exposure)
{
    canvas.text(kMargin, 18, input.title, kInk, 3);
    const std::string_view how = input.exposureStops ? "" : " (auto)";
    const std::string text = fmt::format("{}   exposure {:+.1f} EV{}", input.details, std::log2(exposure), how);
    canvas.text(kMargin, 46, text, kFaintInk);
}

float exposureOf(const PreviewInput& input, const Texels& radiance)
{
    if (input.exposureStops)
        return std::exp2(*input.exposureStops);
    const float y00 = 0.28209479f; // L00 Y00 is the average of E / pi
    return autoExposure(radiance, y00 * luminance({input.sh.rgb[0][0], input.sh.rgb[0][1], input.sh.rgb[0][2]}));
}

} // namespace

Canvas drawPreview(const PreviewInput& input)
{
    const Layout layout(input.cube.faceSize());
    const Texels radiance = cubeTexels(input.cube);
    const Texels reconstruction = evaluate(pnEvaluateRadiance, input.sh, cubeDirections(layout.faceSize()));
    const float exposure = exposureOf(input, radiance);

    Canvas canvas(layout.width(), layout.height(), kBackground);
    drawHeader(canvas, input, exposure);
    Panel cube(canvas, layout, 0, 0, "radiance");
    cube.cross([&](std::size_t i) { return toneMap(exposure * radiance[i]); });
    cube.faceNames();
    Panel(canvas, layout, 1, 0, "reconstruction from 9 coefficients").cross([&](std::size_t i) {
        return toneMap(exposure * reconstruction[i]);
    });
    Panel balls(canvas, layout, 0, 1, "irradiance / pi on a white ball");
    drawBall(balls, input.sh, exposure, 1.0f);
    drawBall(balls, input.sh, exposure, -1.0f);
    const std::string label =
        fmt::format("error of the reconstruction, mean {:.0f} %", 100.0 * relativeError(radiance, reconstruction));
    Panel error(canvas, layout, 1, 1, label);
    error.cross([&](std::size_t i) { return errorColor(exposure * luminance(reconstruction[i] - radiance[i])); });
    drawErrorScale(error);
    return canvas;
}

} // namespace pn::cli
