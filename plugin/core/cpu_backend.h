#pragma once

#include "core/backend.h"
#include "core/geometry_cache.h"
#include "core/parallel.h"
#include "core/sh_finalize.h"

namespace pn {

// Projects on the processor, with the bits of the kernels.
class CpuBackend final : public Backend
{
public:
    explicit CpuBackend(std::uint32_t threadCount, const SimdTarget& target = simdTargets().front());

    BackendTimes project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                         std::span<ProbeResult> results, Monitor& monitor) override;

    bool passesSelfTest(const Shape&, PnFormat, const ProjectSettings&) override { return true; }
    bool passesSelfTest(const NormalizeJob&) override { return true; }

    BackendTimes normalize(const NormalizeJob& job, NormalizeResult& result, Monitor& monitor) override;

    bool isReproducible() override { return true; }
    std::string name() const override { return m_target.name; }
    std::uint32_t threadCount() const { return m_threadCount; }

private:
    class Wave;

    bool divide(WorkerTeam& team, const NormalizeJob& job, std::size_t mip, const Denominator& denominator,
                const Monitor& monitor);

    std::uint32_t m_threadCount;
    SimdTarget m_target;
    GeometryCache m_geometries{kMipChain};
    RecentCache<FinalizePlan, Shape, std::uint32_t> m_plans; // by shape and bands
};

} // namespace pn
