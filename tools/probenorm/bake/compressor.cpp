#include "bake/compressor.h"

#include "run/device.h"

#include "image/texels/bc6h.h"

namespace pn::cli {

void Compressor::convert(PnFormat format, std::vector<image::Image>& mips, PnBc6hEffort effort)
{
    const bool isHigh = image::isBc6h(format) && effort == PN_BC6H_EFFORT_HIGH;
    if (!isHigh || !isForDevice(mips) || !convertOnDevice(format, mips, effort))
        convertMips(format, mips, effort, openCpu(1).get());
}

bool Compressor::isForDevice(const std::vector<image::Image>& mips)
{
    std::uint64_t texels = 0;
    for (const image::Image& mip : mips)
        texels += std::uint64_t{mip.width} * mip.height;
    return m_texels.fetch_add(texels) >= m_texelsOfJobs;
}

// One job at a time; while it opens the device, the others do without. A device that fails is not used again; whatever
// it was given is still there.
bool Compressor::convertOnDevice(PnFormat format, std::vector<image::Image>& mips, PnBc6hEffort effort)
{
    std::unique_lock lock(m_mutex, std::defer_lock);
    if (m_isOpened)
        lock.lock();
    else if (!lock.try_lock())
        return false;
    if (!m_isOpened)
        m_device = m_open();
    m_isOpened = true;
    if (!m_device)
        return false;
    try
    {
        mips = image::toBc6h(mips, format, effort, m_device->get());
        return true;
    }
    catch (const probenorm::Exception&)
    {
        m_device.reset();
        return false;
    }
}

std::uint64_t texelsOfJobs(std::uint32_t threads)
{
    constexpr std::uint64_t kTexelsPerThread = 2u << 20; // of the highest effort
    return threads * kTexelsPerThread;
}

} // namespace pn::cli
