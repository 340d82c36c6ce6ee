#include "core/kernel/bc6h_format.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace pn::bc6h {

namespace {

constexpr std::uint16_t kHalfOne = 0x3C00;
constexpr std::size_t kMaxRuns = 32;
constexpr std::uint32_t kIndexBitsOfOne = 63, kIndexBitsOfTwo = 46;

// "rw9:0" is red of w, bits 0 to 9, from the lowest on; "rw10:15" has its highest bit first; "gy4" is one bit.
constexpr std::array<std::string_view, kModeCount> kFields{
    "gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3",
    "gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0",
    "rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3",
    "rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3",
    "rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3",
    "rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3",
    "rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0",
    "rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3",
    "rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 bz3",
    "rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0",
    "rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0",
    "rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10",
    "rw9:0 gw9:0 bw9:0 rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11",
    "rw9:0 gw9:0 bw9:0 rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15"};

struct Runs
{
    std::array<BitRun, kMaxRuns> runs{};
    std::size_t count = 0;
};

// The number at the front of text, which it is taken from.
constexpr std::uint8_t takeNumber(std::string_view& text)
{
    std::uint32_t number = 0;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1))
        number = 10 * number + static_cast<std::uint32_t>(text.front() - '0');
    return static_cast<std::uint8_t>(number);
}

constexpr BitRun parseRun(std::string_view field)
{
    const auto channel = field[0] == 'r' ? 0 : field[0] == 'g' ? 1 : 2;
    const auto endpoint = field[1] == 'w' ? 0 : field[1] - 'x' + 1;
    field.remove_prefix(2);
    const std::uint8_t first = takeNumber(field);
    std::uint8_t last = first;
    if (!field.empty())
    {
        field.remove_prefix(1);
        last = takeNumber(field);
    }
    const std::uint8_t lowest = std::min(first, last), highest = std::max(first, last);
    return {static_cast<std::uint8_t>(3 * endpoint + channel), lowest, static_cast<std::uint8_t>(highest - lowest + 1),
            last > first};
}

constexpr std::array<Runs, kModeCount> makeRuns()
{
    std::array<Runs, kModeCount> all{};
    for (std::size_t mode = 0; mode < kModeCount; ++mode)
        for (std::string_view fields = kFields[mode]; !fields.empty();)
        {
            const std::size_t end = std::min(fields.find(' '), fields.size());
            all[mode].runs[all[mode].count++] = parseRun(fields.substr(0, end));
            fields.remove_prefix(std::min(end + 1, fields.size()));
        }
    return all;
}

constexpr std::array<Runs, kModeCount> kRuns = makeRuns();

// The 128 bits of a block, from the lowest on.
class Bits
{
public:
    Bits() = default;
    explicit Bits(const std::byte* bytes) { std::memcpy(m_words.data(), bytes, kBlockBytes); }

    std::uint64_t take(std::uint32_t count)
    {
        const std::uint32_t at = m_position / 64, shift = m_position % 64;
        std::uint64_t value = m_words[at] >> shift;
        if (at == 0 && shift + count > 64)
            value |= m_words[1] << (64 - shift);
        m_position += count;
        return value & ((std::uint64_t{1} << count) - 1);
    }

    void put(std::uint64_t value, std::uint32_t count)
    {
        const std::uint32_t at = m_position / 64, shift = m_position % 64;
        value &= (std::uint64_t{1} << count) - 1;
        m_words[at] |= value << shift;
        if (at == 0 && shift + count > 64)
            m_words[1] |= value >> (64 - shift);
        m_position += count;
    }

    void copyTo(std::byte* bytes) const { std::memcpy(bytes, m_words.data(), kBlockBytes); }

private:
    std::array<std::uint64_t, 2> m_words{};
    std::uint32_t m_position = 0;
};

std::uint32_t reversed(std::uint32_t value, std::uint32_t count)
{
    std::uint32_t result = 0;
    for (std::uint32_t i = 0; i < count; ++i)
        result |= (value >> i & 1u) << (count - 1 - i);
    return result;
}

std::uint32_t takeMode(Bits& bits)
{
    std::uint64_t code = bits.take(2);
    if (code > 1)
        code |= bits.take(3) << 2;
    const auto found = std::find_if(kModes.begin(), kModes.end(), [&](const Mode& mode) { return mode.code == code; });
    return static_cast<std::uint32_t>(found - kModes.begin());
}

std::int32_t signExtended(std::int32_t value, std::uint32_t bits)
{
    const std::int32_t sign = std::int32_t{1} << (bits - 1);
    const std::int32_t low = value & (2 * sign - 1);
    return (low ^ sign) - sign;
}

// Deltas become endpoints, which wrap around within their bits.
void resolveDeltas(const Mode& mode, bool isSigned, Endpoints& endpoints)
{
    const std::int32_t mask = (std::int32_t{1} << mode.endpointBits) - 1;
    for (std::size_t c = 0; c < 3; ++c)
    {
        for (std::size_t i = 1; mode.isDelta && i < endpoints.size(); ++i)
            endpoints[i][c] = (endpoints[0][c] + signExtended(endpoints[i][c], mode.deltaBits[c])) & mask;
        for (std::size_t i = 0; isSigned && i < endpoints.size(); ++i)
            endpoints[i][c] = signExtended(endpoints[i][c], mode.endpointBits);
    }
}

// The index of the next texel, which is taken from the bits.
std::uint32_t takeIndex(const Block& block, std::uint32_t texel, std::uint64_t& bits)
{
    const bool hasTwoSubsets = kModes[block.mode].hasTwoSubsets;
    const bool isAnchor = texel == 0 || (hasTwoSubsets && texel == kAnchors[block.shape]);
    const std::uint32_t count = (hasTwoSubsets ? 3u : 4u) - (isAnchor ? 1u : 0u);
    const auto index = std::uint32_t(bits & ((1u << count) - 1));
    bits >>= count;
    return index;
}

std::int32_t unquantizedUnsigned(std::int32_t value, std::uint32_t bits)
{
    if (bits >= 15 || value == 0)
        return value;
    if (value == (std::int32_t{1} << bits) - 1)
        return 0xFFFF;
    return ((value << 16) + 0x8000) >> bits;
}

std::int32_t unquantizedSigned(std::int32_t value, std::uint32_t bits)
{
    if (bits >= 16)
        return value;
    const std::int32_t magnitude = value < 0 ? -value : value;
    std::int32_t result = 0;
    if (magnitude >= (std::int32_t{1} << (bits - 1)) - 1)
        result = 0x7FFF;
    else if (magnitude != 0)
        result = ((magnitude << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -result : result;
}

// From the 16 bits that are interpolated to those of a half.
std::uint16_t finished(std::int32_t value, bool isSigned)
{
    if (!isSigned)
        return static_cast<std::uint16_t>(value * 31 >> 6);
    const std::int32_t magnitude = (value < 0 ? -value : value) * 31 >> 5;
    return static_cast<std::uint16_t>(magnitude | (value < 0 ? 0x8000 : 0));
}

template <std::size_t kMode, std::size_t kRun>
void putRun(const Endpoints& endpoints, Bits& bits)
{
    constexpr BitRun kBits = kRuns[kMode].runs[kRun];
    constexpr std::uint32_t kEndpoint = kBits.value / 3u, kChannel = kBits.value % 3u;
    const std::int32_t base = kModes[kMode].isDelta && kEndpoint > 0 ? endpoints[0][kChannel] : 0;
    const std::uint32_t value = static_cast<std::uint32_t>(endpoints[kEndpoint][kChannel] - base) >> kBits.lowest;
    bits.put(kBits.falls ? reversed(value, kBits.count) : value, kBits.count);
}

// The mode's code and all endpoints. Where every bit goes is known when it is compiled.
template <std::size_t kMode>
void putEndpoints(const Endpoints& endpoints, Bits& bits)
{
    bits.put(kModes[kMode].code, kModes[kMode].code > 1 ? 5 : 2);
    [&]<std::size_t... kRun>(std::index_sequence<kRun...>)
    {
        (putRun<kMode, kRun>(endpoints, bits), ...);
    }
    (std::make_index_sequence<kRuns[kMode].count>());
}

constexpr auto kPutEndpoints = []<std::size_t... kMode>(std::index_sequence<kMode...>)
{
    return std::array{&putEndpoints<kMode>...};
}
(std::make_index_sequence<kModeCount>());

} // namespace

std::span<const BitRun> runsOf(std::uint32_t mode)
{
    return {kRuns[mode].runs.data(), kRuns[mode].count};
}

Block unpack(const std::byte* bytes, bool isSigned)
{
    Bits bits(bytes);
    Block block;
    block.mode = takeMode(bits);
    if (block.mode == kModeCount)
        return block;
    const Mode& mode = kModes[block.mode];
    for (const BitRun& run : runsOf(block.mode))
    {
        const auto taken = std::uint32_t(bits.take(run.count));
        const std::uint32_t value = run.falls ? reversed(taken, run.count) : taken;
        block.endpoints[run.value / 3u][run.value % 3u] |= static_cast<std::int32_t>(value << run.lowest);
    }
    resolveDeltas(mode, isSigned, block.endpoints);
    block.shape = mode.hasTwoSubsets ? std::uint32_t(bits.take(5)) : 0;
    block.indexBits = bits.take(mode.hasTwoSubsets ? kIndexBitsOfTwo : kIndexBitsOfOne);
    return block;
}

void pack(const Block& block, std::byte* bytes)
{
    Bits bits;
    kPutEndpoints[block.mode](block.endpoints, bits);
    const bool hasTwoSubsets = kModes[block.mode].hasTwoSubsets;
    if (hasTwoSubsets)
        bits.put(block.shape, 5);
    bits.put(block.indexBits, hasTwoSubsets ? kIndexBitsOfTwo : kIndexBitsOfOne);
    bits.copyTo(bytes);
}

void decode(const std::byte* bytes, bool isSigned, std::uint16_t* halves)
{
    Block block = unpack(bytes, isSigned);
    if (block.mode == kModeCount) // any mode does: all that follows is zero
        block.mode = 0;
    const Mode& mode = kModes[block.mode];
    for (auto& endpoint : block.endpoints)
        for (std::int32_t& value : endpoint)
            value =
                isSigned ? unquantizedSigned(value, mode.endpointBits) : unquantizedUnsigned(value, mode.endpointBits);
    for (std::uint32_t i = 0; i < kTexels; ++i)
    {
        const std::uint32_t index = takeIndex(block, i, block.indexBits);
        const std::int32_t weight = mode.hasTwoSubsets ? kWeights3[index] : kWeights4[index];
        const std::size_t from = mode.hasTwoSubsets && (kShapes[block.shape] >> i & 1) != 0 ? 2 : 0;
        for (std::size_t c = 0; c < 3; ++c)
        {
            const std::int32_t a = block.endpoints[from][c], b = block.endpoints[from + 1][c];
            halves[4 * i + c] = finished((a * (64 - weight) + b * weight + 32) >> 6, isSigned);
        }
        halves[4 * i + 3] = kHalfOne;
    }
}

} // namespace pn::bc6h
