#pragma once

namespace pn::cli {

// Makes lack of memory an error like any other: exit code 4 and one line, wherever it strikes. A reserve is given up
// first, which lets what is at hand come to its end.
void prepareForNoMemory();

// The line. Allocates nothing.
void reportNoMemory() noexcept;

} // namespace pn::cli
