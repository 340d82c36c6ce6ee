#pragma once

#include "core/backend.h"
#include "core/cpu/normalize_wave.h"
#include "core/cpu/prefilter_wave.h"
#include "core/kernel/sh_combine.h"
#include "core/kernel/sh_finalize.h"
#include "core/kernel/simd_target.h"
#include "core/parallel.h"

namespace pn {

// Projects on the processor, with the bits of the kernels.
class CpuBackend final : public Backend
{
public:
    explicit CpuBackend(std::uint32_t threadCount, const SimdTarget& target = simdTargets().front(),
                        const KeptStore& store = {});

    BackendTimes project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                         std::span<ProbeResult> results, Monitor& monitor) override;

    BackendTimes normalize(std::span<const ProbeTask> tasks, const ProjectSettings& settings,
                           std::span<NormalizeResult> results, Monitor& monitor) override;

    BackendTimes prefilter(std::span<const PrefilterTask> tasks, const TexelPolicy& policy, Monitor& monitor) override;

    void encodeBc6h(const Bc6hTask& task) override;

    bool canEncodeBc6h(const Bc6hTask&) const override { return true; }
    bool canPrefilter(const PrefilterTask&) const override { return true; }
    bool canMakeMips(const ProbeTask&) const override { return true; }
    bool passesSelfTest(const ProbeTask&, const ProjectSettings&) override { return true; }
    bool passesSelfTest(const PrefilterTask&, const TexelPolicy&) override { return true; }
    bool passesSelfTest(const Bc6hTask&) override { return true; }

    bool isReproducible() override { return true; }
    std::string name() const override { return m_target.name; }
    std::uint32_t threadCount() const { return m_threadCount; }

private:
    class Wave;

    bool projectLights(WorkerTeam& team, std::span<const ProbeTask> tasks, const ProjectSettings& settings,
                       std::span<NormalizeResult> results, const Monitor& monitor);

    std::uint32_t m_threadCount;
    SimdTarget m_target;
    NormalizeCaches m_caches;
    PrefilterSourceTables m_prefilterTables;
    PrefilterTileCache m_prefilterTiles;
    RecentCache<FinalizePlan, Shape, std::uint32_t> m_plans; // by shape and bands
};

} // namespace pn
