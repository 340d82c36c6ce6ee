#include "api/message_ring.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace pn::api {
namespace {

// The bytes of text that fit in front of the terminator without cutting a UTF-8 character in two.
std::size_t fittingLength(const char* text, std::size_t capacity)
{
    const char* const terminator = std::find(text, text + capacity, '\0');
    if (terminator != text + capacity)
        return std::size_t(terminator - text);
    std::size_t end = capacity - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u)
        --end;
    return end;
}

} // namespace

void copyText(std::span<char> field, const char* text) noexcept
{
    const std::size_t length = fittingLength(text, field.size());
    std::memcpy(field.data(), text, length);
    field[length] = '\0';
}

} // namespace pn::api
