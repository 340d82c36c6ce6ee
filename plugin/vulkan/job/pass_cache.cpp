#include "vulkan/job/pass_cache.h"

#include <algorithm>
#include <bit>

namespace pn::vulkan {
namespace {

constexpr std::size_t kMaxEntries = 128;        // enough for the mips of a few sizes and formats
constexpr std::uint64_t kMaxBytes = 256u << 20; // of all entries together
constexpr std::uint64_t kRoundedBytes =
    1u << 20; // up to this size, counts of probes are rounded up, so that fewer passes are needed

// Rounds the count of probes up while the buffers are small, so that the next step can use the same pass.
std::uint32_t roundedCount(const Shape& shape, const ProjectSettings& settings, std::uint32_t count)
{
    const std::uint64_t probeBytes =
        std::uint64_t{12} * momentCount(settings.bands) * shape.faceCount * blocksPerFace(shape);
    const std::uint32_t rounded = std::bit_ceil(count);
    return rounded * probeBytes <= kRoundedBytes ? rounded : count;
}

} // namespace

template <typename Matches>
PassCache::Entry* PassCache::use(const Matches& matches)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), matches);
    if (found == m_entries.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return &m_entries.front();
}

std::shared_ptr<ProjectPass> PassCache::project(const Shape& shape, PnFormat format, const ProjectSettings& settings,
                                                std::uint32_t probeCount, std::uint32_t ordinal)
{
    const Entry* const found = use([&](const Entry& entry) {
        return entry.project && entry.shape == shape && entry.format == format && entry.settings == settings &&
               entry.ordinal == ordinal;
    });
    if (found != nullptr && found->project->pass.mostProbes() >= probeCount)
        return found->project;
    if (found != nullptr)
        m_entries.pop_front();
    const std::uint32_t count = roundedCount(shape, settings, probeCount);
    keep({shape, format, settings, ordinal,
          std::shared_ptr<ProjectPass>(
              new ProjectPass{ShProject(m_device, m_kernels, shape, format, settings, count), {}}),
          nullptr, nullptr});
    return m_entries.front().project;
}

std::shared_ptr<NormalizePass> PassCache::normalize(const Shape& shape, PnFormat format, std::uint32_t rows)
{
    const Entry* const found = use([&](const Entry& entry) {
        return entry.normalize && entry.shape == shape && entry.format == format &&
               entry.normalize->pass.rows() == rows;
    });
    if (found != nullptr)
        return found->normalize;
    std::shared_ptr<NormalizePass> pass(new NormalizePass{NormalizeTables(m_device, shape, format, rows),
                                                          {}}); // an aggregate, which make_shared cannot create
    keep({shape, format, {}, 0, nullptr, pass, nullptr});
    return pass;
}

std::shared_ptr<MakeMipPass> PassCache::makeMip(const Shape& source, PnFormat format)
{
    const Entry* const found =
        use([&](const Entry& entry) { return entry.makeMip && entry.shape == source && entry.format == format; });
    if (found != nullptr)
        return found->makeMip;
    std::shared_ptr<MakeMipPass> pass(new MakeMipPass{MakeMipTables(m_device, source.width, format), false});
    keep({source, format, {}, 0, nullptr, nullptr, pass});
    return pass;
}

void PassCache::clear()
{
    m_entries.clear();
}

void PassCache::keep(Entry entry)
{
    m_entries.push_front(std::move(entry));
    std::uint64_t bytes = 0;
    std::size_t count = 0;
    m_entries.erase(std::find_if(std::next(m_entries.begin()), m_entries.end(),
                                 [&](const Entry& kept) {
                                     bytes += kept.bytes();
                                     return ++count >= kMaxEntries || bytes > kMaxBytes;
                                 }),
                    m_entries.end());
}

} // namespace pn::vulkan
