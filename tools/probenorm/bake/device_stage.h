#pragma once

#include "bake/probe_work.h"
#include "run/device.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace pn::cli {

// Probes that wait for a device, which takes them in batches of some bytes.
class LoadedProbes
{
public:
    bool isEmpty() const { return m_probes.empty(); }
    bool isBatch(std::uint64_t batchBytes) const; // enough for one

    void add(std::unique_ptr<ProbeWork> work);
    std::vector<std::unique_ptr<ProbeWork>> takeBatch(std::uint64_t batchBytes); // one probe at least

private:
    std::deque<std::unique_ptr<ProbeWork>> m_probes;
    std::uint64_t m_bytes = 0; // that are reserved for them
};

// Projects, prefilters and divides probes in batches, as few calls of the library as their settings allow. One thread
// uses it.
class DeviceStage
{
public:
    explicit DeviceStage(FallbackContext device) : m_device(std::move(device)) {}

    // A probe that fails has its error then; the others of the batch are fine.
    void run(std::span<const std::unique_ptr<ProbeWork>> batch);

    void run(ProbeWork& work) { runGroup({&work}); } // throws what failed

private:
    void runGroup(const std::vector<ProbeWork*>& group);
    void project(const std::vector<ProbeWork*>& group, ProjectCall& call);
    void takeLights(const std::vector<ProbeWork*>& group, ProjectCall& call);
    void divide(const std::vector<ProbeWork*>& group);

    FallbackContext m_device;
};

} // namespace pn::cli
