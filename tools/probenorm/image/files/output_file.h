#pragma once

#include <cstddef>
#include <ctime>
#include <span>
#include <string>
#include <string_view>

namespace pn::image {

// What is at an output's path.
enum class OutputTarget
{
    Any, // it is looked up; a device or a pipe is written as it is
    Own, // a file or a link, which is replaced; a device, a pipe or a socket is refused
    New, // nothing, as the caller knows; should somebody put a file there meanwhile, it is replaced
};

// A file that appears whole, or not at all: bytes go to a temporary file in the same folder, which takes the name when
// everything is on the disk. "-" is standard output. Dropped without commit(), nothing is left behind. A new file has
// no name before commit(), where the file system can do that, so that even a process that is killed leaves nothing. A
// file that is replaced keeps its mode.
class OutputFile
{
public:
    explicit OutputFile(std::string path, OutputTarget target = OutputTarget::Any);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void commit(); // the three steps below

    // For files that are committed together: first sync() of all, in parallel, then publish(), then syncFolder() once.
    void startSync() noexcept; // the system begins to write to the disk; it need not be called
    void sync();
    void publish();
    const std::string& path() const { return m_path; }

    // When it was last written to or, before that, opened: by the clock of its file system. Zero where that is unknown.
    timespec modified() const noexcept;

private:
    bool openNameless();
    void openTemporary();
    void keepMode() const;
    void takeName();
    void discard() noexcept;
    [[noreturn]] void fail(const char* what, int error);

    std::string m_path;
    std::string m_folder;    // known before there is a file, since texts take memory
    std::string m_temporary; // "" where there is none
    int m_file = -1;
    bool m_isNameless = false;
    bool m_mayBlock = false; // a device or a pipe
};

// Makes the names of published files durable. path names one of them.
void syncFolderOf(const std::string& path);

// The file that path stands for when it is a link, which need not exist yet; else path.
std::string followLinks(const std::string& path);

// All of it in one go.
void writeFile(const std::string& path, std::span<const std::byte> bytes, OutputTarget target = OutputTarget::Any);
void writeFile(const std::string& path, std::string_view text, OutputTarget target = OutputTarget::Any);

} // namespace pn::image
