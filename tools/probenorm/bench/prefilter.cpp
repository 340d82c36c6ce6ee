#include "bench/prefilter.h"

#include "bench/random_words.h"
#include "bench/wall_clock.h"

#include "probenorm/probenorm.hpp"

#include <algorithm>
#include <bit>

namespace pn::bench {
namespace {

// Cubemaps of random texels, and room for the mips that have a lobe: seven by Unity's law, but for the first.
class PrefilterCalls
{
public:
    explicit PrefilterCalls(const PrefilterCase& what) : m_count(what.cubemapCount)
    {
        const std::uint32_t size = what.faceSize;
        m_prefilter.effort = what.effort;
        m_prefilter.baseSize = size / 2;
        m_prefilter.mipCount = std::min(6u, std::uint32_t(std::bit_width(size)) - 1);
        m_roughness = probenorm::mipRoughness(PN_MIP_LAW_UNITY, m_prefilter.mipCount + 1, size);
        m_prefilter.roughness = m_roughness.data() + 1;
        m_texels.resize(6 * std::size_t{size} * size * probenorm::formatBytes(what.format));
        fillRandom(m_texels, what.format);
        m_view = probenorm::cubemapView(size, what.format, m_texels);
        for (std::uint32_t mip = 0; mip < m_prefilter.mipCount; ++mip)
        {
            const std::size_t edge = m_prefilter.baseSize >> mip;
            m_mips.emplace_back(6 * edge * edge * probenorm::formatBytes(what.format) * m_count);
        }
        for (std::uint32_t i = 0; i < m_count; ++i)
            for (std::vector<std::byte>& mip : m_mips)
            {
                const std::span one = std::span(mip).subspan(mip.size() / m_count * i, mip.size() / m_count);
                m_targets.push_back(probenorm::cubemapTarget(what.format, one));
            }
        for (std::uint32_t i = 0; i < m_count; ++i)
            m_items.push_back({sizeof(PnPrefilterItem), 0, &m_view, &m_targets[i * m_mips.size()]});
    }

    PnPrefilterInfo run(PnContext context)
    {
        std::vector<PnPrefilterInfo> infos(m_count);
        infos.front().structSize = sizeof(PnPrefilterInfo);
        probenorm::check(
            pnPrefilterCubemaps(context, m_count, m_items.data(), &m_prefilter, nullptr, infos.data(), nullptr));
        return infos.front();
    }

private:
    std::uint32_t m_count;
    PnPrefilter m_prefilter = probenorm::sized<PnPrefilter>();
    std::vector<float> m_roughness;
    std::vector<std::byte> m_texels;
    PnCubemapView m_view{};
    std::vector<std::vector<std::byte>> m_mips;
    std::vector<PnCubemapTarget> m_targets;
    std::vector<PnPrefilterItem> m_items;
};

} // namespace

PrefilterTime measurePrefilter(PnContext context, const PrefilterCase& what, std::uint32_t runs)
{
    PrefilterCalls calls(what);
    PrefilterTime time;
    time.firstCall = seconds([&] { calls.run(context); });
    std::vector<double> all, onDevice;
    for (std::uint32_t run = 0; run < runs; ++run)
    {
        const PnPrefilterInfo info = calls.run(context);
        all.push_back(1e-9 * double(info.callNanoseconds) / what.cubemapCount);
        onDevice.push_back(1e-9 * double(info.gpuNanoseconds) / what.cubemapCount);
    }
    time.perCubemap = spread(all);
    time.onDevice = spread(onDevice);
    return time;
}

} // namespace pn::bench
