#include "bake/digest.h"

#include "image/files/error.h"
#include "image/files/input_file.h"

#include <fmt/format.h>

#define XXH_STATIC_LINKING_ONLY // the state is a type of known size
#include <xxhash.h>

#include <filesystem>

namespace pn::cli {
namespace {

std::string textOf(const XXH128_hash_t& hash)
{
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace

struct Digest::State
{
    XXH3_state_t xxh3;
};

Digest::Digest() : m_state(std::make_unique<State>())
{
    XXH3_128bits_reset(&m_state->xxh3);
}

Digest::~Digest() = default;

void Digest::add(std::span<const std::byte> bytes)
{
    XXH3_128bits_update(&m_state->xxh3, bytes.data(), bytes.size());
    m_bytes += bytes.size();
}

std::string Digest::text() const
{
    return textOf(XXH3_128bits_digest(&m_state->xxh3));
}

std::string digestOf(std::span<const std::byte> bytes)
{
    return textOf(XXH3_128bits(bytes.data(), bytes.size()));
}

std::string digestOf(std::string_view text)
{
    return digestOf(std::as_bytes(std::span(text)));
}

std::optional<std::string> readIfThere(const std::string& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return std::nullopt;
    try
    {
        const image::Buffer bytes = image::readRegularFile(path);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    catch (const image::Error&)
    {
        return std::nullopt; // then it is as if it were not there
    }
}

Json fileFacts(std::span<const std::byte> bytes)
{
    return {{"bytes", bytes.size()}, {"digest", digestOf(bytes)}};
}

Json fileFacts(const Digest& digest)
{
    return {{"bytes", digest.bytes()}, {"digest", digest.text()}};
}

Json fileFacts(const std::string& path)
{
    const std::optional<std::string> bytes = readIfThere(path);
    return bytes ? fileFacts(std::as_bytes(std::span(*bytes))) : Json(nullptr);
}

std::uint32_t shardOf(std::string_view id, std::uint32_t count)
{
    return static_cast<std::uint32_t>(XXH3_64bits(id.data(), id.size()) % count);
}

} // namespace pn::cli
