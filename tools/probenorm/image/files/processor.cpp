#include "image/files/processor.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace pn::image {

#if defined(__x86_64__)

bool hasAvx2()
{
    static const bool has = __builtin_cpu_supports("avx2") != 0;
    return has;
}

bool hasF16c()
{
    static const bool has = [] { // __builtin_cpu_supports of clang 14 does not know it
        unsigned int eax = 0, ebx = 0, ecx = 0, edx = 0;
        return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
    }();
    return has;
}

#else

bool hasAvx2()
{
    return false;
}

bool hasF16c()
{
    return false;
}

#endif

} // namespace pn::image
