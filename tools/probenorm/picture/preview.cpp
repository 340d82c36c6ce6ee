#include "picture/preview.h"

#include "picture/cube_picture.h"
#include "picture/font.h"
#include "picture/tone.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pn::cli {
namespace {

constexpr Pixel kInk{232, 234, 238};
constexpr Pixel kFaintInk{150, 155, 165};
constexpr std::uint32_t kMargin = 24;
constexpr std::uint32_t kHeader = 76;
constexpr std::uint32_t kLabel = 32; // above each panel
constexpr std::uint32_t kFooter = 40;

constexpr std::array<std::string_view, kCross.size()> kFaceNames = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};

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
        drawCross(m_canvas, m_left, m_top, m_layout.faceSize(), color);
    }

    // Writes a face's name, small, into the corner of its square.
    void faceNames()
    {
        const std::uint32_t n = m_layout.faceSize();
        for (std::size_t face = 0; face < kCross.size(); ++face)
        {
            const std::uint32_t x = m_left + kCross[face].column * n;
            const std::uint32_t y = m_top + kCross[face].row * n;
            m_canvas.fill(x, y, textWidth("+X", 1) + 3, kGlyphHeight + 2, kPictureBackground);
            m_canvas.text(x + 2, y + 2, kFaceNames[face], kInk, 1);
        }
    }

    void note(std::uint32_t x, std::uint32_t y, std::string_view text)
    {
        m_canvas.text(m_left + x, m_top + y, text, kFaintInk);
    }

    void ball(std::uint32_t x, std::uint32_t y, std::uint32_t diameter, BallSide side, const PnSh& sh, float exposure)
    {
        cli::drawBall(m_canvas, m_left + x, m_top + y, diameter, side, sh, exposure);
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

// A ball at the left edge for one side, at the right edge for the other.
void drawBall(Panel& panel, BallSide side, const PnSh& sh, float exposure)
{
    const std::uint32_t diameter = panel.width() * 45 / 100;
    const bool isFirst = side == BallSide::AlongPlusZ;
    const std::uint32_t left = isFirst ? 0 : panel.width() - diameter;
    const std::uint32_t top = (panel.height() - diameter) / 2;
    panel.ball(left, top, diameter, side, sh, exposure);
    const std::string_view label = isFirst ? "looking along +Z" : "looking along -Z";
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

} // namespace

Canvas drawPreview(const PreviewInput& input)
{
    const Layout layout(input.cube.faceSize());
    const Texels radiance = cubeTexels(input.cube);
    const Texels reconstruction = radianceAlong(input.sh, cubeDirections(layout.faceSize()));
    const float exposure = input.exposureStops ? std::exp2(*input.exposureStops) : exposureOf(input.sh, radiance);

    Canvas canvas(layout.width(), layout.height(), kPictureBackground);
    drawHeader(canvas, input, exposure);
    Panel cube(canvas, layout, 0, 0, "radiance");
    cube.cross([&](std::size_t i) { return toneMap(exposure * radiance[i]); });
    cube.faceNames();
    Panel(canvas, layout, 1, 0, "reconstruction from 9 coefficients").cross([&](std::size_t i) {
        return toneMap(exposure * reconstruction[i]);
    });
    Panel balls(canvas, layout, 0, 1, "irradiance / pi on a white ball");
    drawBall(balls, BallSide::AlongPlusZ, input.sh, exposure);
    drawBall(balls, BallSide::AlongMinusZ, input.sh, exposure);
    const std::string label =
        fmt::format("error of the reconstruction, mean {:.0f} %", 100.0 * relativeError(radiance, reconstruction));
    Panel error(canvas, layout, 1, 1, label);
    error.cross([&](std::size_t i) { return errorColor(exposure * luminance(reconstruction[i] - radiance[i])); });
    drawErrorScale(error);
    return canvas;
}

} // namespace pn::cli
