#pragma once

#include <cstdint>
#include <span>

namespace pn {

// The CPU twin of sh_combine.comp. Adds count partials pairwise (i with i + 1, then with i + 2, ...) until one is
// left. They are stored one after the other; count is a power of two; the sum is in the first partial.
void combinePartials(std::span<float> partials, std::uint32_t count);

} // namespace pn
