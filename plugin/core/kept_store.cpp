#include "core/kept_store.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace pn {
namespace {

struct Head
{
    std::array<char, 8> magic{'P', 'N', 'K', 'E', 'P', 'T', '0', '1'};
    std::uint64_t size = 0;
    std::uint64_t sum = 0;
    std::array<std::uint64_t, 5> zeros{};
};
static_assert(sizeof(Head) == KeptBytes::kHeadBytes);

// Eight sums side by side, which a processor adds to at the speed of its memory. Each step can be turned round, so that
// one damaged word always changes the sum; it does not stop somebody who forges the bytes.
std::uint64_t checksum(std::span<const std::byte> bytes)
{
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15u;
    using Words = std::array<std::uint64_t, 8>;
    Words sums{1, 2, 3, 4, 5, 6, 7, 8};
    const auto add = [&](const std::byte* from) {
        Words words;
        std::memcpy(words.data(), from, sizeof(words));
        for (std::size_t i = 0; i < words.size(); ++i)
            sums[i] = std::rotl(sums[i] ^ words[i], 23) + kFactor;
    };
    const std::size_t whole = bytes.size() / sizeof(Words) * sizeof(Words);
    for (std::size_t at = 0; at < whole; at += sizeof(Words))
        add(&bytes[at]);
    std::array<std::byte, sizeof(Words)> rest{};
    std::ranges::copy(bytes.subspan(whole), rest.begin());
    add(rest.data());
    std::uint64_t sum = bytes.size();
    for (const std::uint64_t part : sums)
    {
        sum = (sum ^ part) * kFactor;
        sum ^= sum >> 32;
    }
    return sum;
}

Head headOf(const std::string& key, std::span<const std::byte> bytes)
{
    const std::array sums{checksum(std::as_bytes(std::span(key))), checksum(bytes)};
    return {.size = bytes.size(), .sum = checksum(std::as_bytes(std::span(sums)))};
}

} // namespace

void KeptBytes::seal(const std::string& key)
{
    const Head head = headOf(key, bytes());
    std::memcpy(m_all.data(), &head, sizeof(head));
}

bool KeptBytes::isSealed(const std::string& key) const
{
    const Head head = headOf(key, bytes());
    return std::memcmp(m_all.data(), &head, sizeof(head)) == 0;
}

KeptBytes KeptStore::load(const std::string& key, std::uint64_t maxBytes) const
{
    if (loadFunction == nullptr)
        return {};
    const std::uint64_t size = loadFunction(userData, key.c_str(), nullptr, 0);
    if (size <= KeptBytes::kHeadBytes || size > maxBytes)
        return {};
    KeptBytes kept(size - KeptBytes::kHeadBytes);
    if (loadFunction(userData, key.c_str(), kept.all().data(), size) != size || !kept.isSealed(key))
        return {};
    return kept;
}

void KeptStore::store(const std::string& key, KeptBytes& kept) const
{
    if (storeFunction == nullptr)
        return;
    kept.seal(key);
    storeFunction(userData, key.c_str(), kept.all().data(), kept.all().size());
}

} // namespace pn
