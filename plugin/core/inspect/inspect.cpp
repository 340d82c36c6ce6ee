#include "core/inspect/inspect.h"

#include "core/inspect/face_findings.h"
#include "core/inspect/mip_findings.h"
#include "core/inspect/texel_findings.h"
#include "core/inspect/thresholds.h"

#include <algorithm>

namespace pn::inspect {
namespace {

// The texels of an environment while it is mended.
class Mending
{
public:
    Mending(const ProbeView& view, std::uint32_t threadCount) : m_map(view, threadCount)
    {
        m_mended.texels.resize(4 * std::size_t{m_map.texelCount()}, 1.0f);
        for (std::uint32_t i = 0; i < m_map.texelCount(); ++i)
            std::copy_n(m_map.rgb(i), 3, texel(i));
        m_mended.info.average = float(m_map.mean());
    }

    // From the rim of such texels inwards, so that each has neighbours that are known.
    void mendNonFinite()
    {
        std::vector<std::uint32_t> open = m_map.nonFinite();
        std::vector<bool> isBad(m_map.texelCount());
        for (const std::uint32_t index : open)
            isBad[index] = true;
        while (!open.empty())
        {
            std::vector<std::uint32_t> left, filled;
            for (const std::uint32_t index : open)
            {
                std::vector<std::uint32_t> known;
                for (const std::uint32_t other : m_map.grid().neighbours(index))
                    if (!isBad[other])
                        known.push_back(other);
                (known.empty() ? left : filled).push_back(index);
                if (!known.empty())
                    fill(index, medianOfMended(known));
            }
            if (filled.empty())
                return; // nothing is finite
            for (const std::uint32_t index : filled)
                isBad[index] = false;
            open = std::move(left);
            note(PN_MEND_NON_FINITE);
        }
    }

    void mendNegative()
    {
        for (const std::uint32_t index : m_map.negative())
        {
            const float* rgb = m_map.rgb(index);
            fill(index, {std::max(0.0f, rgb[0]), std::max(0.0f, rgb[1]), std::max(0.0f, rgb[2])});
            note(PN_MEND_NEGATIVE);
        }
    }

    void mendFireflies(std::uint32_t mends)
    {
        for (const BrightCluster& cluster : findBrightClusters(m_map))
        {
            const std::uint32_t mend = cluster.kind == BrightCluster::Kind::Firefly  ? PN_MEND_FIREFLIES
                                       : cluster.kind == BrightCluster::Kind::Unsure ? PN_MEND_SUN_OR_FIREFLIES
                                                                                     : 0;
            if ((mends & mend) == 0)
                continue;
            const std::array<float, 3> median = medianOf(m_map, cluster.ring);
            for (const std::uint32_t index : cluster.texels)
                fill(index, median);
            note(mend);
        }
    }

    void mendFaces(std::uint32_t mends)
    {
        Findings unused;
        const FaceVerdict verdict = findFaces(m_map, unused);
        if ((mends & PN_MEND_FACES) != 0 && verdict.order)
            reorder(*verdict.order);
        if ((mends & PN_MEND_GAINS) != 0 && verdict.wrongFace)
            divide(*verdict.wrongFace, float(1 / verdict.gain));
    }

    Mended taken()
    {
        double sum = 0;
        for (std::uint32_t i = 0; i < m_map.texelCount(); ++i)
            sum += signedLuminance(texel(i)) * m_map.solidAngle(i);
        m_mended.info.mendedAverage = float(sum / (4 * kPi));
        return std::move(m_mended);
    }

private:
    float* texel(std::uint32_t index) { return &m_mended.texels[4 * std::size_t{index}]; }
    void note(std::uint32_t mend) { m_mended.info.mended |= mend; }

    void fill(std::uint32_t index, const std::array<float, 3>& rgb)
    {
        std::copy(rgb.begin(), rgb.end(), texel(index));
        ++m_mended.info.texels;
    }

    std::array<float, 3> medianOfMended(const std::vector<std::uint32_t>& texels)
    {
        std::array<float, 3> result{};
        for (std::size_t c = 0; c < 3; ++c)
        {
            std::vector<float> values;
            values.reserve(texels.size());
            for (const std::uint32_t index : texels)
                values.push_back(texel(index)[c]);
            std::sort(values.begin(), values.end());
            result[c] = values[values.size() / 2];
        }
        return result;
    }

    void reorder(const FaceOrder& order)
    {
        const std::vector<float> given = m_mended.texels;
        const std::uint32_t size = m_map.shape().width;
        for (std::uint32_t place = 0; place < 6; ++place)
        {
            if (order[place] == FacePlace{place, 0})
                continue;
            ++m_mended.info.faces;
            for (std::uint32_t y = 0; y < size; ++y)
                for (std::uint32_t x = 0; x < size; ++x)
                {
                    const auto [column, row] = turnedFrom(order[place].turn, size, x, y);
                    const std::size_t from = (std::size_t{order[place].face} * size + row) * size + column;
                    std::copy_n(&given[4 * from], 3, texel((place * size + y) * size + x));
                }
        }
        note(PN_MEND_FACES);
    }

    void divide(std::uint32_t face, float factor)
    {
        const auto count = std::uint32_t(m_map.shape().texelsPerFace());
        for (std::uint32_t i = face * count; i < (face + 1) * count; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                texel(i)[c] *= factor;
        ++m_mended.info.faces;
        note(PN_MEND_GAINS);
    }

    InspectedMap m_map;
    Mended m_mended;
};

} // namespace

std::vector<PnFinding> inspect(std::span<const ProbeView> mips, std::uint32_t threadCount)
{
    const InspectedMap map(mips.front(), threadCount);
    Findings findings;
    findBadTexels(map, findings);
    const std::vector<BrightCluster> clusters = findBrightClusters(map);
    findFireflies(map, clusters, findings);
    findClipping(map, clusters, findings);
    findEightBits(map, findings);
    findDarkness(map, findings);
    if (map.shape().isCubemap() && !findFaces(map, findings).order && mips.size() > 1)
        findMips(mips, threadCount, findings);
    return findings.taken();
}

Mended mend(const ProbeView& view, std::uint32_t mends, std::uint32_t threadCount)
{
    Mending mending(view, threadCount);
    if ((mends & PN_MEND_NON_FINITE) != 0)
        mending.mendNonFinite();
    if ((mends & PN_MEND_NEGATIVE) != 0)
        mending.mendNegative();
    if ((mends & (PN_MEND_FIREFLIES | PN_MEND_SUN_OR_FIREFLIES)) != 0)
        mending.mendFireflies(mends);
    if ((mends & (PN_MEND_FACES | PN_MEND_GAINS)) != 0 && view.shape.isCubemap())
        mending.mendFaces(mends);
    return mending.taken();
}

} // namespace pn::inspect
