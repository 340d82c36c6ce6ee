// Whether the user has cancelled is asked between rows of texels, so that a command stops soon whatever it is doing.
#pragma once

#include <cstddef>

namespace pn::image {

// Called by throwIfCancelled(); throws if the user has cancelled. None at first. The process has one, as it has one
// Ctrl-C.
void setCancelCheck(void (*check)());

void throwIfCancelled();

// Whether file can be read or written at once, as events of poll() say. Waits for it for a few milliseconds, and throws
// if it is not ready and the user has cancelled. The signal may come at any time and to any thread. No file is -1.
bool isReadySoon(int file, short events);

// memcpy() that asks after every few megabytes.
void copyUnlessCancelled(std::byte* to, const std::byte* from, std::size_t count);

} // namespace pn::image
