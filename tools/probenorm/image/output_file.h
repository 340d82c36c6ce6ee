#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace pn::image {

// A file that appears whole, or not at all: bytes go to a temporary file in the same folder, which takes the name when
// everything is on the disk. "-" is standard output; devices and pipes are written as they are. Dropped without
// commit(), nothing is left behind.
class OutputFile
{
public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void commit();

private:
    void discard() noexcept;
    [[noreturn]] void fail(const char* what, int error);

    std::string m_path;
    std::string m_temporary; // "" where there is none
    int m_file = -1;
};

// All of it in one go.
void writeFile(const std::string& path, std::span<const std::byte> bytes);
void writeFile(const std::string& path, std::string_view text);

} // namespace pn::image
