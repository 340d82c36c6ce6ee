#include "bench/bench.h"
#include "bench/clock.h"
#include "bench/host_probes.h"

#include <memory>

namespace pn::bench {
namespace {

struct DestroyContext
{
    void operator()(PnContext_T* context) const { pnDestroyContext(context); }
};

std::unique_ptr<PnContext_T, DestroyContext> createContext(const PnContextDesc& desc)
{
    PnContext context = nullptr;
    if (pnCreateContext(&desc, &context) != PN_SUCCESS)
        throw std::runtime_error(pnGetLastErrorMessage());
    return std::unique_ptr<PnContext_T, DestroyContext>(context);
}

} // namespace

std::vector<ContextTimes> timeContexts(const PnContextDesc& desc, std::uint32_t runs,
                                       const std::function<void()>& onRun)
{
    HostProbes probe({.format = PN_FORMAT_RGBA16F, .faceSize = 64}, 1);
    std::vector<ContextTimes> times;
    for (std::uint32_t run = 0; run < runs; ++run)
    {
        onRun();
        decltype(createContext(desc)) context;
        ContextTimes& t = times.emplace_back();
        t.create = seconds([&] { context = createContext(desc); });
        t.firstProjection = seconds([&] { probe.project(context.get(), 3); });
        t.nextProjection = seconds([&] { probe.project(context.get(), 3); });
    }
    return times;
}

} // namespace pn::bench
