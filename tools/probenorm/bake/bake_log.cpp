#include "bake/bake_log.h"

#include "bake/folder_lock.h"
#include "support/failure.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace pn::cli {
namespace {

std::string timeText()
{
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

// A run that was killed may have left half a line.
bool endsInsideLine(int file)
{
    char last = '\n';
    const off_t end = lseek(file, 0, SEEK_END);
    return end > 0 && pread(file, &last, 1, end - 1) == 1 && last != '\n';
}

} // namespace

BakeLog::BakeLog(const std::string& path)
{
    m_file = openOwnFile(path, O_APPEND);
    if (endsInsideLine(m_file) && write(m_file, "\n", 1) != 1)
        throw Failure(Exit::FileIo, fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
}

BakeLog::~BakeLog()
{
    close(m_file);
}

void BakeLog::add(const char* event, const Json& fields)
{
    Json line = {{"time", timeText()}, {"event", event}};
    line.update(fields);
    const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    const std::lock_guard lock(m_mutex);
    // Results do not depend on the log: where it cannot be written, the bake goes on without it.
    [[maybe_unused]] const ssize_t written = write(m_file, text.data(), text.size());
}

std::string hostName()
{
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

} // namespace pn::cli
