// stb_image takes some truncated files as whole and makes up the missing texels. These walk a file's structure first
// and throw when it ends early.
#pragma once

#include <cstddef>
#include <span>

namespace pn::image {

void requireCompleteJpeg(std::span<const std::byte> file);
void requireCompleteTga(std::span<const std::byte> file);

} // namespace pn::image
