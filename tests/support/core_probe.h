#pragma once

#include "core/cpu/cpu_backend.h"
#include "core/self_test.h"
#include "testing.h"

#include <array>
#include <vector>

// The tests' probes as pn_core takes them.
namespace pn::testing {

using Texels = std::vector<std::array<float, 3>>; // face by face, row by row

inline Shape shapeOf(const TestProbe& probe)
{
    return probe.isCubemap ? Shape::cubemap(probe.width) : Shape::equirect(probe.width, probe.height);
}

inline ProbeView viewOf(const TestProbe& probe)
{
    ProbeView view{shapeOf(probe), probe.format, std::size_t{probe.width} * formatBytes(probe.format), {}};
    for (std::uint32_t face = 0; face < probe.faceCount(); ++face)
        view.faces[face] = probe.texels.data() + face * probe.faceBytes();
    return view;
}

inline TestProbe makeFloatProbe(const Shape& shape, const Texels& texels, PnFormat format = PN_FORMAT_RGB32F)
{
    TestProbe probe = makeProbe(shape.isCubemap(), shape.width, shape.height, format);
    for (std::size_t i = 0; i < texels.size(); ++i)
        std::memcpy(probe.texels.data() + i * pnGetFormatBytes(format), texels.at(i).data(), sizeof(texels[i]));
    return probe;
}

inline ProbeResult projectOnCpu(const TestProbe& probe, const ProjectSettings& settings,
                                const SimdTarget& target = simdTargets().front(), std::uint32_t threads = 1)
{
    const ProbeView view = viewOf(probe);
    ProbeResult result;
    NullMonitor monitor;
    CpuBackend(threads, target).project({&view, 1}, settings, {&result, 1}, monitor);
    return result;
}

inline ProbeResult projectOnCpu(const TestProbe& probe, std::uint32_t bands)
{
    return projectOnCpu(probe, ProjectSettings{bands, {}});
}

} // namespace pn::testing
