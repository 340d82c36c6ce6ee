#pragma once

#include <new>
#include <system_error>

namespace pn::image {

// std::filesystem reports lack of memory as an error code among others. Throws std::bad_alloc if error is that one.
inline void throwIfNoMemory(const std::error_code& error)
{
    if (error == std::errc::not_enough_memory)
        throw std::bad_alloc();
}

} // namespace pn::image
