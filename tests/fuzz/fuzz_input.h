#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace pn::fuzz {

inline void require(bool condition)
{
    if (!condition)
        std::abort();
}

} // namespace pn::fuzz

// Takes values out of a fuzzer's bytes; once there are none left, all values are 0.
class FuzzInput
{
public:
    FuzzInput(const std::uint8_t* data, std::size_t size) : m_bytes(data, size) {}

    template <typename Value>
    Value take()
    {
        Value value{};
        const std::size_t count = std::min(m_bytes.size(), sizeof(Value));
        if (count != 0)
            std::memcpy(&value, m_bytes.data(), count);
        m_bytes = m_bytes.subspan(count);
        return value;
    }

    std::uint32_t below(std::uint32_t count) { return take<std::uint8_t>() % count; }
    bool oneIn(std::uint32_t count) { return below(count) == count - 1; } // not where there are no bytes left

    // Mostly a value of an enum with this many values or the first one beyond, sometimes anything.
    std::int32_t choice(std::uint32_t count)
    {
        return oneIn(16) ? take<std::int32_t>() : static_cast<std::int32_t>(below(count + 1));
    }

    // Mostly a number that calls accept, sometimes any bits.
    float real()
    {
        switch (below(4))
        {
        case 0: return static_cast<float>(take<std::int8_t>()) / 16.0f;
        case 1: return 1.0f;
        case 2: return 0.0f;
        default: return take<float>();
        }
    }

    void fill(std::span<std::byte> bytes)
    {
        const std::size_t count = std::min(m_bytes.size(), bytes.size());
        if (count != 0)
            std::memcpy(bytes.data(), m_bytes.data(), count);
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(count), bytes.end(), std::byte{0x3c});
        m_bytes = m_bytes.subspan(count);
    }

private:
    std::span<const std::uint8_t> m_bytes;
};

// Memory of exactly this many bytes, so that the address sanitizer sees one byte too many.
class ExactMemory
{
public:
    explicit ExactMemory(std::size_t bytes) : m_bytes(new std::byte[bytes]), m_size(bytes) {}

    std::span<std::byte> span() { return {m_bytes.get(), m_size}; }

    template <typename Value>
    Value* as()
    {
        return reinterpret_cast<Value*>(m_bytes.get());
    }

private:
    std::unique_ptr<std::byte[]> m_bytes;
    std::size_t m_size;
};

// A struct as a caller with another version of the header has it: structSize is mostly right, and there are as many
// bytes as it says, up to what a library may read of a size that cannot be right.
template <typename Struct>
class SizedStruct
{
public:
    SizedStruct(Struct value, FuzzInput& input) : m_memory(chooseSize(input))
    {
        value.structSize = m_claimed;
        const std::span<std::byte> bytes = m_memory.span();
        std::fill(bytes.begin(), bytes.end(), std::byte{0});
        std::memcpy(bytes.data(), &value, std::min(bytes.size(), sizeof(Struct)));
        if (bytes.size() > sizeof(Struct) && input.oneIn(4)) // a field that the library does not know
            bytes.back() = std::byte{1};
    }

    Struct* get() { return m_memory.as<Struct>(); }
    Struct* orNull(FuzzInput& input) { return input.oneIn(4) ? nullptr : get(); }

private:
    static constexpr std::uint32_t kMost = 4096; // docs/abi.md: a larger structSize is refused unread

    std::size_t chooseSize(FuzzInput& input)
    {
        m_claimed = sizeof(Struct);
        if (input.oneIn(16))
            m_claimed = input.take<std::uint32_t>();
        else if (input.oneIn(16))
            m_claimed += 4 * (input.below(32) - 16);
        return m_claimed > kMost ? sizeof(Struct) : std::max<std::size_t>(m_claimed, sizeof(m_claimed));
    }

    std::uint32_t m_claimed = 0; // before m_memory, whose size depends on it
    ExactMemory m_memory;
};
