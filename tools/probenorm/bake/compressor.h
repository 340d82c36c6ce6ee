#pragma once

#include "image/texels/bc6h.h"

#include "probenorm/probenorm.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pn::cli {

// Compresses the probes of a bake to BC6H, with equal blocks wherever it does so. Jobs compress by themselves, but
// share a device for the highest effort once it is worth its start. It takes the probes of all jobs that wait for it in
// one call, since a probe alone does not fill it.
class Compressor
{
public:
    using Open = std::function<std::optional<probenorm::Context>()>; // empty where there is no device
    using Warn = std::function<void(const std::string&)>;
    using Mips = std::vector<image::Image>;

    // The device is opened once jobs have compressed texelsOfJobs texels. If it fails, warn gets a message.
    Compressor(Open open, Warn warn, std::uint64_t texelsOfJobs)
        : m_open(std::move(open)), m_warn(std::move(warn)), m_texelsOfJobs(texelsOfJobs)
    {
    }

    Mips compress(PnFormat format, const Mips& mips, PnBc6hEffort effort); // as image::toBc6h()

private:
    // A probe that waits for the device.
    struct Request
    {
        PnFormat format;
        const Mips& mips;
        Mips compressed; // empty where the device has failed
        bool isDone = false;
    };
    using Batch = std::vector<Request*>;

    bool isForDevice(const Mips& mips);
    Mips compressOnDevice(PnFormat format, const Mips& mips);
    void compressAll(Batch& waiting);
    void compressBatch(std::span<Request* const> batch);

    Open m_open;
    Warn m_warn;
    std::uint64_t m_texelsOfJobs;
    std::atomic<std::uint64_t> m_texels = 0;

    std::mutex m_mutex; // guards what follows, but for the device, which the job has that has set m_isBusy
    std::condition_variable m_changed;
    Batch m_waiting;
    bool m_isOpened = false, m_isBusy = false;
    std::optional<probenorm::Context> m_device;
};

// How many texels so many threads compress in a second, which is about what a device takes to start.
std::uint64_t texelsOfJobs(std::uint32_t threads);

} // namespace pn::cli
