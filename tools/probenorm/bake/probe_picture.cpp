#include "bake/probe_picture.h"

#include "picture/cube_picture.h"
#include "picture/tone.h"
#include "support/failure.h"

#include "image/formats/png_jpeg.h"

#include <algorithm>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::uint32_t kPanelWidth = 4 * kPictureFaceSize;
constexpr std::uint32_t kFactorFaceSize = kPictureFaceSize / 2; // a factor is smooth: it follows nine coefficients

// The texel of a face of kFactorFaceSize that covers a texel of the picture.
std::size_t factorTexel(std::size_t texel)
{
    const std::size_t x = texel % kPictureFaceSize, row = texel / kPictureFaceSize; // rows of all faces
    return row / 2 * kFactorFaceSize + x / 2;
}

constexpr std::uint32_t leftOf(std::uint32_t panel)
{
    return panel * (kPanelWidth + kPanelGap);
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
    const PnResult result = pnEvaluateFactor(&normalization, &sh, &local, static_cast<std::uint32_t>(directions.size()),
                                             &directions.front().x, &directions.front().x, nullptr, &factors.front().x);
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

void drawBalls(Canvas& canvas, std::uint32_t left, const PnSh& sh, float exposure)
{
    constexpr std::uint32_t kDiameter = 60;
    constexpr std::uint32_t kTop = (kPictureHeight - kDiameter) / 2;
    for (const auto& [side, x] :
         {std::pair(BallSide::AlongPlusZ, left), std::pair(BallSide::AlongMinusZ, left + kPanelWidth - kDiameter)})
        drawBall(canvas, x, kTop, kDiameter, side, irradianceAlong(sh, ballNormals(kDiameter, side)), exposure);
}

} // namespace

std::vector<std::byte> drawProbe(const image::Environment& cube, const PnSh& sh, const PnNormalization& normalization,
                                 const PnLights* lights)
{
    Texels radiance = cubeTexels(cube);
    const Texels factors = factorAlong(sh, normalization, cubeDirections(kFactorFaceSize));
    const float exposure = exposureOf(sh, radiance);
    Canvas canvas(kPictureWidth, kPictureHeight, kPictureBackground);
    Texels exposed = exposedBy(exposure, std::move(radiance));
    drawCross(canvas, leftOf(0), 0, kPictureFaceSize, toneMap(exposed));
    if (lights != nullptr)
        markLights(canvas, leftOf(0), 0, kPictureFaceSize, *lights);
    drawBalls(canvas, leftOf(1), sh, exposure);
    std::vector<Pixel> factorColors(factors.size()), factorPixels(exposed.size());
    std::transform(factors.begin(), factors.end(), factorColors.begin(), factorColor);
    for (std::size_t i = 0; i < exposed.size(); ++i)
    {
        factorPixels[i] = factorColors[factorTexel(i)];
        exposed[i] *= factors[factorTexel(i)];
    }
    drawCross(canvas, leftOf(2), 0, kPictureFaceSize, factorPixels);
    drawCross(canvas, leftOf(3), 0, kPictureFaceSize, toneMap(exposed));
    return image::encodePng(canvas.width(), canvas.height(), canvas.bytes());
}

} // namespace pn::cli
