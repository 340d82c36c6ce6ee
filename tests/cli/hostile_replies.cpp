#include "hostile_replies.h"

#include <algorithm>
#include <cstring>

namespace pn::test {
namespace {

using decode::Reply;

constexpr std::uint32_t kMost = 0xFFFFFFFFu;
constexpr std::uint32_t kTexels = 32; // bytes of a good reply's
constexpr std::uint64_t kMostTexels = std::uint64_t{32} << 20;
constexpr const char* kImpossible = "the decoder gave an impossible answer";

// A map of 4 x 2 texels.
Reply goodReply()
{
    Reply reply{};
    reply.mipCount = 1;
    reply.format = PN_FORMAT_RGBA8_SRGB;
    reply.width = 4;
    reply.height = 2;
    return reply;
}

decode::Text textOf(std::uint32_t size, std::string_view bytes)
{
    decode::Text text{};
    text.size = size;
    std::memcpy(text.bytes, bytes.data(), std::min(bytes.size(), sizeof(text.bytes)));
    return text;
}

class Table
{
public:
    void add(const std::string& name, const Reply& reply, int exit, const std::string& reason = "",
             std::size_t messageBytes = sizeof(Reply), std::uint32_t texelBytes = kTexels)
    {
        std::string message(reinterpret_cast<const char*>(&reply), sizeof(reply));
        message.resize(messageBytes, '\x55');
        std::string count(sizeof(texelBytes), '\0');
        std::memcpy(count.data(), &texelBytes, sizeof(texelBytes));
        m_rows.push_back({name, std::string(kReplyMagic) + count + message, exit, reason});
    }

    void addShapes(std::uint32_t isCubemap, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& sizes,
                   const std::string& reason)
    {
        Reply reply = goodReply();
        reply.isCubemap = isCubemap;
        reply.format = PN_FORMAT_RGBA32F;
        for (const auto& [width, height] : sizes)
        {
            reply.width = width;
            reply.height = height;
            const std::uint64_t texels = std::uint64_t{width} * height * 16; // all that it promises, if that is little
            add((isCubemap != 0 ? "cube " : "map ") + std::to_string(width) + " x " + std::to_string(height), reply, 3,
                reason, sizeof(Reply), texels <= kMostTexels ? static_cast<std::uint32_t>(texels) : kTexels);
        }
    }

    // The good reply with one field changed to each of these.
    void addValues(const std::string& name, std::uint32_t Reply::*field, const std::vector<std::uint32_t>& values,
                   const std::string& reason)
    {
        for (const std::uint32_t value : values)
        {
            Reply reply = goodReply();
            reply.*field = value;
            add(name + " " + std::to_string(value), reply, 3, reason);
        }
    }

    std::vector<HostileReply> take() { return std::move(m_rows); }

private:
    std::vector<HostileReply> m_rows;
};

void addShapes(Table& table)
{
    table.addShapes(
        1, {{4096, 1}, {1, 4096}, {64, 16384}, {64, 385}, {64, 383}, {1, 5}, {1, 7}, {0x2AAAAAAB, 2}, {6, 6 * 6 + 1}},
        kImpossible);
    table.addShapes(1, {{6, 6}, {2, 24}, {64, 16386}, {1024, 6}, {1, 6144}, {16384, 6}, {98304, 98304}},
                    "cubemap faces must be square");
    table.addShapes(1, {{16385, 6 * 16385}}, "face size must be in 1..16384");
    table.addShapes(1, {{16384, 6 * 16384}}, "above the limit");
    table.addShapes(1, {{0, 6}, {0, 0}, {kMost - 3, kMost - 3}}, "width must be in");
    table.addShapes(1, {{1, 0}}, "height must be in");
    table.addShapes(
        0, {{0, 0}, {0, 1}, {98305, 1}, {kMost, 1}, {kMost, kMost}, {0x80000000, 0x40000000}, {0x10000001, 0x10}},
        "width must be in");
    table.addShapes(0, {{1, 0}, {1, 98305}, {16, 0x10000001}, {2, kMost}}, "height must be in");
    table.addShapes(0, {{98304, 98304}, {65536, 32768}}, "above the limit");
    table.addShapes(0, {{98304, 1}}, "has no known layout");
}

void addNumbers(Table& table)
{
    table.addValues("format", &Reply::format, {0, 8, 9, 99, 255, 256, 65536, 0x7FFFFFFF, 0x80000000, kMost},
                    kImpossible);
    table.addValues("cubemap", &Reply::isCubemap, {2, 3, 6, 255, 256, 0x80000000, kMost}, kImpossible);
    table.addValues("mips", &Reply::mipCount, {0}, kImpossible);
    table.addValues("mips", &Reply::mipCount, {4, 5, 32, 33, 255, 0x7FFFFFFF, 0x80000000, kMost}, "mip count must be");
    table.addValues("error", &Reply::error, {1, 2, 6, 7, 255, 256, 0x7FFFFFFF, 0x80000003, kMost},
                    "the decoder failed in an unknown way");
    table.addValues("error", &Reply::error, {4}, "needs more memory to decode");
    table.addValues("error", &Reply::error, {3}, "the decoder gave no reason");
}

// Texts that are hard to print, to store as JSON, or to end.
std::vector<std::pair<std::string, std::string>> hostileTexts()
{
    return {{"NUL", std::string("\0hidden", 7)},
            {"newlines", std::string(decode::kMostText, '\n')},
            {"lines", "first\nsecond\r\nprobenorm: third\n"},
            {"escapes", "\x1b[2J\x1b]0;title\x07\b\b"},
            {"no UTF-8", "\xC0\xAF\xFF\xFE\xED\xA0\x80"},
            {"cut UTF-8", std::string(decode::kMostText - 1, 'a') + "\xE2"},
            {"formats", "%s%n%1000000d{}{0}{:>1000000}"},
            {"markup", "</pre><script>alert(1)</script>&\"'"},
            {"quotes", "\"\\\"}],\"exit\":0"},
            {"long", std::string(decode::kMostText, 'x')}};
}

void addMessages(Table& table)
{
    Reply reply = goodReply();
    for (const auto& [name, text] : hostileTexts())
        for (const std::uint32_t error : {3, 5})
        {
            reply.error = error;
            reply.message = textOf(decode::kMostText, text);
            table.add("message of " + name + " " + std::to_string(error), reply, static_cast<int>(error));
        }
    reply.error = 3;
    for (const std::uint32_t size : {0u, 1025u, 65536u, 0x80000000u, kMost})
    {
        reply.message = textOf(size, std::string(decode::kMostText, 'm'));
        table.add("message size " + std::to_string(size), reply, 3, size == 0 ? "no reason" : std::string(1024, 'm'));
    }
}

void addLengths(Table& table)
{
    for (const std::size_t size : {std::size_t{1}, std::size_t{4}, std::size_t{24}, sizeof(Reply) - 1,
                                   sizeof(Reply) + 1, 2 * sizeof(Reply), std::size_t{100'000}})
        table.add("length " + std::to_string(size), goodReply(), 3, kImpossible, size);
    for (const std::uint32_t texels : {0u, 1u, kTexels - 1})
        table.add("texels " + std::to_string(texels), goodReply(), 3, "fewer texels", sizeof(Reply), texels);
}

// A map, whatever is said of it.
void addAccepted(Table& table)
{
    Reply reply = goodReply();
    for (const std::uint32_t texels : {kTexels, kTexels + 1, std::uint32_t{1} << 20})
        table.add("accepted texels " + std::to_string(texels), reply, 0, "", sizeof(Reply), texels);
    for (const auto& [name, text] : hostileTexts())
    {
        reply.warnings = textOf(decode::kMostText, text);
        table.add("accepted warning of " + name, reply, 0);
    }
    for (const std::uint32_t size : {1025u, 65536u, kMost})
    {
        reply.warnings = textOf(size, "w");
        table.add("accepted warning size " + std::to_string(size), reply, 0);
    }
}

} // namespace

std::vector<HostileReply> hostileReplies()
{
    Table table;
    addShapes(table);
    addNumbers(table);
    addMessages(table);
    addLengths(table);
    addAccepted(table);
    return table.take();
}

} // namespace pn::test
