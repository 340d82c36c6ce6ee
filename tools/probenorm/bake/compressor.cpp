#include "bake/compressor.h"

#include "run/device.h"

#include <fmt/format.h>

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
    const Batch batch = takeBatch(request);
    std::exception_ptr error;
    lock.unlock();
    try
    {
        if (!m_isOpened) // nobody else writes it
            m_device = m_open();
        compressBatch(batch);
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

// The first, and as many others of its format as fill the device.
Compressor::Batch Compressor::takeBatch(const Request& first)
{
    Batch batch, others;
    std::uint64_t texels = 0;
    for (Request* each : m_waiting)
    {
        const bool fits = each->format == first.format && texels < kTexelsOfBatch;
        if (each == &first || fits)
            texels += texelsOf(each->mips);
        (each == &first || fits ? batch : others).push_back(each);
    }
    m_waiting = std::move(others);
    return batch;
}

// A device that fails is not used again.
void Compressor::compressBatch(const Batch& batch)
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
