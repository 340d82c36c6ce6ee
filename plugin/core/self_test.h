#pragma once

#include "core/backend.h"

#include <vector>

namespace pn {

// A small signed probe with half denormals, NaNs and infinities, whose coefficients and counts tell whether a backend
// sums as the CPU backend does.
class SelfTest
{
public:
    SelfTest(bool isCubemap, PnFormat format) : SelfTest(smallShape(isCubemap), format) {}
    SelfTest(const Shape& shape, PnFormat format);

    // Just too large for a workgroup that takes whole probes, so that a device needs both of its passes.
    static Shape smallShape(bool isCubemap) { return isCubemap ? Shape::cubemap(65) : Shape::equirect(35, 17); }

    // A shape of few texels and many columns, so that a device needs all of its passes to add them up.
    static Shape wideShape() { return Shape::equirect(16383, 1); }

    ProbeView view() const;

private:
    Shape m_shape;
    PnFormat m_format;
    std::vector<std::byte> m_texels;
};

// The normalization of such a probe by its own light, into memory of its own. It has one more mip, given, so small that
// a workgroup takes several of its faces; or all mips, if the backend makes them.
class NormalizeTest
{
public:
    explicit NormalizeTest(const ProbeView& view, bool makesMips = false);
    NormalizeTest(const NormalizeTest&) = delete; // its targets point to its texels
    NormalizeTest& operator=(const NormalizeTest&) = delete;

    ProbeTask task(std::span<const shared::DenominatorParams> lobes);
    bool sameBits(const NormalizeTest& other) const { return m_texels == other.m_texels; }
    std::span<const std::byte> texels() const { return m_texels; } // of all mips and faces, tightly

private:
    bool m_makesMips;
    std::vector<ProbeView> m_mips;
    std::vector<CubemapTarget> m_targets;
    std::vector<std::byte> m_texels;
};

// The prefiltering of so many times the same small probe, into memory of its own: a copy, an even
// and an odd mip.
class PrefilterTest
{
public:
    PrefilterTest(const ProbeView& view, PnFormat target, std::uint32_t cubemapCount);
    PrefilterTest(const PrefilterTest&) = delete; // its tasks point to its texels
    PrefilterTest& operator=(const PrefilterTest&) = delete;

    static Shape shape() { return Shape::cubemap(16); }

    std::span<const PrefilterTask> tasks() const { return m_tasks; }
    bool allHaveBitsOf(const PrefilterTest& one) const; // one: of one cubemap

private:
    std::vector<PrefilterMip> m_mips;
    std::vector<CubemapTarget> m_targets;         // of all cubemaps
    std::vector<std::vector<std::byte>> m_texels; // of each
    std::vector<PrefilterTask> m_tasks;
};

// Whether two results have the same bits.
bool sameBits(const ProbeResult& a, const ProbeResult& b);

// A monitor that never stops anything.
class NullMonitor final : public Monitor
{
public:
    void finished(std::uint32_t) override {}
    bool cancelled() const override { return false; }
};

} // namespace pn
