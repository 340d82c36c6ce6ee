// Whether the user has cancelled is asked between rows of texels, so that a command stops soon whatever it is doing.
#pragma once

#include <cstddef>

namespace pn::image {

// Called by throwIfCancelled(); throws if the user has cancelled. None at first. The process has one, as it has one
// Ctrl-C.
void setCancelCheck(void (*check)());

void throwIfCancelled();

// memcpy() that asks after every few megabytes.
void copyUnlessCancelled(std::byte* to, const std::byte* from, std::size_t count);

} // namespace pn::image
