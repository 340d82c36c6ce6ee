#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

// A folder of a test's own, gone with the test.
class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "probenorm-test-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            ADD_FAILURE() << "cannot make " << name;
        m_path = name;
    }
    ~TemporaryFolder() { std::filesystem::remove_all(m_path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string operator/(const std::string& name) const { return (m_path / name).string(); }

    std::string put(const std::string& name, std::span<const std::byte> bytes) const
    {
        std::ofstream file(m_path / name, std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return *this / name;
    }

    std::vector<std::string> names() const
    {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(m_path))
            found.push_back(entry.path().filename().string());
        return found;
    }

private:
    std::filesystem::path m_path;
};

inline std::string contentOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// PN_REQUIRE_DATA is for machines that must have all data, such as the ones that test every change.
#define PN_SKIP_WITHOUT(path)                                                                                          \
    if (!std::filesystem::exists(path))                                                                                \
    {                                                                                                                  \
        if (std::getenv("PN_REQUIRE_DATA") != nullptr)                                                                 \
            FAIL() << path << " is missing";                                                                           \
        GTEST_SKIP() << path << " is missing";                                                                         \
    }
