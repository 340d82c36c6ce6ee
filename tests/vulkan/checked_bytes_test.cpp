// What a host keeps is taken back only if it is whole and was kept under the same key.
#include "vulkan/device/pipeline_cache.h"

#include <gtest/gtest.h>

#include <string_view>

namespace pn::vulkan {
namespace {

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

bool isEqual(const std::optional<std::vector<std::byte>>& read, std::string_view text)
{
    return read && std::equal(read->begin(), read->end(), bytesOf(text).begin(), bytesOf(text).end());
}

} // namespace

TEST(CheckedBytes, AreReadUnderTheirKeyAlone)
{
    const auto kept = addChecksum(bytesOf("driver 1"), bytesOf("kernels"));
    EXPECT_TRUE(isEqual(removeChecksum(bytesOf("driver 1"), kept), "kernels"));
    EXPECT_FALSE(removeChecksum(bytesOf("driver 2"), kept));
    EXPECT_TRUE(isEqual(removeChecksum(bytesOf("key"), addChecksum(bytesOf("key"), {})), ""));
    EXPECT_FALSE(removeChecksum(bytesOf("key"), {}));
}

TEST(CheckedBytes, OfWhichAnyByteChangedAreIgnored)
{
    auto kept = addChecksum(bytesOf("key"), bytesOf("compiled kernels"));
    for (std::byte& byte : kept)
    {
        byte ^= std::byte{0x10};
        EXPECT_FALSE(removeChecksum(bytesOf("key"), kept));
        byte ^= std::byte{0x10};
    }
    EXPECT_FALSE(removeChecksum(bytesOf("key"), std::span(kept).first(kept.size() - 1)));
    kept.push_back(std::byte{0});
    EXPECT_FALSE(removeChecksum(bytesOf("key"), kept));
}

} // namespace pn::vulkan
