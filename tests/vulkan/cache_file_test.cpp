// What is kept from run to run is read back only if it is whole and was written under the same key.
#include "vulkan/device/cache_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace pn::vulkan {
namespace {

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

class CacheFile : public testing::Test
{
protected:
    CacheFile() : m_folder(std::filesystem::path(testing::TempDir()) / "probenorm-cache-file")
    {
        std::filesystem::create_directories(m_folder);
    }
    ~CacheFile() override { std::filesystem::remove_all(m_folder); }

    std::string path() const { return (m_folder / "kernels").string(); }

    bool holds(std::string_view key, std::string_view text) const
    {
        const auto read = readCacheFile(path(), bytesOf(key));
        return read && std::equal(read->begin(), read->end(), bytesOf(text).begin(), bytesOf(text).end());
    }

    std::filesystem::path m_folder;
};

} // namespace

TEST_F(CacheFile, IsReadUnderItsKeyAlone)
{
    EXPECT_FALSE(readCacheFile(path(), bytesOf("driver 1")));
    ASSERT_TRUE(replaceCacheFile(path(), bytesOf("driver 1"), bytesOf("kernels")));
    EXPECT_TRUE(holds("driver 1", "kernels"));
    EXPECT_FALSE(readCacheFile(path(), bytesOf("driver 2")));
    ASSERT_TRUE(replaceCacheFile(path(), bytesOf("driver 2"), bytesOf("")));
    EXPECT_TRUE(holds("driver 2", ""));
    EXPECT_FALSE(readCacheFile(path(), bytesOf("driver 1")));
}

TEST_F(CacheFile, OfWhichAnyByteChangedIsIgnored)
{
    ASSERT_TRUE(replaceCacheFile(path(), bytesOf("key"), bytesOf("compiled kernels")));
    const auto size = std::filesystem::file_size(path());
    for (std::uintmax_t at = 0; at < size; ++at)
    {
        std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
        const auto flip = [&] {
            file.seekg(std::streamoff(at));
            const int byte = file.get();
            file.seekp(std::streamoff(at));
            file.put(char(byte ^ 0x10));
            file.flush();
        };
        flip();
        EXPECT_FALSE(readCacheFile(path(), bytesOf("key"))) << at;
        flip();
    }
    EXPECT_TRUE(holds("key", "compiled kernels"));
    std::filesystem::resize_file(path(), size - 1);
    EXPECT_FALSE(readCacheFile(path(), bytesOf("key")));
    std::filesystem::resize_file(path(), size + 1);
    EXPECT_FALSE(readCacheFile(path(), bytesOf("key")));
}

// A folder stands in the way of the rename.
TEST_F(CacheFile, LeavesNothingBehindWhereItCannotBeWritten)
{
    std::filesystem::create_directories(m_folder / "kernels" / "below");
    EXPECT_FALSE(replaceCacheFile(path(), bytesOf("key"), bytesOf("kernels")));
    EXPECT_FALSE(replaceCacheFile((m_folder / "missing" / "kernels").string(), bytesOf("key"), bytesOf("kernels")));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(m_folder), std::filesystem::directory_iterator()), 1);
}

} // namespace pn::vulkan
