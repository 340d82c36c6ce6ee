#include "bake/probe_picture.h"

#include "picture/cube_picture.h"
#include "picture/irradiance.h"
#include "picture/tone.h"
#include "support/failure.h"

#include "image/formats/png_jpeg.h"

#include "probenorm/probenorm.hpp"

#include <algorithm>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::uint32_t kPanels = 4;

// The first pixel of a panel. A panel is four faces wide, and the gap between two panels is half a face.
std::uint32_t leftOf(std::uint32_t panel, std::uint32_t faceSize)
{
    return panel * (4 * faceSize + faceSize / 2);
}

// The texel of faces of half the size that covers a texel of the picture. A factor is smooth: it follows nine
// coefficients.
std::size_t factorTexel(std::size_t texel, std::uint32_t faceSize)
{
    const std::size_t x = texel % faceSize, row = texel / faceSize; // rows of all faces
    return row / 2 * (faceSize / 2) + x / 2;
}

// The probe's own average light, from everywhere alike.
PnSh averageLight(const PnSh& sh)
{
    PnSh even{};
    even.bands = 1;
    std::copy(sh.rgb[0], sh.rgb[0] + 3, even.rgb[0]);
    return even;
}

Texels factorAlong(const PnSh& sh, const PnNormalization& normalization, const Texels& directions)
{
    const PnSh local = averageLight(sh);
    Texels factors(directions.size());
    auto surfaces = probenorm::sized<PnSurfaces>();
    surfaces.count = static_cast<std::uint32_t>(directions.size());
    surfaces.reflections = surfaces.normals = surfaces.lookups = &directions.front().x;
    surfaces.probe = &sh;
    surfaces.local = &local;
    surfaces.isFactor = 1;
    const PnResult result = pnEvaluateReflection(&normalization, &surfaces, &factors.front().x);
    if (result != PN_SUCCESS)
        throwResult(result, "cannot evaluate the factor");
    return factors;
}

// 0 for 1; as far above for twice as below for half.
Pixel factorColor(glm::vec3 factor)
{
    const float mean = std::max((factor.r + factor.g + factor.b) / 3.0f, 1e-6f);
    return errorColor(mean >= 1.0f ? mean - 1.0f : 1.0f - 1.0f / mean);
}

// In the light of the cube itself: coefficients would show a lobe behind each sun. Irradiance is smooth, so that a few
// texels of it do for a ball of any size.
void drawBalls(Canvas& canvas, const Texels& radiance, std::uint32_t faceSize, float exposure)
{
    constexpr std::uint32_t kSize = 24;
    const Texels irradiance = trueIrradianceOfCube(radiance, faceSize, kSize, kQuickIrradiance);
    const std::uint32_t diameter = 2 * faceSize - faceSize / 8, top = (canvas.height() - diameter) / 2;
    const std::uint32_t left = leftOf(1, faceSize), right = left + 4 * faceSize - diameter;
    for (const auto& [side, x] : {std::pair(BallSide::AlongPlusZ, left), std::pair(BallSide::AlongMinusZ, right)})
        drawBall(canvas, x, top, diameter, side, interpolatedAlong(irradiance, kSize, ballNormals(diameter, side)),
                 exposure);
}

} // namespace

std::vector<std::byte> drawProbe(const image::Environment& cube, const PnSh& sh, const PnNormalization& normalization,
                                 const std::vector<glm::vec3>& marks)
{
    Texels radiance = cubeTexels(cube.image);
    const std::uint32_t faceSize = cube.image.width;
    const Texels factors = factorAlong(sh, normalization, cubeDirections(faceSize / 2));
    const float exposure = exposureOf(sh, radiance);
    Canvas canvas(leftOf(kPanels, faceSize) - faceSize / 2, 3 * faceSize, kPictureBackground);
    drawBalls(canvas, radiance, faceSize, exposure);
    Texels exposed = exposedBy(exposure, std::move(radiance));
    drawCross(canvas, 0, 0, faceSize, toneMap(exposed));
    drawMarks(canvas, 0, 0, faceSize, marks);
    std::vector<Pixel> factorColors(factors.size()), factorPixels(exposed.size());
    std::transform(factors.begin(), factors.end(), factorColors.begin(), factorColor);
    for (std::size_t i = 0; i < exposed.size(); ++i)
    {
        factorPixels[i] = factorColors[factorTexel(i, faceSize)];
        exposed[i] *= factors[factorTexel(i, faceSize)];
    }
    drawCross(canvas, leftOf(2, faceSize), 0, faceSize, factorPixels);
    drawCross(canvas, leftOf(3, faceSize), 0, faceSize, toneMap(exposed));
    return image::encodePng(canvas.width(), canvas.height(), canvas.bytes());
}

std::vector<std::byte> pictureOfReport(std::span<const std::byte> png)
{
    constexpr int kQuality = 75;
    const image::Image picture = image::readPng(png);
    if (picture.format != PN_FORMAT_RGBA8_SRGB || 6 * picture.width != 35 * picture.height) // as drawProbe() draws
        throw Failure(Exit::InvalidInput, "a picture in the folder of probes is not a bake's");
    const std::uint32_t step = std::max(picture.height / (3 * kReportFaceSize), 1u);
    const std::uint32_t width = picture.width / step, height = picture.height / step;
    std::vector<std::uint8_t> pixels;
    pixels.reserve(std::size_t{3} * width * height);
    const auto meanAt = [&](std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
        std::uint32_t sum = 0;
        for (std::uint32_t row = y * step; row < (y + 1) * step; ++row)
            for (std::uint32_t column = x * step; column < (x + 1) * step; ++column)
                sum += std::to_integer<std::uint32_t>(picture.row(row)[4 * column + channel]);
        return static_cast<std::uint8_t>(sum / (step * step));
    };
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
            for (std::uint32_t channel = 0; channel < 3; ++channel)
                pixels.push_back(meanAt(x, y, channel));
    return image::encodeJpeg(width, height, pixels, kQuality);
}

} // namespace pn::cli
