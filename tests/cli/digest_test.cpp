// Against the values that the specification of XXH3 gives for no bytes at all.
#include "bake/digest.h"

#include <gtest/gtest.h>

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
