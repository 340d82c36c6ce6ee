#pragma once

#include "image/texels/bc6h.h"

#include "probenorm/probenorm.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pn::cli {

// Compresses the probes of a bake to BC6H, with equal blocks wherever it does so. Jobs compress by themselves, but
// share a device for the highest effort once it is worth its start.
class Compressor
{
public:
    using Open = std::function<std::optional<probenorm::Context>()>; // empty where there is no device
    using Warn = std::function<void(const std::string&)>;
    using Mips = std::vector<image::Image>;

    // Jobs compress so many texels before the device is opened. warn is told of a device that fails.
    Compressor(Open open, Warn warn, std::uint64_t texelsOfJobs)
        : m_open(std::move(open)), m_warn(std::move(warn)), m_texelsOfJobs(texelsOfJobs)
    {
    }

    Mips compress(PnFormat format, const Mips& mips, PnBc6hEffort effort); // as image::toBc6h()

private:
    bool isForDevice(const Mips& mips);
    std::optional<Mips> compressOnDevice(PnFormat format, const Mips& mips);

    Open m_open;
    Warn m_warn;
    std::uint64_t m_texelsOfJobs;
    std::atomic<std::uint64_t> m_texels = 0;
    std::atomic<bool> m_isOpened = false;
    std::mutex m_mutex;
    std::optional<probenorm::Context> m_device; // the mutex guards it
};

// How many texels so many threads compress in a second, which is about what a device takes to start.
std::uint64_t texelsOfJobs(std::uint32_t threads);

} // namespace pn::cli
