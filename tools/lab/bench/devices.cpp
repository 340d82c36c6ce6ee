#include "lab/bench/devices.h"

#include "lab/bench/bus.h"
#include "lab/bench/clock.h"
#include "lab/bench/device_shares.h"
#include "lab/bench/host_probes.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>

namespace pn::bench {
namespace {

constexpr std::uint32_t kWarmUps = 2;

// Calls work(i) for each i below count, each in a thread of its own, and rethrows what one of them throws.
template <typename Work>
void besideEachOther(std::size_t count, Work&& work)
{
    std::vector<std::future<void>> threads;
    for (std::size_t i = 0; i < count; ++i)
        threads.push_back(std::async(std::launch::async, [&work, i] { work(i); }));
    for (auto& thread : threads)
        thread.get();
}

// A row, what it does, and how long each run took.
struct Trial
{
    DevicesRow row;
    std::function<void()> run;
    std::function<void()> before = [] {}, after = [] {}; // each run, while the clock stands
    bool isProjection = false;
    std::vector<double> seconds;
};

using Members = std::vector<std::size_t>; // of the team

class Devices
{
public:
    Devices(const std::vector<TeamDevice>& team, const DevicesSettings& settings)
        : m_team(team), m_settings(settings), m_probes(settings.what, settings.what.probeCount), m_buses(team.size())
    {
        for (std::size_t i = 0; i < team.size(); ++i)
        {
            m_all.push_back(i);
            if (!team[i].vulkanIndex)
                continue;
            m_gpus.push_back(i);
            m_buses[i] = Bus::open(*team[i].vulkanIndex);
        }
    }

    std::vector<DevicesRow> measure()
    {
        addTrials();
        for (std::uint32_t run = 0; run < kWarmUps + m_settings.runs; ++run)
            for (Trial& trial : m_trials)
                time(trial, run >= kWarmUps);
        std::vector<DevicesRow> rows;
        for (Trial& trial : m_trials)
        {
            if (trial.row.unsupported.empty())
                trial.row.speed.seconds = spread(trial.seconds);
            rows.push_back(std::move(trial.row));
        }
        return rows;
    }

private:
    // Each alone, and all together where there are several.
    static std::vector<Members> aloneAndTogether(const Members& members)
    {
        std::vector<Members> sets;
        for (const std::size_t member : members)
            sets.push_back({member});
        if (members.size() > 1)
            sets.push_back(members);
        return sets;
    }

    void addTrials()
    {
        for (const Members& members : aloneAndTogether(m_gpus))
            add("copy", members, [this, members] { copy(members); });
        for (const Members& members : aloneAndTogether(m_gpus))
            addImport(members);
        for (const Members& members : aloneAndTogether(m_gpus))
            addRegistration(members);
        std::vector<Members> sets = aloneAndTogether(m_all);
        if (m_gpus.size() > 1 && m_gpus.size() < m_all.size())
            sets.insert(sets.end() - 1, m_gpus);
        for (const Members& members : sets)
            addProjection("project", members);
        for (const Members& members : sets)
            addRegisteredProjection(members);
    }

    Trial& add(const std::string& work, const Members& members, std::function<void()> run)
    {
        Trial trial;
        trial.row.work = work;
        for (const std::size_t member : members)
            trial.row.devices += (trial.row.devices.empty() ? "" : ",") + m_team[member].name;
        trial.row.speed.bytes = m_probes.bytes();
        trial.run = std::move(run);
        return m_trials.emplace_back(std::move(trial));
    }

    void addImport(const Members& members)
    {
        std::uint64_t page = 1;
        bool isSupported = true;
        for (const std::size_t member : members)
        {
            page = std::max(page, m_buses[member]->importAlignment()); // powers of two
            isSupported = isSupported && m_buses[member]->importAlignment() != 0;
        }
        const auto pages = vulkan::wholePages(m_probes.texels(), page);
        Trial& trial = add("import", members, [this, members, pages] { import(members, pages); });
        trial.row.speed.bytes = pages.size();
        if (!isSupported)
            trial.row.unsupported = "the driver lacks " VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME;
        else if (pages.empty())
            trial.row.unsupported = "the texels have no whole page";
    }

    void addRegistration(const Members& members)
    {
        Trial& trial = add("register", members, [this, members] { registerTexels(members); });
        trial.after = [this, members] { unregisterTexels(members); };
        trial.row.unsupported = registrationProblem(members);
    }

    void registerTexels(const Members& members)
    {
        besideEachOther(members.size(), [&](std::size_t i) {
            probenorm::check(
                pnRegisterHostMemory(m_team[members[i]].context, m_probes.texels().data(), m_probes.bytes()));
        });
    }

    void unregisterTexels(const Members& members)
    {
        for (const std::size_t member : members)
            probenorm::check(pnUnregisterHostMemory(m_team[member].context, m_probes.texels().data()));
    }

    // Why the texels cannot be registered with all of them; empty if they can.
    std::string registrationProblem(const Members& members)
    try
    {
        for (const std::size_t member : members)
        {
            registerTexels({member});
            unregisterTexels({member});
        }
        return "";
    }
    catch (const probenorm::Exception& e)
    {
        return e.what();
    }

    void time(Trial& trial, bool counts)
    {
        if (!trial.row.unsupported.empty())
            return;
        m_settings.onRun(trial.row.work + " " + trial.row.devices);
        m_probes.forgetCoefficients(); // so that none of another row are taken for this one's
        trial.before();
        const double taken = seconds(trial.run);
        trial.after();
        if (counts)
            trial.seconds.push_back(taken);
        if (trial.isProjection)
            requireSameBits(trial.row.devices);
    }

    // Each copies as many bytes as the others.
    void copy(const Members& members)
    {
        const std::uint64_t bytes = m_probes.bytes() / members.size();
        besideEachOther(members.size(), [&](std::size_t i) { m_buses[members[i]]->upload(bytes); });
    }

    void import(const Members& members, std::span<const std::byte> pages)
    {
        std::uint64_t pieceBytes = m_buses[members.front()]->importBytes();
        for (const std::size_t member : members)
            pieceBytes = std::min(pieceBytes, m_buses[member]->importBytes());
        std::atomic<std::uint64_t> next = 0;
        besideEachOther(members.size() * Bus::kImportThreads, [&](std::size_t thread) {
            Bus& bus = *m_buses[members[thread / Bus::kImportThreads]];
            for (std::uint64_t at; (at = next.fetch_add(pieceBytes)) < pages.size();)
                bus.uploadImported(pages.subspan(at, std::min(pieceBytes, pages.size() - at)),
                                   thread % Bus::kImportThreads);
        });
    }

    // What a device can do beside the others shows in the warm-ups.
    Trial& addProjection(const std::string& work, const Members& members)
    {
        const std::uint64_t least = std::max<std::uint64_t>(1, m_settings.leastBytes / m_settings.what.probeBytes());
        const auto shares = std::make_shared<DeviceShares>(members.size(), std::uint32_t(least));
        Trial& trial = add(work, members, [this, members, shares] { project(members, *shares); });
        trial.isProjection = true;
        return trial;
    }

    void addRegisteredProjection(const Members& members)
    {
        Members gpus;
        std::copy_if(members.begin(), members.end(), std::back_inserter(gpus),
                     [&](std::size_t member) { return m_team[member].vulkanIndex.has_value(); });
        if (gpus.empty())
            return; // the CPU reads all memory alike
        Trial& trial = addProjection("registered", members);
        trial.before = [this, gpus] { registerTexels(gpus); };
        trial.after = [this, gpus] { unregisterTexels(gpus); };
        trial.row.unsupported = registrationProblem(gpus);
    }

    void project(const Members& members, DeviceShares& shares)
    {
        shares.begin(m_probes.count());
        besideEachOther(members.size(), [&](std::size_t i) {
            for (auto piece = shares.take(i); piece.count != 0; piece = shares.take(i))
                shares.done(i, piece.count, seconds([&] {
                                m_probes.projectSome(m_team[members[i]].context, m_settings.what.bands, piece.first,
                                                     piece.count);
                            }));
        });
    }

    void requireSameBits(const std::string& devices)
    {
        const std::vector<PnSh>& shs = m_probes.coefficients();
        if (m_first.empty())
            m_first = shs;
        if (std::memcmp(shs.data(), m_first.data(), shs.size() * sizeof(PnSh)) != 0)
            throw std::runtime_error(devices + ": other bits than " + m_team.front().name + " gives");
    }

    const std::vector<TeamDevice>& m_team;
    const DevicesSettings& m_settings;
    HostProbes m_probes;
    std::vector<std::unique_ptr<Bus>> m_buses; // null for the CPU
    Members m_all, m_gpus;
    std::vector<Trial> m_trials;
    std::vector<PnSh> m_first;
};

bool isProjection(const DevicesRow& row)
{
    return row.work == "project" || row.work == "registered";
}

// The fastest of the projections on one device. The CPU's stands beside those from registered memory, too.
double bestAlone(const std::vector<DevicesRow>& rows, const std::vector<TeamDevice>& team, const std::string& work,
                 bool withCpu)
{
    double best = 0;
    for (const DevicesRow& row : rows)
        for (const TeamDevice& device : team)
            if (row.devices == device.name && (device.vulkanIndex ? row.work == work : withCpu && isProjection(row)))
                best = std::max(best, row.speed.bytesPerSecond());
    return best;
}

} // namespace

std::vector<DevicesRow> measureDevices(const std::vector<TeamDevice>& team, const DevicesSettings& settings)
{
    std::vector<DevicesRow> rows = Devices(team, settings).measure();
    for (DevicesRow& row : rows)
    {
        for (const DevicesRow& copy : rows)
            if (copy.work == "copy" && copy.devices == row.devices && row.work != "register")
                row.speed.limit = copy.speed.bytesPerSecond();
        if (!isProjection(row))
            continue;
        const double bestGpu = bestAlone(rows, team, row.work, false), best = bestAlone(rows, team, row.work, true);
        row.timesBestGpu = bestGpu > 0 ? row.speed.bytesPerSecond() / bestGpu : 0;
        row.timesBestAlone = row.speed.bytesPerSecond() / best;
    }
    return rows;
}

} // namespace pn::bench
