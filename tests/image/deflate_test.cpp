#include "image/deflate.h"

#include <gtest/gtest.h>

#include <zlib.h>

#include <algorithm>
#include <random>
#include <utility>

using namespace pn::image;

namespace {

using Values = std::vector<std::uint8_t>;

// By zlib, which knows nothing of how they were packed.
Values inflate(const std::vector<std::byte>& packed, std::size_t size)
{
    Values values(size + 1);
    uLongf found = values.size();
    const int result = uncompress(values.data(), &found, reinterpret_cast<const Bytef*>(packed.data()), packed.size());
    EXPECT_EQ(result, Z_OK);
    values.resize(found);
    return values;
}

Values randomValues(std::size_t count)
{
    std::mt19937 random(1);
    Values values(count);
    std::generate(values.begin(), values.end(), [&] { return static_cast<std::uint8_t>(random()); });
    return values;
}

void expectUnchanged(const Values& values)
{
    EXPECT_EQ(inflate(deflateRuns(values), values.size()), values);
}

} // namespace

TEST(DeflateRuns, OneByte)
{
    expectUnchanged({7});
}

TEST(DeflateRuns, RunsOfEveryLength)
{
    Values values;
    for (std::size_t length = 1; length <= 600; ++length)
        values.insert(values.end(), length, static_cast<std::uint8_t>(37 * length));
    expectUnchanged(values);
}

TEST(DeflateRuns, BlocksThatFollowEachOther)
{
    expectUnchanged(randomValues(700000));
    expectUnchanged(Values(700000, 3));
}

// Counts of 1, 1, 2, 3, 5 and so on make the deepest tree: of 25 symbols up to 24 deep, where deflate allows 15.
TEST(DeflateRuns, NoCodeIsTooLong)
{
    Values values;
    std::size_t count = 1, next = 1;
    for (std::uint8_t symbol = 0; symbol < 25; ++symbol)
    {
        values.insert(values.end(), count, symbol);
        count = std::exchange(next, count + next);
    }
    std::shuffle(values.begin(), values.end(), std::mt19937(1));
    expectUnchanged(values);
}

// A byte of 1 of 16 values has 4 bits of information.
TEST(DeflateRuns, FewValuesTakeFewBits)
{
    Values values = randomValues(100000);
    for (std::uint8_t& value : values)
        value &= 15;
    EXPECT_LT(deflateRuns(values).size(), 52000u);
    EXPECT_LT(deflateRuns(Values(100000, 5)).size(), 400u);
}
