// Passes with their buffers and tables, kept for the steps and calls that come.
#pragma once

#include "vulkan/passes/normalize.h"
#include "vulkan/passes/sh_project.h"

#include <list>

namespace pn::vulkan {

// Which rows of a shape a pass's tables hold, as far as commands have been recorded.
struct TableRows
{
    std::uint32_t begin = 0, end = 0;

    bool hold(const Chunk& chunk) const { return begin <= chunk.rowBegin && chunk.rowEnd <= end; }
};

// A pass and the state of its tables. Whatever has recorded it keeps it until the device is done.
template <typename Pass>
struct KeptPass
{
    Pass pass;
    TableRows rows;
};
using ProjectPass = KeptPass<ShProject>;
using NormalizePass = KeptPass<NormalizeTables>;

class PassCache
{
public:
    PassCache(Device& device, ShProjectKernels& kernels) : m_device(device), m_kernels(kernels) {}

    // ordinal: which of a step's groups of that shape and format, since each needs coefficients of its own.
    std::shared_ptr<ProjectPass> project(const Shape& shape, PnFormat format, const ProjectSettings& settings,
                                         std::uint32_t probeCount, std::uint32_t ordinal);
    std::shared_ptr<NormalizePass> normalize(const Shape& shape, PnFormat format, std::uint32_t rows);
    void clear();

private:
    struct Entry
    {
        Shape shape;
        PnFormat format;
        ProjectSettings settings;
        std::uint32_t ordinal;
        std::shared_ptr<ProjectPass> project; // one of the two
        std::shared_ptr<NormalizePass> normalize;

        std::uint64_t bytes() const { return project ? project->pass.bytes() : normalize->pass.buffer().size(); }
    };

    void keep(Entry entry);

    Device& m_device;
    ShProjectKernels& m_kernels;
    std::list<Entry> m_entries; // the last one used first
};

} // namespace pn::vulkan
