// Replaces operator new and operator delete of a test program, for tests of allocations. Include it in one source file,
// after the definition of allocate(), which counts or refuses requests.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

void* operator new(std::size_t size)
{
    return allocate(size);
}
void* operator new[](std::size_t size)
{
    return allocate(size);
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
// clang declares these two nowhere, so they would be hidden, and other libraries would take those of a sanitizer.
[[gnu::visibility("default")]] void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
[[gnu::visibility("default")]] void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}
