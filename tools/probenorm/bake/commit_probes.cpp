#include "bake/commit_probes.h"

#include "image/files/parallel.h"

#include <atomic>
#include <chrono>

namespace pn::cli {
namespace {

using Clock = std::chrono::steady_clock;

// The mean time of a sync above which several threads pay. In memory a sync takes a few microseconds, on a disk 100 or
// more; a thread takes some 30 to start.
constexpr std::chrono::nanoseconds kQuickSync = std::chrono::microseconds(50);

} // namespace

void CommitTeam::syncAll(const std::vector<image::OutputFile*>& files)
{
    const auto count = static_cast<std::uint32_t>(files.size());
    std::atomic<Clock::rep> spent = 0;
    image::parallelRanges(count, m_doesDiskWait ? m_threads : 1, [&](std::uint32_t begin, std::uint32_t end) {
        const Clock::time_point start = Clock::now();
        for (std::uint32_t i = begin; i < end; ++i)
            files[i]->sync();
        spent += (Clock::now() - start).count();
    });
    m_doesDiskWait = Clock::duration(spent) > count * kQuickSync;
}

void CommitTeam::commitFiles(const std::vector<image::OutputFile*>& files)
{
    if (files.empty())
        return;
    syncAll(files);
    for (image::OutputFile* file : files)
        file->publish();
    image::syncFolderOf(files.front()->path());
}

void CommitTeam::commitProbes(std::vector<std::unique_ptr<ProbeWork>>& group)
{
    std::vector<image::OutputFile*> files;
    for (const auto& work : group)
        for (const auto& file : work->files)
            files.push_back(file.get());
    Watch watch;
    commitFiles(files);
    const double seconds = watch.lap() / static_cast<double>(group.size());
    for (const auto& work : group)
        work->seconds.sync += seconds;
}

} // namespace pn::cli
