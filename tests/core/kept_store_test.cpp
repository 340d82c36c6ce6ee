// What a host keeps is taken back only if it is whole and was kept under the same key.
#include "core/kept_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace pn {
namespace {

// A host that keeps bytes in memory.
class Host
{
public:
    KeptStore store() { return {load, keep, this}; }

    std::map<std::string, std::vector<std::byte>> kept;

private:
    static std::uint64_t load(void* host, const char* key, void* bytes, std::uint64_t capacity)
    {
        const std::vector<std::byte>& kept = static_cast<Host*>(host)->kept[key];
        if (kept.size() <= capacity)
            std::ranges::copy(kept, static_cast<std::byte*>(bytes));
        return kept.size();
    }
    static void keep(void* host, const char* key, const void* bytes, std::uint64_t size)
    {
        const auto* const first = static_cast<const std::byte*>(bytes);
        static_cast<Host*>(host)->kept[key].assign(first, first + size);
    }
};

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
        Host host;
        KeptBytes kept = keptOf(bytesOf(count));
        host.store().store("key", kept);
        const KeptBytes loaded = host.store().load("key", kMost);
        EXPECT_TRUE(std::ranges::equal(loaded.bytes(), bytesOf(count))) << count;
    }
}

TEST(KeptStore, HasNothingUnderAnotherKey)
{
    Host host;
    KeptBytes kept = keptOf(bytesOf(100));
    host.store().store("driver 1", kept);
    EXPECT_TRUE(host.store().load("driver 2", kMost).isEmpty());
    host.kept["driver 2"] = host.kept["driver 1"];
    EXPECT_TRUE(host.store().load("driver 2", kMost).isEmpty()) << "bytes of another key";
}

TEST(KeptStore, HasNothingWhereAByteDiffersOrIsMissing)
{
    Host host;
    KeptBytes kept = keptOf(bytesOf(150));
    host.store().store("key", kept);
    std::vector<std::byte>& bytes = host.kept["key"];
    for (std::byte& byte : bytes)
        for (int bit = 0; bit < 8; ++bit)
        {
            byte ^= std::byte(1 << bit);
            EXPECT_TRUE(host.store().load("key", kMost).isEmpty());
            byte ^= std::byte(1 << bit);
        }
    bytes.push_back(std::byte{0});
    EXPECT_TRUE(host.store().load("key", kMost).isEmpty());
    for (bytes.pop_back(); !bytes.empty();)
    {
        bytes.pop_back();
        EXPECT_TRUE(host.store().load("key", kMost).isEmpty()) << bytes.size();
    }
}

TEST(KeptStore, HasNothingWhereThereIsTooMuch)
{
    Host host;
    KeptBytes kept = keptOf(bytesOf(100));
    host.store().store("key", kept);
    EXPECT_FALSE(host.store().load("key", KeptBytes::kHeadBytes + 100).isEmpty());
    EXPECT_TRUE(host.store().load("key", KeptBytes::kHeadBytes + 99).isEmpty());
}

TEST(KeptStore, WithoutFunctionsHasNothing)
{
    KeptBytes kept = keptOf(bytesOf(10));
    KeptStore{}.store("key", kept);
    EXPECT_TRUE(KeptStore{}.load("key", kMost).isEmpty());
}

} // namespace
} // namespace pn
