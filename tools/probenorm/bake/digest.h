#pragma once

#include "support/json.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pn::cli {

// The digest of bytes that come in parts.
class Digest
{
public:
    Digest();
    ~Digest();
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;

    void add(std::span<const std::byte> bytes);
    std::uint64_t bytes() const { return m_bytes; } // that were added
    std::string text() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::uint64_t m_bytes = 0;
};

// 128 bits of XXH3 as 32 hexadecimal digits. They tell contents apart; they do not resist somebody who forges them.
std::string digestOf(std::span<const std::byte> bytes);
std::string digestOf(std::string_view text);

// The bytes of a regular file; nothing where it cannot be read.
std::optional<std::string> readIfThere(const std::string& path);

// "bytes" and "digest" of a file's contents; null where it cannot be read, which equals no file's.
Json fileFacts(const std::string& path);
Json fileFacts(std::span<const std::byte> bytes);
Json fileFacts(const Digest& digest);

// Which of count shards a probe belongs to, 0 to count - 1: 64 bits of XXH3 of the id, modulo count.
std::uint32_t shardOf(std::string_view id, std::uint32_t count);

} // namespace pn::cli
