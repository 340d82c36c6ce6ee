#include "core/light/residual_memory.h"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace pn {
namespace {

constexpr std::size_t kLargePage = 2u << 20;
constexpr std::size_t kLeastBytes = 16 * kLargePage; // of memory that consists of large pages
constexpr std::size_t kSmallPiece = kLargePage / 8;  // a page loses less than that at its end
constexpr std::align_val_t kPageAlignment{kLargePage};

std::byte* allocate(std::size_t bytes)
{
    auto* const memory = static_cast<std::byte*>(::operator new(bytes, kPageAlignment));
#ifdef __linux__
    if (bytes >= kLeastBytes)
        madvise(memory, bytes / kLargePage * kLargePage, MADV_HUGEPAGE); // a wish: without it, pages are small
#endif
    return memory;
}

} // namespace

void ResidualMemory::Free::operator()(std::byte* memory) const
{
    ::operator delete(memory, kPageAlignment);
}

void ResidualMemory::begin(std::size_t bytes, std::uint32_t threads)
{
    const bool hasPages = bytes >= kLeastBytes;
    m_pages.assign(hasPages ? threads : 0, {});
    m_wanted = hasPages ? bytes + bytes / 7 + threads * kLargePage : bytes; // 7 of 8 parts of a page are used at least
    m_claimed = 0;
    if (m_wanted > m_size)
        m_memory.reset();
}

std::byte* ResidualMemory::take(std::size_t bytes, std::uint32_t thread)
{
    bytes = bytesTaken(bytes);
    if (m_pages.empty() || bytes > kSmallPiece)
        return claim(bytes);
    Page& page = m_pages[thread];
    if (bytes > page.left)
        page = {claim(kLargePage), kLargePage};
    std::byte* const taken = page.next;
    page = {taken + bytes, page.left - bytes};
    return taken;
}

std::byte* ResidualMemory::claim(std::size_t bytes)
{
    const std::lock_guard lock(m_mutex);
    if (!m_memory)
    {
        m_memory.reset(allocate(m_wanted));
        m_size = m_wanted;
    }
    std::byte* const claimed = m_memory.get() + m_claimed;
    m_claimed += bytes;
    return claimed;
}

} // namespace pn
