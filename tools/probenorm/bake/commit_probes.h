#pragma once

#include "bake/probe_work.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace pn::cli {

// Makes files durable and gives them their names, group by group. On a disk that has to be waited for, threads sync the
// files of a group in parallel; where syncs return at once, as in memory, one thread is quicker than to start others.
// It learns that from the group before.
class CommitTeam
{
public:
    // At most 32 threads.
    explicit CommitTeam(std::uint32_t threads) : m_threads(std::min(threads, 32u)) {}

    // Files of one folder, in this order: the data of all of them first, then the names, then their folder, once.
    void commitFiles(const std::vector<image::OutputFile*>& files);

    // The files of several written probes, each probe's record last. When it returns, none of them can be lost any
    // more. Throws image::Error; probes whose files have no name then are as if never baked.
    void commitProbes(std::vector<std::unique_ptr<ProbeWork>>& group);

private:
    void syncAll(const std::vector<image::OutputFile*>& files);

    std::uint32_t m_threads;
    bool m_doesDiskWait = true;
};

} // namespace pn::cli
