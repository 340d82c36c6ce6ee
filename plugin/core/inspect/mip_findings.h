#pragma once

#include "core/inspect/findings.h"

#include "core/backend.h"

#include <span>

namespace pn::inspect {

// What the mips of a cubemap are made of the first one by: means, a lobe and a law, or neither.
void findMips(std::span<const ProbeView> mips, std::uint32_t threadCount, Findings& findings);

} // namespace pn::inspect
