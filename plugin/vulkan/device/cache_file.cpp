#include "vulkan/device/cache_file.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace pn::vulkan {
namespace {

constexpr std::array<char, 8> kMagic{'P', 'N', 'C', 'A', 'C', 'H', 'E', '1'};
constexpr std::size_t kMaxBytes = std::size_t{256} << 20; // a cache of all our kernels has a few

struct Close
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

#ifdef _WIN32
std::wstring wide(const std::string& path)
{
    std::wstring text(std::size_t(MultiByteToWideChar(CP_UTF8, 0, path.c_str(), -1, nullptr, 0)), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, path.c_str(), -1, text.data(), int(text.size()));
    return text;
}

File openToRead(const std::string& path)
{
    return File(_wfopen(wide(path).c_str(), L"rb"));
}

File openNew(const std::string& path)
{
    return File(_wfopen(wide(path).c_str(), L"wb"));
}

bool takeName(const std::string& from, const std::string& to)
{
    return MoveFileExW(wide(from).c_str(), wide(to).c_str(), MOVEFILE_REPLACE_EXISTING) != 0;
}

void removeFile(const std::string& path)
{
    _wremove(wide(path).c_str());
}

unsigned long processId()
{
    return GetCurrentProcessId();
}
#else
File openToRead(const std::string& path)
{
    return File(std::fopen(path.c_str(), "rbe"));
}

File openNew(const std::string& path)
{
    return File(std::fopen(path.c_str(), "wbxe"));
}

bool takeName(const std::string& from, const std::string& to)
{
    return std::rename(from.c_str(), to.c_str()) == 0;
}

void removeFile(const std::string& path)
{
    std::remove(path.c_str());
}

unsigned long processId()
{
    return static_cast<unsigned long>(getpid());
}
#endif

// FNV-1a of 64 bits. It finds damage; it does not stop somebody who forges a file.
std::uint64_t checksum(std::span<const std::byte> key, std::span<const std::byte> bytes)
{
    std::uint64_t sum = 0xcbf29ce484222325u;
    for (const auto part : {key, bytes})
        for (const std::byte byte : part)
            sum = (sum ^ std::uint64_t(byte)) * 0x100000001b3u;
    return sum;
}

struct Head
{
    std::array<char, 8> magic = kMagic;
    std::uint64_t size = 0;
    std::uint64_t sum = 0;
};

bool write(std::FILE* file, const void* bytes, std::size_t size)
{
    return size == 0 || std::fwrite(bytes, size, 1, file) == 1;
}

bool read(std::FILE* file, void* bytes, std::size_t size)
{
    return size == 0 || std::fread(bytes, size, 1, file) == 1;
}

// Several processes of several machines may write to one folder.
std::string temporaryName(const std::string& path)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    return path + "." + std::to_string(processId()) + "-" + std::to_string(now) + ".tmp";
}

} // namespace

std::optional<std::vector<std::byte>> readCacheFile(const std::string& path, std::span<const std::byte> key)
{
    const File file = openToRead(path);
    Head head;
    if (!file || !read(file.get(), &head, sizeof(head)) || head.magic != kMagic || head.size > kMaxBytes)
        return std::nullopt;
    std::vector<std::byte> bytes(std::size_t(head.size));
    if (!read(file.get(), bytes.data(), bytes.size()) || std::fgetc(file.get()) != EOF ||
        head.sum != checksum(key, bytes))
        return std::nullopt;
    return bytes;
}

bool replaceCacheFile(const std::string& path, std::span<const std::byte> key, std::span<const std::byte> bytes)
{
    if (bytes.size() > kMaxBytes)
        return false;
    const std::string temporary = temporaryName(path);
    File file = openNew(temporary);
    if (!file)
        return false;
    const Head head{.size = bytes.size(), .sum = checksum(key, bytes)};
    const bool isWritten = write(file.get(), &head, sizeof(head)) && write(file.get(), bytes.data(), bytes.size());
    const bool isClosed = std::fclose(file.release()) == 0;
    if (isWritten && isClosed && takeName(temporary, path))
        return true;
    removeFile(temporary);
    return false;
}

} // namespace pn::vulkan
