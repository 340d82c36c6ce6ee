#pragma once

namespace pn::image {

// Which vector instructions the processor has; false on other processors than x86.
bool hasAvx2();
bool hasF16c(); // conversion of half floats

} // namespace pn::image
