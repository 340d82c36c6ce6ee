#include "bake/digest.h"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace pn::cli {

std::string digestOf(std::span<const std::byte> bytes)
{
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string digestOf(std::string_view text)
{
    return digestOf(std::as_bytes(std::span(text)));
}

std::uint32_t shardOf(std::string_view id, std::uint32_t count)
{
    return static_cast<std::uint32_t>(XXH3_64bits(id.data(), id.size()) % count);
}

} // namespace pn::cli
