// Mips on a device: the host's half of make_mip.comp.
#pragma once

#include "vulkan/passes/normalize.h"

#include "shared/make_mip.h"

namespace pn::vulkan {

// What make_mip reads beside texels, for one size and format of the mip before: values of bytes, and weights.
class MakeMipTables
{
public:
    MakeMipTables(Device& device, std::uint32_t sourceSize, PnFormat format);

    const Buffer& buffer() const { return m_tables.buffer(); }

    std::unique_ptr<Buffer> makeTables() const; // it must live until the copy has run
    void recordTables(VkCommandBuffer commands, const Buffer& made) const { m_tables.recordCopy(commands, made); }

    Bindings bindings(const BufferRange& source, const BufferRange& mip) const;

    // chunk: of the mip, whole faces, whose source has the same faces.
    void record(NormalizeKernels& kernels, VkCommandBuffer commands, VkDescriptorSet set, const Chunk& chunk,
                const TexelPolicy& policy) const;

private:
    shared::MakeMipParams params(const Chunk& chunk, const TexelPolicy& policy) const;

    Device& m_device;
    std::uint32_t m_sourceSize;
    PnFormat m_format;
    Tables m_tables;
};

} // namespace pn::vulkan
