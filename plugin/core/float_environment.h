#pragma once

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace pn {

// Rounding to nearest and no flushing of denormals for as long as it lives, whatever the host has set; then the
// host's own again.
class DefaultFloatEnvironment
{
public:
    DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
    DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

#if defined(__SSE2__) || defined(_M_X64)
    DefaultFloatEnvironment() : m_saved(_mm_getcsr())
    {
        _mm_setcsr(kDefaultMxcsr);
    }
    ~DefaultFloatEnvironment()
    {
        _mm_setcsr(m_saved);
    }

private:
    static constexpr unsigned kDefaultMxcsr = 0x1f80; // all exceptions masked, nearest, no FTZ, no DAZ
    unsigned m_saved;
#else
    DefaultFloatEnvironment()
    {
        std::fegetenv(&m_saved);
        std::fesetenv(FE_DFL_ENV);
    }
    ~DefaultFloatEnvironment()
    {
        std::fesetenv(&m_saved);
    }

private:
    std::fenv_t m_saved;
#endif
};

} // namespace pn
