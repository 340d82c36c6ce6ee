#include "image/deflate.h"

#include "image/cancel.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace pn::image {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10; // with codes of its own
constexpr std::uint32_t kShortestRun = 3, kLongestRun = 258;
constexpr std::uint32_t kEndOfBlock = 256;
constexpr std::uint32_t kFirstLength = 257;
constexpr std::size_t kSymbols = 286;
constexpr std::size_t kTokens = 512; // 256 literals, then runs of kShortestRun to kLongestRun
constexpr std::uint32_t kLongestCode = 15;

using Token = std::uint16_t;
using Counts = std::array<std::uint32_t, kSymbols>;
using Lengths = std::array<std::uint8_t, kSymbols>;

// Bits in the order of the stream, the first one lowest.
struct Bits
{
    std::uint32_t value = 0;
    std::uint32_t count = 0;

    void append(const Bits& more)
    {
        value |= more.value << count;
        count += more.count;
    }
};

// Memory is asked for block by block: put() goes no farther than what was reserved.
class BitWriter
{
public:
    void reserve(std::uint64_t bits)
    {
        constexpr std::size_t kOverhang = 8; // put() writes whole words
        m_bytes.resize(m_size + bits / 8 + 2 * kOverhang);
    }

    void put(const Bits& bits)
    {
        m_bits |= std::uint64_t{bits.value} << m_count;
        m_count += bits.count;
        if (m_count < 32)
            return;
        const auto word = static_cast<std::uint32_t>(m_bits);
        for (std::size_t i = 0; i < 4; ++i)
            m_bytes[m_size + i] = static_cast<std::byte>(word >> (8 * i));
        m_size += 4;
        m_bits >>= 32;
        m_count -= 32;
    }

    // Ends with a whole byte.
    std::vector<std::byte> take()
    {
        for (; m_count > 0; m_count -= std::min(m_count, 8u), m_bits >>= 8)
            m_bytes[m_size++] = static_cast<std::byte>(m_bits);
        m_bytes.resize(m_size);
        return std::move(m_bytes);
    }

private:
    std::vector<std::byte> m_bytes;
    std::size_t m_size = 0;
    std::uint64_t m_bits = 0;
    std::uint32_t m_count = 0;
};

// The code of a run's length, and what follows it.
struct LengthCode
{
    std::uint32_t symbol;
    Bits extra;
};

LengthCode lengthCode(std::uint32_t length)
{
    if (length == kLongestRun)
        return {kFirstLength + 28, {}};
    const std::uint32_t above = length - kShortestRun;
    if (above < 8)
        return {kFirstLength + above, {}};
    const auto extra = static_cast<std::uint32_t>(std::bit_width(above)) - 3;
    return {kFirstLength + 4 + 4 * extra + (above >> extra & 3u), {above & ((1u << extra) - 1u), extra}};
}

// The symbol of a token, without what follows it.
std::uint32_t symbolOf(std::size_t token)
{
    return token < 256 ? static_cast<std::uint32_t>(token)
                       : lengthCode(static_cast<std::uint32_t>(token) - 256 + kShortestRun).symbol;
}

// How many bytes from at on repeat the byte in front of them. Eight are compared at a time.
std::size_t runAt(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t end)
{
    if (at == 0 || bytes[at] != bytes[at - 1])
        return 0;
    const std::size_t last = std::min<std::size_t>(end, at + kLongestRun);
    const std::uint64_t repeated = bytes[at] * 0x0101010101010101u;
    std::size_t to = at + 1;
    for (std::uint64_t eight = 0; to + sizeof(eight) <= last; to += sizeof(eight))
    {
        std::memcpy(&eight, &bytes[to], sizeof(eight));
        if (eight != repeated)
            break;
    }
    while (to < last && bytes[to] == bytes[at])
        ++to;
    return to - at;
}

std::vector<Token> findTokens(std::span<const std::uint8_t> bytes, std::size_t begin, std::size_t end)
{
    std::vector<Token> tokens(end - begin);
    std::size_t count = 0;
    for (std::size_t at = begin; at < end;)
    {
        const std::size_t run = runAt(bytes, at, end);
        const bool isRun = run >= kShortestRun;
        tokens[count++] = static_cast<Token>(isRun ? 256 + run - kShortestRun : bytes[at]);
        at += isRun ? run : 1;
    }
    tokens.resize(count);
    return tokens;
}

// Depths of the leaves of Huffman's tree; counts are of symbols, ascending, at least two.
std::vector<std::uint32_t> treeDepths(const std::vector<std::uint32_t>& counts)
{
    const std::size_t leaves = counts.size(), nodes = 2 * leaves - 1;
    std::vector<std::uint64_t> weights(counts.begin(), counts.end());
    std::vector<std::size_t> parents(nodes);
    std::size_t leaf = 0, inner = leaves; // the lightest ones without a parent
    while (weights.size() < nodes)
    {
        std::uint64_t sum = 0;
        for (int child = 0; child < 2; ++child)
        {
            const bool isLeaf = leaf < leaves && (inner == weights.size() || weights[leaf] <= weights[inner]);
            const std::size_t lightest = isLeaf ? leaf++ : inner++;
            sum += weights[lightest];
            parents[lightest] = weights.size();
        }
        weights.push_back(sum);
    }
    std::vector<std::uint32_t> depths(nodes);
    for (std::size_t node = nodes - 1; node-- > 0;)
        depths[node] = depths[parents[node]] + 1;
    depths.resize(leaves);
    return depths;
}

// Lengths of the codes; 0 of a symbol that does not occur. Where a code would be too long, counts are made more alike.
Lengths codeLengths(Counts counts)
{
    std::vector<std::uint32_t> symbols;
    for (std::uint32_t symbol = 0; symbol < kSymbols; ++symbol)
        if (counts[symbol] != 0)
            symbols.push_back(symbol);
    std::stable_sort(symbols.begin(), symbols.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return counts[a] < counts[b]; });
    for (;;)
    {
        std::vector<std::uint32_t> sorted;
        for (const std::uint32_t symbol : symbols)
            sorted.push_back(counts[symbol]);
        const std::vector<std::uint32_t> depths = treeDepths(sorted);
        Lengths lengths{};
        for (std::size_t i = 0; i < symbols.size(); ++i)
            lengths[symbols[i]] = static_cast<std::uint8_t>(depths[i]);
        if (*std::max_element(depths.begin(), depths.end()) <= kLongestCode)
            return lengths;
        for (std::uint32_t& count : counts)
            count = (count + 1) / 2;
    }
}

// Codes of a length are in the order of their symbols, as RFC 1951 has it; their first bit is the highest.
std::array<Bits, kSymbols> codesOf(const Lengths& lengths)
{
    std::array<Bits, kSymbols> codes{};
    std::uint32_t next = 0;
    for (std::uint32_t length = 1; length <= kLongestCode; ++length, next <<= 1)
        for (std::size_t symbol = 0; symbol < kSymbols; ++symbol)
            if (lengths[symbol] == length)
            {
                for (std::uint32_t bit = 0; bit < length; ++bit)
                    codes[symbol].value |= (next >> bit & 1u) << (length - 1 - bit);
                codes[symbol].count = length;
                ++next;
            }
    return codes;
}

// Lengths are written with 4 bits each, by a code for them that has all of 0 to 15 and no repeats.
void writeHeader(BitWriter& out, const Lengths& lengths, bool isLast)
{
    constexpr std::uint32_t kDynamic = 2, kDistances = 2, kAllLengths = 19;
    out.put({isLast ? 1u : 0u, 1});
    out.put({kDynamic, 2});
    out.put({kSymbols - kFirstLength, 5});
    out.put({kDistances - 1, 5});
    out.put({kAllLengths - 4, 4});
    for (std::uint32_t i = 0; i < kAllLengths; ++i)
        out.put({i < 3 ? 0u : 4u, 3}); // the first three are the repeats
    const auto putLength = [&](std::uint32_t length) {
        out.put({(length & 1u) << 3 | (length & 2u) << 1 | (length & 4u) >> 1 | length >> 3, 4});
    };
    for (const std::uint8_t length : lengths)
        putLength(length);
    for (std::uint32_t i = 0; i < kDistances; ++i) // 1 alone is used; one code by itself would be no complete set
        putLength(1);
}

// Every token as it is written: its code, and of a run also the rest of its length and its distance, which is 1.
std::array<Bits, kTokens> bitsOfTokens(const std::array<Bits, kSymbols>& codes)
{
    constexpr Bits kDistanceOne{0, 1};
    std::array<Bits, kTokens> bits{};
    for (std::size_t token = 0; token < kTokens; ++token)
    {
        bits[token] = codes[symbolOf(token)];
        if (token < 256)
            continue;
        bits[token].append(lengthCode(static_cast<std::uint32_t>(token) - 256 + kShortestRun).extra);
        bits[token].append(kDistanceOne);
    }
    return bits;
}

void writeBlock(BitWriter& out, const std::vector<Token>& tokens, bool isLast)
{
    std::array<std::uint32_t, kTokens> found{};
    for (const Token token : tokens)
        ++found[token];
    Counts counts{};
    for (std::size_t token = 0; token < kTokens; ++token)
        counts[symbolOf(token)] += found[token];
    counts[kEndOfBlock] = 1;
    const Lengths lengths = codeLengths(counts);
    const std::array<Bits, kSymbols> codes = codesOf(lengths);
    const std::array<Bits, kTokens> bits = bitsOfTokens(codes);
    constexpr std::uint64_t kHeaderBits = 2048; // more than it has
    std::uint64_t size = kHeaderBits;
    for (std::size_t token = 0; token < kTokens; ++token)
        size += std::uint64_t{found[token]} * bits[token].count;
    out.reserve(size);
    writeHeader(out, lengths, isLast);
    for (const Token token : tokens)
        out.put(bits[token]);
    out.put(codes[kEndOfBlock]);
}

std::uint32_t adlerOf(std::span<const std::uint8_t> bytes)
{
    constexpr std::size_t kStep = std::size_t{1} << 30; // zlib counts in 32 bits
    uLong sum = adler32(0, nullptr, 0);
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(kStep, bytes.size())))
        sum = adler32(sum, bytes.data(), static_cast<uInt>(std::min(kStep, bytes.size())));
    return static_cast<std::uint32_t>(sum);
}

} // namespace

std::vector<std::byte> deflateRuns(std::span<const std::uint8_t> bytes)
{
    BitWriter out;
    out.put({0x0178, 16}); // deflate, a window of 32 KiB, no dictionary; less than a word
    std::size_t begin = 0;
    do
    {
        throwIfCancelled();
        const std::size_t end = std::min(begin + kBlockBytes, bytes.size());
        writeBlock(out, findTokens(bytes, begin, end), end == bytes.size());
        begin = end;
    } while (begin < bytes.size());
    std::vector<std::byte> file = out.take();
    const std::uint32_t sum = adlerOf(bytes);
    for (int shift = 24; shift >= 0; shift -= 8)
        file.push_back(static_cast<std::byte>(sum >> shift));
    return file;
}

} // namespace pn::image
