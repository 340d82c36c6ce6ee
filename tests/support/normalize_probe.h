#pragma once

#include "one.h"
#include "testing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pn::testing {

inline PnFormat resultFormat(PnFormat format)
{
    return format == PN_FORMAT_RGBA8 || format == PN_FORMAT_RGBA8_SRGB ? PN_FORMAT_RGBA16F : format;
}

class CpuContext
{
public:
    explicit CpuContext(std::uint32_t threads = 2)
    {
        PnContextDesc desc{};
        desc.structSize = sizeof(desc);
        desc.backend = PN_BACKEND_CPU;
        desc.threadCount = threads;
        EXPECT_EQ(pnCreateContext(&desc, &m_context), PN_SUCCESS);
    }
    ~CpuContext() { pnDestroyContext(m_context); }
    CpuContext(const CpuContext&) = delete;
    CpuContext& operator=(const CpuContext&) = delete;
    PnContext get() const { return m_context; }

private:
    PnContext m_context = nullptr;
};

// A cubemap, some of its mips, and room for their results.
struct TestMips
{
    std::vector<TestProbe> sources, results;

    std::vector<PnEnvironmentView> views() const
    {
        std::vector<PnEnvironmentView> all;
        for (const TestProbe& probe : sources)
            all.push_back(probe.view());
        return all;
    }

    std::vector<PnCubemapTarget> targets()
    {
        std::vector<PnCubemapTarget> all;
        for (TestProbe& probe : results)
        {
            PnCubemapTarget target{};
            target.structSize = sizeof(target);
            target.format = probe.format;
            target.faceBytes = probe.faceBytes();
            for (std::size_t face = 0; face < 6; ++face)
                target.faces[face] = probe.texels.data() + face * probe.faceBytes();
            all.push_back(target);
        }
        return all;
    }
};

template <typename MakeMip>
TestMips makeMips(std::uint32_t faceSize, std::uint32_t count, PnFormat format, MakeMip&& makeMip)
{
    TestMips mips;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const std::uint32_t size = std::max(1u, faceSize >> i);
        mips.sources.push_back(makeMip(size, i));
        mips.results.push_back(makeProbe(true, size, size, resultFormat(format)));
    }
    return mips;
}

struct Normalized
{
    PnSh sh{};
    PnProjectInfo projectInfo{};
    PnNormalizeInfo info{};
};

// Runs the call on mips; light may be null.
inline Normalized normalize(PnContext context, TestMips& mips, const PnNormalization& normalization, const PnSh* light,
                            const PnProjectOptions* options = nullptr)
{
    PnNormalization sized = normalization;
    sized.structSize = sizeof(sized);
    const auto views = mips.views();
    const auto targets = mips.targets();
    Normalized out;
    out.projectInfo.structSize = sizeof(out.projectInfo);
    out.info.structSize = sizeof(out.info);
    EXPECT_EQ(normalizeOne(context, std::uint32_t(views.size()), views.data(), &sized, light, options, targets.data(),
                           &out.sh, &out.projectInfo, &out.info),
              PN_SUCCESS)
        << pnGetLastErrorMessage();
    return out;
}

} // namespace pn::testing
