#include "image/texels/bc6h.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pn::image {

namespace {

constexpr std::size_t kTexels = 16;
constexpr std::uint16_t kHalfOne = 0x3C00;

// Four endpoints w, x, y, z of red, green and blue: w and x of the first subset, y and z of the second.
using Endpoints = std::array<std::array<std::int32_t, 3>, 4>;

struct Mode
{
    std::uint32_t code;
    std::uint32_t endpointBits;
    std::array<std::uint32_t, 3> deltaBits; // of x, y, z, where they are deltas of w; endpointBits where they are not
    bool isDelta;
    bool hasTwoSubsets;
};

constexpr std::array<Mode, 14> kModes{{
    {0x00, 10, {5, 5, 5}, true, true},
    {0x01, 7, {6, 6, 6}, true, true},
    {0x02, 11, {5, 4, 4}, true, true},
    {0x06, 11, {4, 5, 4}, true, true},
    {0x0A, 11, {4, 4, 5}, true, true},
    {0x0E, 9, {5, 5, 5}, true, true},
    {0x12, 8, {6, 5, 5}, true, true},
    {0x16, 8, {5, 6, 5}, true, true},
    {0x1A, 8, {5, 5, 6}, true, true},
    {0x1E, 6, {6, 6, 6}, false, true},
    {0x03, 10, {10, 10, 10}, false, false},
    {0x07, 11, {9, 9, 9}, true, false},
    {0x0B, 12, {8, 8, 8}, true, false},
    {0x0F, 16, {4, 4, 4}, true, false},
}};

// What follows the bits of each mode, from the lowest bit on. "rw9:0" is red of w, bits 0 to 9; "rw10:15" has its
// highest bit first; "gy4" is one bit. The partition and the indices are not in the list.
constexpr std::array<std::string_view, 14> kFields{
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

// Bit 4 y + x of a shape: the texel belongs to the second subset.
constexpr std::array<std::uint16_t, 32> kShapes{0xCCCC, 0x8888, 0xEEEE, 0xECC8, 0xC880, 0xFEEC, 0xFEC8, 0xEC80,
                                                0xC800, 0xFFEC, 0xFE80, 0xE800, 0xFFE8, 0xFF00, 0xFFF0, 0xF000,
                                                0xF710, 0x008E, 0x7100, 0x08CE, 0x008C, 0x7310, 0x3100, 0x8CCE,
                                                0x088C, 0x3110, 0x6666, 0x366C, 0x17E8, 0x0FF0, 0x718E, 0x399C};

// The texel of the second subset whose index lacks its highest bit, which is 0. In the first subset it is texel 0.
constexpr std::array<std::uint8_t, 32> kAnchors{15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
                                                15, 2,  8,  2,  2,  8,  8,  15, 2,  8,  2,  2,  8,  8,  2,  2};

constexpr std::array<std::int32_t, 8> kWeights3{0, 9, 18, 27, 37, 46, 55, 64};
constexpr std::array<std::int32_t, 16> kWeights4{0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

// The 128 bits of a block, from the lowest on.
class Bits
{
public:
    explicit Bits(const std::byte* block) { std::memcpy(m_bytes.data(), block, m_bytes.size()); }

    std::uint32_t take(std::uint32_t count)
    {
        std::uint32_t value = 0;
        for (std::uint32_t i = 0; i < count; ++i, ++m_position)
            value |= (m_bytes[m_position / 8] >> m_position % 8 & 1u) << i;
        return value;
    }

private:
    std::array<std::uint8_t, 16> m_bytes{};
    std::uint32_t m_position = 0;
};

// nullptr for the four reserved codes.
const Mode* takeMode(Bits& bits)
{
    std::uint32_t code = bits.take(2);
    if (code > 1)
        code |= bits.take(3) << 2;
    for (const Mode& mode : kModes)
        if (mode.code == code)
            return &mode;
    return nullptr;
}

// The number at the front of text, which it is taken from.
std::uint32_t takeNumber(std::string_view& text)
{
    std::uint32_t number = 0;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1))
        number = 10 * number + static_cast<std::uint32_t>(text.front() - '0');
    return number;
}

void takeField(Bits& bits, std::string_view field, Endpoints& endpoints)
{
    const std::size_t channel = field[0] == 'r' ? 0 : field[0] == 'g' ? 1 : 2;
    const std::size_t endpoint = field[1] == 'w' ? 0 : static_cast<std::size_t>(field[1] - 'x') + 1;
    field.remove_prefix(2);
    const std::uint32_t first = takeNumber(field);
    std::uint32_t last = first;
    if (!field.empty())
    {
        field.remove_prefix(1);
        last = takeNumber(field);
    }
    const std::uint32_t count = (first > last ? first - last : last - first) + 1;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const std::uint32_t bit = first > last ? last + i : last - i;
        endpoints[endpoint][channel] |= static_cast<std::int32_t>(bits.take(1) << bit);
    }
}

Endpoints takeEndpoints(Bits& bits, const Mode& mode)
{
    Endpoints endpoints{};
    std::string_view fields = kFields[static_cast<std::size_t>(&mode - kModes.data())];
    while (!fields.empty())
    {
        const std::size_t end = std::min(fields.find(' '), fields.size());
        takeField(bits, fields.substr(0, end), endpoints);
        fields.remove_prefix(std::min(end + 1, fields.size()));
    }
    return endpoints;
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

void writeTexel(const std::array<std::int32_t, 3>& from, const std::array<std::int32_t, 3>& to, std::int32_t weight,
                bool isSigned, std::byte* texel)
{
    std::array<std::uint16_t, 4> halves{0, 0, 0, kHalfOne};
    for (std::size_t c = 0; c < 3; ++c)
        halves[c] = finished((from[c] * (64 - weight) + to[c] * weight + 32) >> 6, isSigned);
    std::memcpy(texel, halves.data(), sizeof(halves));
}

void writeBlack(std::byte* texels)
{
    for (std::size_t i = 0; i < kTexels; ++i)
        writeTexel({}, {}, 0, false, texels + 8 * i);
}

void decode(const std::byte* block, bool isSigned, std::byte* texels)
{
    Bits bits(block);
    const Mode* mode = takeMode(bits);
    if (mode == nullptr)
        return writeBlack(texels);
    Endpoints endpoints = takeEndpoints(bits, *mode);
    const std::uint32_t shape = mode->hasTwoSubsets ? bits.take(5) : 0;
    resolveDeltas(*mode, isSigned, endpoints);
    for (auto& endpoint : endpoints)
        for (std::int32_t& value : endpoint)
            value = isSigned ? unquantizedSigned(value, mode->endpointBits)
                             : unquantizedUnsigned(value, mode->endpointBits);
    for (std::uint32_t i = 0; i < kTexels; ++i)
    {
        const bool isSecond = mode->hasTwoSubsets && (kShapes[shape] >> i & 1) != 0;
        const bool isAnchor = i == 0 || (mode->hasTwoSubsets && i == kAnchors[shape]);
        const std::uint32_t index = bits.take((mode->hasTwoSubsets ? 3u : 4u) - (isAnchor ? 1u : 0u));
        const std::int32_t weight = mode->hasTwoSubsets ? kWeights3[index] : kWeights4[index];
        const std::size_t from = isSecond ? 2 : 0;
        writeTexel(endpoints[from], endpoints[from + 1], weight, isSigned, texels + 8 * std::size_t{i});
    }
}

} // namespace

void decodeBc6hUnsigned(const std::byte* block, std::byte* texels)
{
    decode(block, false, texels);
}

void decodeBc6hSigned(const std::byte* block, std::byte* texels)
{
    decode(block, true, texels);
}

} // namespace pn::image
