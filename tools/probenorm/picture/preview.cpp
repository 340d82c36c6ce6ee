#include "picture/preview.h"

#include "picture/cube_picture.h"
#include "picture/font.h"
#include "picture/irradiance.h"
#include "picture/metal_balls.h"
#include "picture/tone.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pn::cli {
namespace {

constexpr Pixel kInk{232, 234, 238};
constexpr Pixel kFaintInk{150, 155, 165};
constexpr std::uint32_t kIrradianceSize = 64; // of a face on which the integral is found

// A colour half way to its end stands for this much of the average.
constexpr float kRadianceKnee = 1.0f;
constexpr float kIrradianceKnee = 0.05f;

constexpr std::array<std::string_view, kCross.size()> kFaceNames = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};

// The positions of the panels: three by two, each as large as a cross. Text and margins grow with the faces.
class Layout
{
public:
    Layout(std::uint32_t faceSize, bool hasMips)
        : m_faceSize(faceSize), m_scale(std::max(1u, faceSize / 64)), m_hasMips(hasMips)
    {
    }

    std::uint32_t faceSize() const { return m_faceSize; }
    std::uint32_t scale() const { return m_scale; } // of text
    std::uint32_t margin() const { return 12 * m_scale; }
    std::uint32_t label() const { return 16 * m_scale; } // above each panel
    std::uint32_t panelWidth() const { return 4 * m_faceSize; }
    std::uint32_t panelHeight() const { return 3 * m_faceSize; }
    std::uint32_t left(std::uint32_t column) const { return margin() + column * (panelWidth() + margin()); }
    std::uint32_t top(std::uint32_t row) const
    {
        const std::uint32_t header = 38 * m_scale;
        return header + label() + row * (panelHeight() + label() + margin());
    }
    std::uint32_t width() const { return left(3); }
    std::uint32_t metalDiameter() const { return m_faceSize * 3 / 4; }
    std::uint32_t metalTop(std::uint32_t row) const
    {
        return top(1) + panelHeight() + (row + 1) * (label() + margin()) + row * metalDiameter();
    }
    std::uint32_t height() const { return m_hasMips ? metalTop(2) : top(1) + panelHeight() + 20 * m_scale; }

private:
    std::uint32_t m_faceSize;
    std::uint32_t m_scale;
    bool m_hasMips;
};

// Draws into one panel of the picture.
class Panel
{
public:
    Panel(Canvas& canvas, const Layout& layout, std::uint32_t column, std::uint32_t row, const std::string& label)
        : m_canvas(canvas), m_layout(layout), m_left(layout.left(column)), m_top(layout.top(row))
    {
        canvas.text(m_left, m_top - layout.label() + 4 * layout.scale(), label, kInk, layout.scale());
    }

    void cross(std::span<const Pixel> colors) { drawCross(m_canvas, m_left, m_top, m_layout.faceSize(), colors); }

    // Writes a face's name, small, into the corner of its square.
    void faceNames()
    {
        const std::uint32_t n = m_layout.faceSize();
        for (std::size_t face = 0; face < kCross.size(); ++face)
        {
            const std::uint32_t x = m_left + kCross[face].column * n;
            const std::uint32_t y = m_top + kCross[face].row * n;
            const std::uint32_t scale = std::max(1u, m_layout.scale() / 2);
            m_canvas.fill(x, y, textWidth("+X", scale) + 3 * scale, (kGlyphHeight + 2) * scale, kPictureBackground);
            m_canvas.text(x + 2 * scale, y + 2 * scale, kFaceNames[face], kInk, scale);
        }
    }

    void marks(const Texels& marks) { drawMarks(m_canvas, m_left, m_top, m_layout.faceSize(), marks); }

    void note(std::uint32_t x, std::uint32_t y, std::string_view text)
    {
        m_canvas.text(m_left + x, m_top + y, text, kFaintInk, m_layout.scale());
    }

    // A ball at the left edge for one side, at the right edge for the other. irradiance: on a cube of this size.
    void ball(BallSide side, const Texels& irradiance, std::uint32_t size, float exposure)
    {
        const std::uint32_t diameter = width() * 45 / 100;
        const bool isFirst = side == BallSide::AlongPlusZ;
        const std::uint32_t left = isFirst ? 0 : width() - diameter;
        const std::uint32_t top = (height() - diameter) / 2;
        drawBall(m_canvas, m_left + left, m_top + top, diameter, side,
                 interpolatedAlong(irradiance, size, ballNormals(diameter, side)), exposure);
        const std::string_view label = isFirst ? "looking along +Z" : "looking along -Z";
        note(left + (diameter - std::min(diameter, textWidth(label, scale()))) / 2, top + diameter + 5 * scale(),
             label);
    }

    void set(std::uint32_t x, std::uint32_t y, Pixel pixel) { m_canvas.set(m_left + x, m_top + y, pixel); }

    std::uint32_t scale() const { return m_layout.scale(); }
    std::uint32_t width() const { return m_layout.panelWidth(); }
    std::uint32_t height() const { return m_layout.panelHeight(); }

private:
    Canvas& m_canvas;
    const Layout& m_layout;
    std::uint32_t m_left;
    std::uint32_t m_top;
};

void drawLight(Panel& panel, float exposure, const Texels& light)
{
    panel.cross(toneMap(exposedBy(exposure, light)));
}

// Under the cross' right half: the colours of errors, and three of them in numbers.
void drawErrorScale(Panel& panel, float knee)
{
    const std::uint32_t n = panel.width() / 4;
    const std::uint32_t margin = 12 * panel.scale();
    const std::uint32_t width = 2 * n - 2 * margin;
    const std::uint32_t left = 2 * n + margin;
    const std::uint32_t top = panel.height() - n / 2;
    for (std::uint32_t x = 0; x < width; ++x)
    {
        const float t = 2.0f * (static_cast<float>(x) + 0.5f) / static_cast<float>(width) - 1.0f;
        const float error = std::copysign(kErrorKnee * std::fabs(t) / (1.0f - std::fabs(t)), t);
        for (std::uint32_t y = 0; y < 7 * panel.scale(); ++y)
            panel.set(left + x, top + y, errorColor(error));
    }
    const std::array<std::string, 3> marks = {fmt::format("-{:.0f} %", 100.0f * knee), "0",
                                              fmt::format("+{:.0f} %", 100.0f * knee)};
    for (std::uint32_t i = 0; i < marks.size(); ++i)
    {
        const std::uint32_t middle = left + (i + 1) * width / 4;
        panel.note(middle - textWidth(marks[i], panel.scale()) / 2, top + 11 * panel.scale(), marks[i]);
    }
}

// Signed errors of luminance over the average of what is right; texels of a cube's face count alike.
struct Errors
{
    std::vector<float> values;
    double mean = 0.0; // of magnitudes
    double most = 0.0;
};

Errors errorsOf(const std::vector<float>& right, const Texels& found)
{
    Errors errors;
    double sum = 0.0;
    for (const float value : right)
        sum += std::fabs(value);
    const double average = sum / static_cast<double>(right.size());
    for (std::size_t i = 0; i < right.size(); ++i)
    {
        const double error = average > 0.0 ? (luminance(found[i]) - right[i]) / average : 0.0;
        errors.values.push_back(static_cast<float>(error));
        errors.mean += std::fabs(error) / static_cast<double>(right.size());
        errors.most = std::max(errors.most, std::fabs(error));
    }
    return errors;
}

// Errors on a cube of any size, in the panel's own.
void drawErrors(Panel panel, const Layout& layout, const Errors& errors, std::uint32_t size, float knee)
{
    const std::size_t n = layout.faceSize();
    std::vector<Pixel> colors(kCross.size() * n * n);
    for (std::size_t i = 0; i < colors.size(); ++i)
    {
        const std::size_t face = i / (n * n), y = i / n % n, x = i % n;
        const float error = errors.values[(face * size + y * size / n) * size + x * size / n];
        colors[i] = errorColor(kErrorKnee * error / knee);
    }
    panel.cross(colors);
    drawErrorScale(panel, knee);
}

// Text that fits between the margins.
std::string cutTo(const Layout& layout, const std::string& text, std::uint32_t scale)
{
    const std::size_t most = (layout.width() - 2 * layout.margin()) / textWidth("x", scale);
    return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

void drawHeader(Canvas& canvas, const Layout& layout, const PreviewInput& input, float exposure)
{
    const std::uint32_t large = layout.scale() + (layout.scale() + 1) / 2;
    canvas.text(layout.margin(), 4 * layout.scale(), cutTo(layout, input.title, large), kInk, large);
    const std::string_view how = input.exposureStops ? "" : " (auto)";
    const std::string text = fmt::format("{}   exposure {:+.1f} EV{}", input.details, std::log2(exposure), how);
    canvas.text(layout.margin(), 24 * layout.scale(), cutTo(layout, text, layout.scale()), kFaintInk, layout.scale());
}

void drawRadiance(Canvas& canvas, const Layout& layout, const PreviewInput& input, const Texels& radiance,
                  float exposure)
{
    const Texels kept = radianceAlong(input.sh, cubeDirections(layout.faceSize()));
    Panel cube(canvas, layout, 0, 0, "radiance");
    drawLight(cube, exposure, radiance);
    cube.faceNames();
    cube.marks(input.marks);
    Panel reconstruction(canvas, layout, 1, 0, "what 9 coefficients keep of it");
    drawLight(reconstruction, exposure, kept);
    const Errors errors = errorsOf(luminances(radiance), kept);
    const std::string label = fmt::format("error of radiance: mean {:.0f} %", 100.0 * errors.mean);
    drawErrors(Panel(canvas, layout, 2, 0, label), layout, errors, layout.faceSize(), kRadianceKnee);
}

void drawIrradiance(Canvas& canvas, const Layout& layout, const PreviewInput& input, const Texels& radiance,
                    float exposure)
{
    const std::uint32_t size = std::min(kIrradianceSize, layout.faceSize());
    const Texels& directions = cubeDirections(size);
    const Texels right = trueIrradianceOfCube(radiance, layout.faceSize(), size);
    Panel balls(canvas, layout, 0, 1, "irradiance / pi by the integral");
    balls.ball(BallSide::AlongPlusZ, right, size, exposure);
    balls.ball(BallSide::AlongMinusZ, right, size, exposure);
    const Texels irradiance = irradianceAlong(input.sh, cubeDirections(layout.faceSize()));
    Panel smooth(canvas, layout, 1, 1, "irradiance / pi by 9 coefficients");
    drawLight(smooth, exposure, irradiance);
    const Errors errors = errorsOf(luminances(right), irradianceAlong(input.sh, directions));
    const std::string label =
        fmt::format("error of irradiance: mean {:.1f} %, most {:.0f} %", 100.0 * errors.mean, 100.0 * errors.most);
    drawErrors(Panel(canvas, layout, 2, 1, label), layout, errors, size, kIrradianceKnee);
}

// From the left margin on, as far apart as the width allows.
void drawMetal(Canvas& canvas, const Layout& layout, const PreviewInput& input, const Texels& radiance, float exposure)
{
    const std::uint32_t diameter = layout.metalDiameter(), between = layout.margin() + diameter;
    const BallSide side = BallSide::AlongPlusZ;
    const Texels directions = mirrored(side, ballNormals(diameter, side));
    const std::array<std::string, 2> labels = {"metal balls by prefiltered mips, looking along +Z",
                                               "the same by the integral, and their roughness"};
    for (std::uint32_t row = 0; row < labels.size(); ++row)
        canvas.text(layout.margin(), layout.metalTop(row) - layout.label() + 4 * layout.scale(), labels[row], kInk,
                    layout.scale());
    for (std::uint32_t i = 0; i < input.mips.size(); ++i)
    {
        const std::uint32_t left = layout.margin() + i * between;
        const float roughness = input.roughness[i];
        const Texels byMip = interpolatedAlong(cubeTexels(input.mips[i]), input.mips[i].width, directions);
        drawBall(canvas, left, layout.metalTop(0), diameter, side, byMip, exposure);
        const bool isMirror = roughness == 0.0f; // which no sum over texels has
        drawBall(canvas, left, layout.metalTop(1), diameter, side,
                 isMirror ? byMip : ggxAlong(radiance, layout.faceSize(), roughness, directions), exposure);
        canvas.text(left, layout.metalTop(1) + diameter + 5 * layout.scale(), fmt::format("{:.2f}", roughness),
                    kFaintInk, layout.scale());
    }
}

} // namespace

Canvas drawPreview(const PreviewInput& input)
{
    const Layout layout(input.cube.faceSize(), !input.mips.empty());
    const Texels radiance = cubeTexels(input.cube.image);
    const float exposure = input.exposureStops ? std::exp2(*input.exposureStops) : exposureOf(input.sh, radiance);
    Canvas canvas(layout.width(), layout.height(), kPictureBackground);
    drawHeader(canvas, layout, input, exposure);
    drawRadiance(canvas, layout, input, radiance, exposure);
    drawIrradiance(canvas, layout, input, radiance, exposure);
    if (!input.mips.empty())
        drawMetal(canvas, layout, input, radiance, exposure);
    return canvas;
}

} // namespace pn::cli
