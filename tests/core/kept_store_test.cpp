// What a host keeps is taken back only if it is whole and was kept under the same key.
#include "support/kept_host.h"

#include "core/kept_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace pn {
namespace {

using testing::KeptHost;

KeptStore storeOf(KeptHost& host)
{
    return {KeptHost::load, KeptHost::store, &host};
}

constexpr std::uint64_t kMost = 4096;

std::vector<std::byte> bytesOf(std::size_t count)
{
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = std::byte(i * 7 + 1);
    return bytes;
}

KeptBytes keptOf(const std::vector<std::byte>& bytes)
{
    KeptBytes kept(bytes.size());
    std::ranges::copy(bytes, kept.bytes().begin());
    return kept;
}

TEST(KeptStore, GivesBackWhatItWasGiven)
{
    for (const std::size_t count :
         {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{1000}})
    {
        KeptHost host;
        KeptBytes kept = keptOf(bytesOf(count));
        storeOf(host).store("key", kept);
        const KeptBytes loaded = storeOf(host).load("key", kMost);
        EXPECT_TRUE(std::ranges::equal(loaded.bytes(), bytesOf(count))) << count;
    }
}

TEST(KeptStore, HasNothingUnderAnotherKey)
{
    KeptHost host;
    KeptBytes kept = keptOf(bytesOf(100));
    storeOf(host).store("driver 1", kept);
    EXPECT_TRUE(storeOf(host).load("driver 2", kMost).isEmpty());
    host.kept["driver 2"] = host.kept["driver 1"];
    EXPECT_TRUE(storeOf(host).load("driver 2", kMost).isEmpty()) << "bytes of another key";
}

TEST(KeptStore, HasNothingWhereAByteDiffersOrIsMissing)
{
    KeptHost host;
    KeptBytes kept = keptOf(bytesOf(150));
    storeOf(host).store("key", kept);
    std::vector<std::byte>& bytes = host.kept["key"];
    for (std::byte& byte : bytes)
        for (int bit = 0; bit < 8; ++bit)
        {
            byte ^= std::byte(1 << bit);
            EXPECT_TRUE(storeOf(host).load("key", kMost).isEmpty());
            byte ^= std::byte(1 << bit);
        }
    bytes.push_back(std::byte{0});
    EXPECT_TRUE(storeOf(host).load("key", kMost).isEmpty());
    for (bytes.pop_back(); !bytes.empty();)
    {
        bytes.pop_back();
        EXPECT_TRUE(storeOf(host).load("key", kMost).isEmpty()) << bytes.size();
    }
}

TEST(KeptStore, HasNothingWhereThereIsTooMuch)
{
    KeptHost host;
    KeptBytes kept = keptOf(bytesOf(100));
    storeOf(host).store("key", kept);
    EXPECT_FALSE(storeOf(host).load("key", KeptBytes::kHeadBytes + 100).isEmpty());
    EXPECT_TRUE(storeOf(host).load("key", KeptBytes::kHeadBytes + 99).isEmpty());
}

TEST(KeptStore, WithoutFunctionsHasNothing)
{
    KeptBytes kept = keptOf(bytesOf(10));
    KeptStore{}.store("key", kept);
    EXPECT_TRUE(KeptStore{}.load("key", kMost).isEmpty());
}

} // namespace
} // namespace pn
