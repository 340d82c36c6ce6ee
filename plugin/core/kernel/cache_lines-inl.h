// What asks for lines of the caches and writes past them. Compiled once for each instruction set.
#if defined(PN_CORE_CACHE_LINES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_CACHE_LINES_INL_H
#undef PN_CORE_CACHE_LINES_INL_H
#else
#define PN_CORE_CACHE_LINES_INL_H
#endif

#include "core/kernel/texel_loader-inl.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

inline constexpr std::size_t kLineBytes = 64; // of a processor's cache

// Prefetch into L2: L1 is small, and L2 allows more outstanding requests (docs/decisions, 9).
HWY_INLINE void prefetchLine(const std::byte* line)
{
#if HWY_ARCH_X86
    _mm_prefetch(reinterpret_cast<const char*>(line), _MM_HINT_T1);
#else
    hwy::Prefetch(line);
#endif
}

// A plain write would first read each line from memory. The caller calls hwy::FlushStream() before other threads read.
inline void streamBytes(const std::byte* from, std::byte* to, std::size_t bytes)
{
    const std::size_t head =
        std::min(bytes, (kLineBytes - reinterpret_cast<std::uintptr_t>(to) % kLineBytes) % kLineBytes);
    std::memcpy(to, from, head);
    std::size_t at = head;
    for (; at + kLineBytes <= bytes; at += kLineBytes)
        for (std::size_t i = at; i < at + kLineBytes; i += sizeof(std::uint32_t) * PN_LANES)
            hn::Stream(hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from + i)), U(),
                       reinterpret_cast<std::uint32_t*>(to + i));
    std::memcpy(to + at, from + at, bytes - at);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
