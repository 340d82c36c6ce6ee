#include "bake/compressor.h"

#include "run/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <iterator>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::uint64_t kTexelsOfBatch = 2u << 20; // sixteen probes of 128 texels: they fill a device

std::uint64_t texelsOf(const std::vector<image::Image>& mips)
{
    std::uint64_t texels = 0;
    for (const image::Image& mip : mips)
        texels += std::uint64_t{mip.width} * mip.height;
    return texels;
}

} // namespace

Compressor::Mips Compressor::compress(PnFormat format, const Mips& mips, PnBc6hEffort effort)
{
    if (effort == PN_BC6H_EFFORT_HIGH && isForDevice(mips))
        if (Mips compressed = compressOnDevice(format, mips); !compressed.empty())
            return compressed;
    return image::toBc6h(image::pointersTo(mips), format, effort, openCpu(1).get());
}

bool Compressor::isForDevice(const Mips& mips)
{
    return m_texels.fetch_add(texelsOf(mips)) >= m_texelsOfJobs;
}

// One job at a time has the device, and compresses what the others have brought until then. While it opens the device,
// they do without.
Compressor::Mips Compressor::compressOnDevice(PnFormat format, const Mips& mips)
{
    Request request{format, mips, {}, false};
    std::unique_lock lock(m_mutex);
    if (m_isOpened ? !m_isBusy && !m_device : m_isBusy)
        return {};
    m_waiting.push_back(&request);
    m_changed.wait(lock, [&] { return request.isDone || !m_isBusy; });
    if (request.isDone)
        return std::move(request.compressed);
    m_isBusy = true;
    Batch batch = std::exchange(m_waiting, {}); // all: no memory is needed, so nobody is left waiting
    std::exception_ptr error;
    lock.unlock();
    try
    {
        if (!m_isOpened) // nobody else writes it
            m_device = m_open();
        compressAll(batch);
    }
    catch (...)
    {
        error = std::current_exception();
    }
    lock.lock();
    m_isOpened = true;
    m_isBusy = false;
    for (Request* each : batch)
        each->isDone = true;
    m_changed.notify_all();
    if (error)
        std::rethrow_exception(error);
    return std::move(request.compressed);
}

// In calls of one format, each as many as fill the device.
void Compressor::compressAll(Batch& waiting)
{
    std::stable_sort(waiting.begin(), waiting.end(),
                     [](const Request* a, const Request* b) { return a->format < b->format; });
    for (auto begin = waiting.begin(); begin != waiting.end();)
    {
        auto end = begin;
        for (std::uint64_t texels = 0;
             end != waiting.end() && (*end)->format == (*begin)->format && texels < kTexelsOfBatch; ++end)
            texels += texelsOf((*end)->mips);
        compressBatch({&*begin, static_cast<std::size_t>(end - begin)});
        begin = end;
    }
}

// A device that fails is not used again.
void Compressor::compressBatch(std::span<Request* const> batch)
{
    if (!m_device)
        return;
    std::vector<const image::Image*> images;
    for (const Request* each : batch)
        for (const image::Image& mip : each->mips)
            images.push_back(&mip);
    try
    {
        Mips compressed = image::toBc6h(images, batch.front()->format, PN_BC6H_EFFORT_HIGH, m_device->get());
        auto from = std::make_move_iterator(compressed.begin());
        for (Request* each : batch)
        {
            const auto to = from + std::ptrdiff_t(each->mips.size());
            each->compressed.assign(from, to);
            from = to;
        }
    }
    catch (const probenorm::Exception& error)
    {
        m_device.reset();
        m_warn(fmt::format("{}; the CPU compresses the other probes, to the same blocks", error.what()));
    }
}

std::uint64_t texelsOfJobs(std::uint32_t threads)
{
    constexpr std::uint64_t kTexelsPerThread = 2u << 20; // of the highest effort
    return threads * kTexelsPerThread;
}

} // namespace pn::cli
