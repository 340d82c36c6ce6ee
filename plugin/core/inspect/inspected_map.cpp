#include "core/inspect/inspected_map.h"

#include "core/kernel/luminance.h"
#include "core/kernel/texel_bits.h"
#include "core/parallel.h"

#include <algorithm>

namespace pn::inspect {
namespace {

constexpr std::uint32_t kRuns = 16; // of a face's row; the light of a run counts as if it came from its middle
constexpr std::uint32_t kTaskRows = 16;

} // namespace

// Some rows, counted through the faces. What they sum up is added in order afterwards, so that the number of threads
// changes no bit.
struct InspectedMap::Rows
{
    std::uint32_t begin, end;
    std::vector<std::uint32_t> nonFinite = {}, negative = {};
    LightShare light = {}, negativeLight = {};
    std::array<float, 3> largest = {};
    float brightest = 0;
};

InspectedMap::InspectedMap(const ProbeView& view, std::uint32_t threadCount)
    : m_grid(view.shape), m_format(view.format), m_rgb(3 * view.shape.texelCount()),
      m_luminance(view.shape.texelCount()), m_solidAngle(view.shape.texelCount())
{
    const std::uint32_t rowCount = view.shape.faceCount * view.shape.height;
    std::vector<Rows> tasks;
    for (std::uint32_t row = 0; row < rowCount; row += kTaskRows)
        tasks.push_back({row, std::min(rowCount, row + kTaskRows)});
    parallelFor(threadCount, tasks.size(), [&](std::uint32_t, std::size_t i) { readRows(view, tasks[i]); });
    for (const Rows& rows : tasks)
    {
        m_nonFinite.insert(m_nonFinite.end(), rows.nonFinite.begin(), rows.nonFinite.end());
        m_negative.insert(m_negative.end(), rows.negative.begin(), rows.negative.end());
        m_light.add(rows.light);
        m_negativeLight.add(rows.negativeLight);
        m_brightest = std::max(m_brightest, rows.brightest);
        for (std::size_t c = 0; c < 3; ++c)
            m_largest[c] = std::max(m_largest[c], rows.largest[c]);
    }
}

void InspectedMap::readRows(const ProbeView& view, Rows& rows)
{
    const std::uint32_t width = view.shape.width, runTexels = std::max(1u, width / kRuns);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
    {
        const FaceTexels face = view.face(row / view.shape.height);
        double run = 0;
        for (std::uint32_t x = 0; x < width; ++x)
        {
            const std::uint32_t index = row * width + x;
            const RgbBits bits = decodeTexel(view.format, face.texel(x, row % view.shape.height));
            float* rgb = &m_rgb[3 * std::size_t{index}];
            TexelFlags flags;
            for (std::size_t c = 0; c < 3; ++c)
            {
                rgb[c] = std::bit_cast<float>(applyPolicy(bits[c], {}, flags));
                rows.largest[c] = std::max(rows.largest[c], rgb[c]);
            }
            m_luminance[index] = luminanceOf({rgb[0], rgb[1], rgb[2]});
            rows.brightest = std::max(rows.brightest, m_luminance[index]);
            if (flags.nonFinite)
                rows.nonFinite.push_back(index);
            const double solidAngle =
                x == 0 || view.shape.isCubemap() ? m_grid.solidAngle(index) : this->solidAngle(index - 1);
            m_solidAngle[index] = float(solidAngle);
            run += signedLuminance(rgb) * solidAngle;
            if (flags.negative)
            {
                rows.negative.push_back(index);
                rows.negativeLight.add(m_grid.direction(index),
                                       (signedLuminance(rgb) - double(m_luminance[index])) * solidAngle);
            }
            if ((x + 1) % runTexels != 0 && x + 1 != width)
                continue;
            rows.light.add(m_grid.direction(index - x % runTexels / 2), run);
            run = 0;
        }
    }
}

bool InspectedMap::isBelow(std::uint32_t index) const
{
    const std::uint32_t y = index / shape().width % shape().height, face = index / shape().width / shape().height;
    const bool isLowHalf = 2 * y >= shape().height;
    return !shape().isCubemap() || face < 2 || face > 3 ? isLowHalf : face == 3;
}

} // namespace pn::inspect
