#pragma once

#include "bake/probe_work.h"
#include "run/device.h"

#include <exception>
#include <memory>
#include <span>
#include <vector>

namespace pn::cli {

// A probe that failed on the device, and why. The others of its batch are fine.
struct DeviceFailure
{
    ProbeWork* work;
    std::exception_ptr error;
};

// Projects and divides probes in batches, as few calls of the library as their settings allow. One thread uses it.
class DeviceStage
{
public:
    explicit DeviceStage(FallbackContext& device) : m_device(device) {}

    std::vector<DeviceFailure> run(std::span<const std::unique_ptr<ProbeWork>> batch);

    void run(ProbeWork& work); // throws what failed

private:
    class ProjectCall;

    void runGroup(const std::vector<ProbeWork*>& group);
    void project(const std::vector<ProbeWork*>& group, ProjectCall& call);
    void takeLights(const std::vector<ProbeWork*>& group, ProjectCall& call);
    void divide(const std::vector<ProbeWork*>& group);

    FallbackContext& m_device;
};

} // namespace pn::cli
