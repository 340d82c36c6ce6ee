#pragma once

#include <span>

namespace pn::api {

// Copies a text into a field of the C ABI. A text that is too long is cut, but never inside a UTF-8 character.
void copyText(std::span<char> field, const char* text) noexcept;

} // namespace pn::api
