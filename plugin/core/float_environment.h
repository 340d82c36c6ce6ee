#pragma once

#include <cfenv>

namespace pn {

// Gives this thread the default floating-point environment (rounding to nearest, denormals kept) for a scope. A host
// may have set another, and the results' bits must not depend on it.
class FloatEnvironment
{
public:
    FloatEnvironment()
    {
        std::fegetenv(&m_callers);
        std::fesetenv(FE_DFL_ENV);
    }
    ~FloatEnvironment() { std::fesetenv(&m_callers); }

    FloatEnvironment(const FloatEnvironment&) = delete;
    FloatEnvironment& operator=(const FloatEnvironment&) = delete;

private:
    std::fenv_t m_callers{};
};

} // namespace pn
