#pragma once

#include "image/image.h"

#include <cstdint>
#include <string>

namespace pn::image {

// The whole of file name below folder, which must not lead out of it by a link, whoever changes links meanwhile.
Buffer readBeneath(const std::string& folder, const std::string& name, std::uint64_t maxBytes);

} // namespace pn::image
