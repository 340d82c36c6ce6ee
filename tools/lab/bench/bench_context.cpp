#include "lab/bench/bench.h"
#include "lab/bench/clock.h"
#include "lab/bench/host_probes.h"

#include "probenorm/probenorm.hpp"

#include <optional>

namespace pn::bench {

std::vector<ContextTimes> timeContexts(const PnContextDesc& desc, std::uint32_t runs,
                                       const std::function<void()>& onRun)
{
    HostProbes probe({.format = PN_FORMAT_RGBA16F, .faceSize = 64}, 1);
    std::vector<ContextTimes> times;
    for (std::uint32_t run = 0; run < runs; ++run)
    {
        onRun();
        std::optional<probenorm::Context> context;
        ContextTimes& t = times.emplace_back();
        t.create = seconds([&] { context.emplace(desc); });
        t.firstProjection = seconds([&] { probe.project(context->get(), 3); });
        t.nextProjection = seconds([&] { probe.project(context->get(), 3); });
    }
    return times;
}

} // namespace pn::bench
