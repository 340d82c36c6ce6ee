#pragma once

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace pn {

// Rounding to nearest and no flushing of denormals for as long as it lives, whatever the host has set; then the
// host's own again.
class FloatEnvironment
{
public:
    FloatEnvironment(const FloatEnvironment&) = delete;
    FloatEnvironment& operator=(const FloatEnvironment&) = delete;

#if defined(__SSE2__) || defined(_M_X64)
    FloatEnvironment() : m_saved(_mm_getcsr())
    {
        _mm_setcsr(kDefaultMxcsr);
    }
    ~FloatEnvironment()
    {
        _mm_setcsr(m_saved);
    }

private:
    static constexpr unsigned kDefaultMxcsr = 0x1f80; // all exceptions masked, nearest, no FTZ, no DAZ
    unsigned m_saved;
#else
    FloatEnvironment()
    {
        std::fegetenv(&m_saved);
        std::fesetenv(FE_DFL_ENV);
    }
    ~FloatEnvironment()
    {
        std::fesetenv(&m_saved);
    }

private:
    std::fenv_t m_saved;
#endif
};

} // namespace pn
