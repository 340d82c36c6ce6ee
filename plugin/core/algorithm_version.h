#pragma once

#include <cstdint>

namespace pn {

// Of the bits of results; see pnGetAlgorithmVersion(). 2: prefiltering looks at nodes by their readers.
inline constexpr std::uint32_t kAlgorithmVersion = 2;

} // namespace pn
