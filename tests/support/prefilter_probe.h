#pragma once

#include "normalize_probe.h"

namespace pn::testing {

struct PrefilterRequest
{
    PnLobe lobe = PN_LOBE_GGX;
    PnEffort effort = PN_EFFORT_BAKED;
    std::uint32_t baseSize = 0;
    std::vector<float> roughness;
};

inline PnPrefilter toPrefilter(const PrefilterRequest& request)
{
    PnPrefilter prefilter{};
    prefilter.structSize = sizeof(prefilter);
    prefilter.lobe = request.lobe;
    prefilter.effort = request.effort;
    prefilter.baseSize = request.baseSize;
    prefilter.mipCount = std::uint32_t(request.roughness.size());
    prefilter.roughness = request.roughness.data();
    return prefilter;
}

inline TestMips roomFor(const TestProbe& probe, const PrefilterRequest& request, PnFormat format = PN_FORMAT_RGB32F)
{
    const std::uint32_t base = request.baseSize != 0 ? request.baseSize : probe.width;
    TestMips mips;
    for (std::size_t i = 0; i < request.roughness.size(); ++i)
    {
        const std::uint32_t size = std::max(1u, base >> i);
        mips.results.push_back(makeProbe(true, size, size, format));
    }
    return mips;
}

// backend: what must have run.
inline TestMips prefilter(PnContext context, const TestProbe& probe, const PrefilterRequest& request,
                          PnFormat format = PN_FORMAT_RGB32F, const PnProjectOptions* options = nullptr,
                          PnBackend backend = PN_BACKEND_CPU)
{
    TestMips mips = roomFor(probe, request, format);
    const PnEnvironmentView view = probe.view();
    const PnPrefilter values = toPrefilter(request);
    PnPrefilterInfo info{};
    info.structSize = sizeof(info);
    EXPECT_EQ(prefilterOne(context, &view, &values, options, mips.targets().data(), &info), PN_SUCCESS)
        << pnGetLastErrorMessage();
    EXPECT_EQ(info.backend, backend);
    EXPECT_EQ(info.isReproducible, 1u);
    return mips;
}

} // namespace pn::testing
