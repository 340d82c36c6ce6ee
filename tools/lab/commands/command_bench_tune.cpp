#include "commands/command.h"
#include "run/device.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/json.h"
#include "support/text.h"

#include "lab/bench/bench.h"
#include "lab/bench/clock.h"
#include "lab/bench/host_probes.h"
#include "lab/bench/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace pn::cli {
namespace {

constexpr bench::ProjectCase kCase{PN_FORMAT_RGBA16F, 256, 3, 0};
constexpr double kWorthwhile = 1.03; // a default stays unless another value is this much faster

struct BenchTuneOptions
{
    std::uint32_t runs = 10;
    std::uint64_t bytes = 0;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addUint(app, "--runs", runs, 1, 10000, "Runs to take the median of (10)");
        addBytes(app, "--bytes", bytes, "Texels to measure over (512M; 32M on a software driver)");
        device.addTo(app);
        messages.addTo(app);
    }
};

std::uint64_t defaultBytes(PnContext context)
{
    const PnContextInfo info = contextInfo(context);
    for (const PnDeviceInfo& device : listDevices())
        if (info.backend == PN_BACKEND_VULKAN && device.index == info.deviceIndex &&
            device.type == PN_DEVICE_TYPE_SOFTWARE)
            return 32u << 20;
    return 512u << 20;
}

// Values of PnContextDesc that do not change the bits.
struct Tuning
{
    std::uint32_t flags = 0;
    std::uint64_t chunkBytes = 0;
    std::uint32_t threadCount = 0;
};

struct Variant
{
    Tuning tuning;
    double seconds = 0;
    bool isDeviceTime = false; // else that of the whole call, texels coming from the host
};

class Tuner
{
public:
    Tuner(const BenchTuneOptions& options, const PnContextInfo& info, std::uint64_t bytes)
        : m_options(options), m_info(info), m_bytes(bytes),
          m_probes(kCase, std::uint32_t(std::max<std::uint64_t>(1, bytes / kCase.probeBytes())))
    {
    }

    Tuning tune()
    {
        Tuning best;
        if (m_info.backend == PN_BACKEND_CPU)
        {
            for (std::uint32_t threads = 1; threads < m_info.threadCount; threads *= 2)
                m_pending.push_back({0, 0, threads});
            return fastest(
                best, [this](const Tuning& tuning) { return timeCalls(tuning); }, false);
        }
        m_pending.push_back({PN_CONTEXT_NO_SUBGROUPS, 0, 0});
        best = fastest(
            best, [this](const Tuning& tuning) { return timeKernels(tuning); }, true);
        for (const std::uint64_t megabytes : {4u, 16u, 64u, 256u})
            m_pending.push_back({best.flags, megabytes << 20, 0});
        return fastest(
            best, [this](const Tuning& tuning) { return timeCalls(tuning); }, false);
    }

    const std::vector<Variant>& variants() const { return m_variants; }

private:
    // Of what is there and the pending ones, the one that takes the least time.
    template <typename Time>
    Tuning fastest(const Tuning& standard, Time&& time, bool isDeviceTime)
    {
        m_variants.push_back({standard, time(standard), isDeviceTime});
        Variant best = m_variants.back();
        best.seconds /= kWorthwhile;
        for (const Tuning& tuning : m_pending)
        {
            m_variants.push_back({tuning, time(tuning), isDeviceTime});
            if (m_variants.back().seconds < best.seconds)
                best = m_variants.back();
        }
        m_pending.clear();
        return best.tuning;
    }

    double timeKernels(const Tuning& tuning)
    {
        bench::Settings settings;
        settings.runs = m_options.runs;
        settings.bytes = m_bytes;
        settings.subgroups = (tuning.flags & PN_CONTEXT_NO_SUBGROUPS) == 0;
        settings.onCase = [](const bench::ProjectCase&) { throwIfInterrupted(); };
        return bench::projectOnVulkan(m_info.deviceIndex, {kCase}, settings).rows[0].seconds;
    }

    double timeCalls(const Tuning& tuning)
    {
        auto desc = probenorm::sized<PnContextDesc>();
        desc.backend = m_info.backend;
        desc.deviceIndex = m_info.deviceIndex;
        desc.threadCount = tuning.threadCount != 0 ? tuning.threadCount : m_options.device.threads;
        desc.flags = tuning.flags;
        desc.chunkBytes = tuning.chunkBytes;
        PnContext created = nullptr;
        if (const PnResult result = pnCreateContext(&desc, &created); result != PN_SUCCESS)
            throwResult(result, "bench tune");
        const probenorm::Context context(created);
        m_probes.project(context.get(), kCase.bands); // makes kernels and buffers
        checkBits();
        std::vector<double> times;
        for (std::uint32_t run = 0; run < m_options.runs; ++run)
        {
            throwIfInterrupted();
            times.push_back(bench::seconds([&] { m_probes.project(context.get(), kCase.bands); }));
        }
        return bench::spread(times).median;
    }

    void checkBits()
    {
        const std::vector<PnSh>& actual = m_probes.coefficients();
        if (m_expected.empty())
            m_expected = actual;
        if (std::memcmp(m_expected.data(), actual.data(), actual.size() * sizeof(PnSh)) != 0)
            throw Failure(Exit::RunTime, "variants give different bits on this device: it cannot be tuned");
    }

    const BenchTuneOptions& m_options;
    const PnContextInfo& m_info;
    std::uint64_t m_bytes;
    bench::HostProbes m_probes;
    std::vector<PnSh> m_expected; // of the first call: no other may differ
    std::vector<Tuning> m_pending;
    std::vector<Variant> m_variants;
};

Json tuningJson(const Tuning& tuning)
{
    return {{"flags", tuning.flags}, {"chunkBytes", tuning.chunkBytes}, {"threadCount", tuning.threadCount}};
}

Exit run(BenchTuneOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const probenorm::Context context = openContext(options.device, console);
    const PnContextInfo info = contextInfo(context.get());
    Tuner tuner(options, info, options.bytes != 0 ? options.bytes : defaultBytes(context.get()));
    const Tuning best = tuner.tune();
    Json variants = Json::array();
    for (const Variant& variant : tuner.variants())
    {
        Json json = tuningJson(variant.tuning);
        json[variant.isDeviceTime ? "deviceSeconds" : "callSeconds"] = variant.seconds;
        variants.push_back(json);
    }
    writeOutput("-", jsonText({{"probenorm", versionText()},
                               {"bench", "tune"},
                               {"device", info.name},
                               {"runs", options.runs},
                               {"context", tuningJson(best)},
                               {"variants", variants}}));
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchTuneOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Measures what may differ from device to device without changing a bit: subgroup or shared memory (flags), the most
texels of one upload (chunkBytes), the CPU's threads. Prints JSON; "context" holds the values for PnContextDesc, 0 where
the library's own choice is as good. The library reads no file: it is the host that keeps them.

  probenorm bench tune --device vulkan:0 > tuning.json)";

} // namespace

const Command kBenchTuneCommand{
    "tune",
    "Find what suits a device, as values of PnContextDesc",
    kManual,
    add,
};

} // namespace pn::cli
