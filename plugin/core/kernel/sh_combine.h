#pragma once

#include <cstdint>
#include <span>

namespace pn {

// The CPU twin of sh_combine.comp: adds partials pairwise, i with i + 1, then i + 2, until one is left. They lie one
// after the other, count is a power of two, and the sum ends up in the first.
void combinePartials(std::span<float> partials, std::uint32_t count);

} // namespace pn
