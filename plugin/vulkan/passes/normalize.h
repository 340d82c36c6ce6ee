// Normalization on a device: the host's half of denominator.comp and normalize.comp, and the pipelines of
// make_mip.comp.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/compute_pipeline.h"
#include "vulkan/passes/chunks.h"
#include "vulkan/passes/tables.h"

#include "core/backend.h"
#include "shared/normalize.h"

#include <map>
#include <memory>

namespace pn::vulkan {

// What fixes the two pipelines of normalize: for workgroups of one face, and of several.
struct NormalizeVariant
{
    std::uint32_t format = 0; // shared::kTexel...
    std::uint32_t target = 0; // of the results
    bool isRgb = false;
    bool clamps = false;
    bool hasOneFace = false; // per workgroup

    auto operator<=>(const NormalizeVariant&) const = default;
};

NormalizeVariant normalizeVariant(PnFormat format, PnFormat target, bool isRgb, const ProjectSettings& settings);

// The pipelines of the three kernels on one device, made when they are first asked for.
class NormalizeKernels
{
public:
    NormalizeKernels(Device& device, bool exactHalves); // as ShProjectKernels has it

    const PipelineLayout& layout() const { return m_layout; }
    VkPipeline normalize(const NormalizeVariant& variant);
    VkPipeline denominator();
    VkPipeline makeMip(PnFormat format); // format: of the mip before

private:
    Device& m_device;
    PipelineLayout m_layout;
    bool m_exactHalves;
    std::map<NormalizeVariant, std::unique_ptr<ComputePipeline>> m_normalize;
    std::unique_ptr<ComputePipeline> m_denominator;
    std::map<std::uint32_t, std::unique_ptr<ComputePipeline>> m_makeMip; // by shared::kTexel...
};

// What normalize reads beside texels and denominators, for one shape and format: values of bytes, and directions of as
// many rows as a chunk has.
class NormalizeTables
{
public:
    NormalizeTables(Device& device, const Shape& shape, PnFormat format, std::uint32_t rows);

    const Shape& shape() const { return m_shape; }
    std::uint32_t rows() const { return m_rows; }
    bool keepsAllRows() const { return m_rows == m_shape.rows(); }
    const Buffer& buffer() const { return m_tables.buffer(); }

    // The tables that a chunk's dispatch reads; the buffer must live until the copy has run.
    std::unique_ptr<Buffer> makeTables(const Chunk& chunk) const;
    void recordTables(VkCommandBuffer commands, const Buffer& made) const { m_tables.recordCopy(commands, made); }

    shared::NormalizeParams params(const Chunk& chunk, const TexelPolicy& policy) const;

private:
    Shape m_shape;
    PnFormat m_format;
    std::uint32_t m_rows;
    Tables m_tables;
};

// Denominators of so many cubemaps, [lobe][cubemap], from coefficients, [cubemap][index][channel]. Behind them are the
// steps of the de-ringing windows, [lobe][cubemap], so that the report needs no more than these.
class Denominators
{
public:
    Denominators(Device& device, NormalizeKernels& kernels, std::span<const shared::DenominatorParams> lobes,
                 std::uint32_t cubemapCount);

    const Buffer& buffer() const { return m_buffer; }
    std::uint32_t offsetOf(std::size_t mip) const; // words
    Bindings bindings(const BufferRange& coefficients) const;
    void record(VkCommandBuffer commands, VkDescriptorSet set, std::uint32_t coefficientStride);

    // The de-ringing windows' steps, for the report.
    std::uint64_t reportBytes() const { return 4 * std::uint64_t{m_cubemapCount} * m_lobes.size(); }
    void recordReport(VkCommandBuffer commands, const Buffer& report, std::uint64_t offset);
    std::vector<std::uint32_t> readSteps(const std::byte* report, std::uint32_t cubemap) const; // of each lobe

private:
    std::uint32_t stepOffset() const; // words

    Device& m_device;
    NormalizeKernels& m_kernels;
    std::vector<shared::DenominatorParams> m_lobes;
    std::uint32_t m_cubemapCount;
    Buffer m_buffer;
};

// What the dispatch of a chunk binds.
struct NormalizeBuffers
{
    BufferRange texels, results;
    const NormalizeTables* tables = nullptr;
    const Buffer* denominators = nullptr;

    Bindings bindings() const;
};

void recordNormalize(Device& device, NormalizeKernels& kernels, VkCommandBuffer commands, VkDescriptorSet set,
                     const NormalizeTables& tables, const Chunk& chunk, const NormalizeVariant& variant,
                     const TexelPolicy& policy, std::uint32_t denominatorOffset);

} // namespace pn::vulkan
