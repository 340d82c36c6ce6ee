#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace pn {

// Memory that begins with a cache line. Much of it lies in large pages where the system has them: a first write to a
// page costs the kernel's time, and 50 MB are 13 thousand small pages.
void* allocateAligned(std::size_t bytes);
void freeAligned(void* memory, std::size_t bytes);

template <typename Value>
struct AlignedAllocator
{
    using value_type = Value;

    AlignedAllocator() = default;
    template <typename Other>
    explicit(false) AlignedAllocator(const AlignedAllocator<Other>&)
    {
    }

    Value* allocate(std::size_t count)
    {
        if (count > std::size_t(-1) / sizeof(Value))
            throw std::bad_array_new_length();
        return static_cast<Value*>(allocateAligned(count * sizeof(Value)));
    }
    void deallocate(Value* values, std::size_t count) { freeAligned(values, count * sizeof(Value)); }

    // Values without an initializer are not set to zero.
    template <typename Other, typename... Arguments>
    void construct(Other* at, Arguments&&... arguments)
    {
        if constexpr (sizeof...(Arguments) == 0)
            ::new (static_cast<void*>(at)) Other;
        else
            ::new (static_cast<void*>(at)) Other(std::forward<Arguments>(arguments)...);
    }

    friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

// For many numbers that vector instructions read. resize() leaves new values as the memory is.
template <typename Value>
using AlignedVector = std::vector<Value, AlignedAllocator<Value>>;

} // namespace pn
