#include "bake/compressor.h"

#include "run/device.h"

#include <fmt/format.h>

namespace pn::cli {

Compressor::Mips Compressor::compress(PnFormat format, const Mips& mips, PnBc6hEffort effort)
{
    if (effort == PN_BC6H_EFFORT_HIGH && isForDevice(mips))
        if (std::optional<Mips> compressed = compressOnDevice(format, mips))
            return std::move(*compressed);
    return image::toBc6h(mips, format, effort, openCpu(1).get());
}

bool Compressor::isForDevice(const Mips& mips)
{
    std::uint64_t texels = 0;
    for (const image::Image& mip : mips)
        texels += std::uint64_t{mip.width} * mip.height;
    return m_texels.fetch_add(texels) >= m_texelsOfJobs;
}

// One job at a time; while it opens the device, the others do without. A device that fails is not used again.
std::optional<Compressor::Mips> Compressor::compressOnDevice(PnFormat format, const Mips& mips)
{
    std::unique_lock lock(m_mutex, std::defer_lock);
    if (m_isOpened)
        lock.lock();
    else if (!lock.try_lock())
        return std::nullopt;
    if (!m_isOpened)
        m_device = m_open();
    m_isOpened = true;
    if (!m_device)
        return std::nullopt;
    try
    {
        return image::toBc6h(mips, format, PN_BC6H_EFFORT_HIGH, m_device->get());
    }
    catch (const probenorm::Exception& error)
    {
        m_device.reset();
        m_warn(fmt::format("{}; the CPU compresses the other probes, to the same blocks", error.what()));
        return std::nullopt;
    }
}

std::uint64_t texelsOfJobs(std::uint32_t threads)
{
    constexpr std::uint64_t kTexelsPerThread = 2u << 20; // of the highest effort
    return threads * kTexelsPerThread;
}

} // namespace pn::cli
