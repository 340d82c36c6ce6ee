#pragma once

namespace pn::cli {

// Lack of memory ends the program with exit code 4 and one line, even where no exception may pass. Allocates nothing,
// so that it can come before everything else.
void reportLackOfMemory();

// The same, and a reserve is given up first, which lets what is at hand come to its end.
void prepareForNoMemory();

// The line. Allocates nothing.
void reportNoMemory() noexcept;

} // namespace pn::cli
