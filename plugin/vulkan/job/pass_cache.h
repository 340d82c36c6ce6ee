// Keeps passes with their buffers and tables for later steps and calls.
#pragma once

#include "vulkan/passes/make_mip.h"
#include "vulkan/passes/sh_project.h"

#include <list>

namespace pn::vulkan {

// Which rows of a shape the tables of a pass will hold after the commands that have been recorded.
struct TableRows
{
    std::uint32_t begin = 0, end = 0;

    bool hold(const Chunk& chunk) const { return begin <= chunk.rowBegin && chunk.rowEnd <= end; }
};

// A pass and the state of its tables. Whoever records it must keep it until the device has run the commands.
template <typename Pass>
struct KeptPass
{
    Pass pass;
    TableRows rows;
};
using ProjectPass = KeptPass<ShProject>;
using NormalizePass = KeptPass<NormalizeTables>;

// Tables of make_mip, which always hold all rows.
struct MakeMipPass
{
    MakeMipTables tables;
    bool areThere = false; // after the commands that have been recorded
};

class PassCache
{
public:
    PassCache(Device& device, ShProjectKernels& kernels) : m_device(device), m_kernels(kernels) {}

    // ordinal numbers the groups of one step that have the same shape and format: each needs its own coefficients.
    std::shared_ptr<ProjectPass> project(const Shape& shape, PnFormat format, const ProjectSettings& settings,
                                         std::uint32_t probeCount, std::uint32_t ordinal);
    std::shared_ptr<NormalizePass> normalize(const Shape& shape, PnFormat format, std::uint32_t rows);
    std::shared_ptr<MakeMipPass> makeMip(const Shape& source, PnFormat format); // the mip before
    void clear();

private:
    struct Entry
    {
        Shape shape;
        PnFormat format;
        ProjectSettings settings;
        std::uint32_t ordinal;
        std::shared_ptr<ProjectPass> project; // exactly one of these three is set
        std::shared_ptr<NormalizePass> normalize;
        std::shared_ptr<MakeMipPass> makeMip;

        std::uint64_t bytes() const
        {
            return project     ? project->pass.bytes()
                   : normalize ? normalize->pass.buffer().size()
                               : makeMip->tables.buffer().size();
        }
    };

    // The entry that matches, now the one that was used last; null if there is none.
    template <typename Matches>
    Entry* use(const Matches& matches);
    void keep(Entry entry);

    Device& m_device;
    ShProjectKernels& m_kernels;
    std::list<Entry> m_entries; // most recently used first
};

} // namespace pn::vulkan
