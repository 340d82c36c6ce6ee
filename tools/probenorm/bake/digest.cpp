#include "bake/digest.h"

#include "image/files/processor.h"

#include <fmt/format.h>

#define XXH_STATIC_LINKING_ONLY // the state is a type of known size
#if defined(__x86_64__)
#include <immintrin.h>
#include <xxh_x86dispatch.h> // chooses wider instructions where the processor has them; the digest is the same
#else
#include <xxhash.h>
#endif

namespace pn::cli {

namespace {

#if defined(__x86_64__)
__attribute__((target("avx"))) void zeroUpperHalves()
{
    _mm256_zeroupper();
}
#endif

// Debian 12's build of the library comes back from its wide instructions without vzeroupper. Until somebody else calls
// that, Intel's processors take several times as long for each instruction of SSE, of which most of this program is.
void leaveWideInstructions()
{
#if defined(__x86_64__)
    if (image::hasAvx2())
        zeroUpperHalves();
#endif
}

std::string textOf(const XXH128_hash_t& hash)
{
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace

struct Digest::State
{
    XXH3_state_t xxh3;
};

Digest::Digest() : m_state(std::make_unique_for_overwrite<State>())
{
    XXH3_128bits_reset(&m_state->xxh3);
}

Digest::~Digest() = default;

void Digest::add(std::span<const std::byte> bytes)
{
    XXH3_128bits_update(&m_state->xxh3, bytes.data(), bytes.size());
    leaveWideInstructions();
    m_bytes += bytes.size();
}

std::string Digest::text() const
{
    const XXH128_hash_t hash = XXH3_128bits_digest(&m_state->xxh3);
    leaveWideInstructions();
    return textOf(hash);
}

std::string digestOf(std::span<const std::byte> bytes)
{
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    leaveWideInstructions();
    return textOf(hash);
}

std::string digestOf(std::string_view text)
{
    return digestOf(std::as_bytes(std::span(text)));
}

std::uint32_t shardOf(std::string_view id, std::uint32_t count)
{
    const XXH64_hash_t hash = XXH3_64bits(id.data(), id.size());
    leaveWideInstructions();
    return static_cast<std::uint32_t>(hash % count);
}

} // namespace pn::cli
