#include "core/aligned_vector.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace pn {
namespace {

constexpr std::size_t kCacheLine = 64, kLargePage = std::size_t{2} << 20;

std::align_val_t alignmentOf(std::size_t bytes)
{
    return std::align_val_t(bytes < 2 * kLargePage ? kCacheLine : kLargePage);
}

} // namespace

void* allocateAligned(std::size_t bytes)
{
    const std::align_val_t alignment = alignmentOf(bytes);
    void* const memory = ::operator new(bytes, alignment);
#if defined(__linux__)
    if (alignment == std::align_val_t(kLargePage))
        madvise(memory, bytes / kLargePage * kLargePage, MADV_HUGEPAGE); // a wish, which may fail
#endif
    return memory;
}

void freeAligned(void* memory, std::size_t bytes)
{
    ::operator delete(memory, alignmentOf(bytes));
}

} // namespace pn
