#pragma once

#include "lab/bench/bench.h"
#include "lab/bench/random_words.h"

#include "probenorm/probenorm.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace pn::bench {

// Distinct cubemaps of random texels in the host's memory, one after the other.
class HostProbes
{
public:
    HostProbes(const ProbeCase& what, std::uint32_t count) : m_texels(what.probeBytes() * count)
    {
        fillRandom(m_texels, what.format);
        const std::size_t faceBytes = what.probeBytes() / 6;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            auto view = probenorm::sized<PnCubemapView>();
            view.faceSize = what.faceSize;
            view.format = what.format;
            view.faceBytes = faceBytes;
            for (std::size_t face = 0; face < 6; ++face)
                view.faces[face] = &m_texels[(i * 6 + face) * faceBytes];
            m_views.push_back(view);
        }
        m_shs.resize(count);
    }

    std::uint64_t bytes() const { return m_texels.size(); }
    std::uint32_t count() const { return std::uint32_t(m_views.size()); }
    void project(PnContext context, std::uint32_t bands)
    {
        auto options = probenorm::sized<PnProjectOptions>();
        options.bands = bands;
        probenorm::check(pnProjectCubemaps(context, count(), m_views.data(), &options, m_shs.data(), nullptr, nullptr));
    }

private:
    std::vector<std::byte> m_texels;
    std::vector<PnCubemapView> m_views;
    std::vector<PnSh> m_shs;
};

} // namespace pn::bench
