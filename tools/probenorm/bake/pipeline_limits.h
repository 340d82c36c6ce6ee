#pragma once

#include "bake/manifest.h"

#include <cstddef>
#include <cstdint>

namespace pn::cli {

// Probes whose files may be open at a time, as the system's limit of open files allows. Raises that limit where it may.
std::size_t findMostNamed(std::uint32_t jobs);

// What a probe will take, guessed from the size of its files: packed ones unpack to more, mips are made in float. After
// it is loaded, what it takes is known.
std::uint64_t guessBytes(const Probe& probe);

} // namespace pn::cli
