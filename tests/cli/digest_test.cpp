// Against the values that the specification of XXH3 gives for no bytes at all.
#include "bake/digest.h"

#include <gtest/gtest.h>

#include <span>
#include <string>

using namespace pn::cli;

TEST(Digest, OfNothingIsXxh3s)
{
    EXPECT_EQ(digestOf(""), "99aa06d3014798d86001c324468d497f");
}

TEST(Digest, ShardIsXxh3ModuloTheirCount)
{
    EXPECT_EQ(shardOf("", 1), 0u);
    EXPECT_EQ(shardOf("", 1000), 138u); // 0x2d06800538d394c2 modulo 1000
}

TEST(Digest, OfPartsIsThatOfTheWhole)
{
    std::string text;
    for (int i = 0; i < 3000; ++i) // more than XXH3 keeps for later
        text += static_cast<char>('a' + i % 23);
    const auto bytes = std::as_bytes(std::span(text));
    Digest digest;
    for (const std::size_t size : {0u, 1u, 255u, 2000u})
        digest.add(bytes.subspan(digest.bytes(), size));
    digest.add(bytes.subspan(digest.bytes()));
    EXPECT_EQ(digest.bytes(), bytes.size());
    EXPECT_EQ(digest.text(), digestOf(text));
    EXPECT_EQ(Digest().text(), digestOf(""));
}
