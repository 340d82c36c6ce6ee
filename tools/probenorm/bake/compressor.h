#pragma once

#include "run/run_normalize.h"

#include "probenorm/probenorm.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace pn::cli {

// Compresses the probes of a bake to BC6H, with equal blocks wherever it does so. Jobs compress by themselves, but
// share a device for the highest effort once it is worth its start.
class Compressor
{
public:
    using Open = std::function<std::optional<probenorm::Context>()>; // empty where there is no device

    // Jobs compress so many texels before the device is opened.
    Compressor(Open open, std::uint64_t texelsOfJobs) : m_open(std::move(open)), m_texelsOfJobs(texelsOfJobs) {}

    void convert(PnFormat format, std::vector<image::Image>& mips, PnBc6hEffort effort); // as convertMips()

private:
    bool isForDevice(const std::vector<image::Image>& mips);
    bool convertOnDevice(PnFormat format, std::vector<image::Image>& mips, PnBc6hEffort effort);

    Open m_open;
    std::uint64_t m_texelsOfJobs;
    std::atomic<std::uint64_t> m_texels = 0;
    std::atomic<bool> m_isOpened = false;
    std::mutex m_mutex;
    std::optional<probenorm::Context> m_device; // the mutex guards it
};

// How many texels so many threads compress in a second, which is about what a device takes to start.
std::uint64_t texelsOfJobs(std::uint32_t threads);

} // namespace pn::cli
