#pragma once

#include "core/aligned_vector.h"

#include "probenorm/probenorm.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pn {

// Bytes that the host keeps from one run to the next (PnContextDesc), and that nobody has to trust: they lie behind a
// head with a checksum of their key and of themselves.
//
//   head  8 bytes of magic, size of the bytes, checksum, zeros
//   bytes
class KeptBytes
{
public:
    static constexpr std::size_t kHeadBytes = 64; // so that the bytes begin with a cache line, too

    KeptBytes() = default;
    explicit KeptBytes(std::size_t size) : m_all(kHeadBytes + size) {}

    bool isEmpty() const { return m_all.size() <= kHeadBytes; }
    std::span<std::byte> bytes() { return all().subspan(m_all.empty() ? 0 : kHeadBytes); }
    std::span<const std::byte> bytes() const { return const_cast<KeptBytes*>(this)->bytes(); }
    std::span<std::byte> all() { return m_all; } // with the head

    // Writes the head, once the bytes are there.
    void seal(const std::string& key);

    // Whether the head is that of these bytes under this key.
    bool isSealed(const std::string& key) const;

private:
    AlignedVector<std::byte> m_all;
};

// Where the host keeps them. Without functions there are none.
struct KeptStore
{
    PnLoadKeptFunction loadFunction = nullptr;
    PnStoreKeptFunction storeFunction = nullptr;
    void* userData = nullptr;

    // What was stored under a key. Empty where there is nothing, where it is damaged, and where it is larger than that.
    KeptBytes load(const std::string& key, std::uint64_t maxBytes) const;

    // Seals bytes and hands them to the host.
    void store(const std::string& key, KeptBytes& kept) const;
};

} // namespace pn
