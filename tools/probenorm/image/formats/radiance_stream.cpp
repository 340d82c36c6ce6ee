#include "image/formats/radiance_stream.h"

#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/formats/radiance_rows.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace pn::image {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
constexpr std::uint32_t kScanlinesAtOnce = 8;    // that a thread takes
constexpr std::uint32_t kScanlinesOfThread = 64; // fewer are not worth one

// A regular file, block by block.
class BlockFile
{
public:
    explicit BlockFile(const std::string& path)
    {
        struct stat status
        {
        };
        if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) // a pipe must not be opened twice
            return;
        m_file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (m_file >= 0 && fstat(m_file, &status) == 0 && S_ISREG(status.st_mode))
            m_size = static_cast<std::uint64_t>(status.st_size);
    }
    ~BlockFile()
    {
        if (m_file >= 0)
            close(m_file);
    }
    BlockFile(const BlockFile&) = delete;
    BlockFile& operator=(const BlockFile&) = delete;

    std::uint64_t size() const { return m_size; } // 0 where it cannot be read

    std::span<const std::byte> next()
    {
        m_block.resize(kBlockBytes);
        std::size_t used = 0;
        while (used < m_block.size())
        {
            const ssize_t got = pread(m_file, m_block.data() + used, m_block.size() - used, m_offset);
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                throw Error(ErrorKind::FileIo, std::strerror(errno));
            if (got == 0)
                break;
            used += static_cast<std::size_t>(got);
            m_offset += got;
        }
        return std::span<const std::byte>(m_block).first(used);
    }

    void rewind() { m_offset = 0; }

private:
    int m_file = -1;
    std::uint64_t m_size = 0;
    off_t m_offset = 0;
    std::vector<std::byte> m_block;
};

// The scanlines of a file for several threads: one at a time takes the next few out of the file's bytes, and all store
// theirs side by side.
class ScanlineStream
{
public:
    ScanlineStream(BlockFile& file, const RadianceHeader& header)
        : m_header(header), m_bytes(firstBlock(file, header), [&file] { return file.next(); })
    {
    }

    // store(scanline, index) returns whether to go on.
    template <typename Store>
    bool run(unsigned threadCount, const Store& store)
    {
        const unsigned wanted = threadCount != 0 ? threadCount : std::max(std::thread::hardware_concurrency(), 1u);
        const unsigned threads = std::min(wanted, 1 + m_header.scanlineCount() / kScanlinesOfThread);
        parallelRanges(threads, threads, [&](std::uint32_t, std::uint32_t) {
            std::vector<Scanline> scanlines(kScanlinesAtOnce, makeScanline(m_header.scanlineLength()));
            for (;;)
            {
                throwIfCancelled();
                const auto [first, count] = take(scanlines);
                for (std::uint32_t i = 0; i < count; ++i)
                    if (!store(scanlines[i], first + i))
                        m_isEnding = true;
                if (count == 0)
                    return;
            }
        });
        return !m_isEnding;
    }

private:
    static std::span<const std::byte> firstBlock(BlockFile& file, const RadianceHeader& header)
    {
        file.rewind();
        const std::span<const std::byte> block = file.next();
        return block.subspan(std::min(header.size, block.size()));
    }

    // The index of the first of the scanlines that were read, and how many there are.
    std::pair<std::uint32_t, std::uint32_t> take(std::vector<Scanline>& scanlines)
    {
        const std::lock_guard lock(m_mutex);
        const std::uint32_t first = m_next;
        const std::uint32_t count = m_isEnding ? 0 : std::min(kScanlinesAtOnce, m_header.scanlineCount() - first);
        for (; m_next < first + count; ++m_next)
            try
            {
                readScanline(m_bytes, scanlines[m_next - first]);
            }
            catch (const ScanlineError& error)
            {
                m_isEnding = true;
                throw scanlineError(error, m_next, m_header);
            }
        return {first, count};
    }

    const RadianceHeader& m_header;
    std::mutex m_mutex; // for what follows
    ScanlineBytes m_bytes;
    std::uint32_t m_next = 0;
    std::atomic<bool> m_isEnding = false;
};

// Nothing for a file of another kind. A block is longer than any header.
std::optional<RadianceHeader> findHeader(BlockFile& file)
{
    const std::span<const std::byte> block = file.next();
    if (!std::string_view(reinterpret_cast<const char*>(block.data()), block.size()).starts_with("#?"))
        return std::nullopt;
    return readRadianceHeader(block);
}

} // namespace

std::optional<Image> readRadianceStream(const std::string& path, std::uint64_t maxFileBytes, const Limits& limits,
                                        unsigned threadCount)
{
    BlockFile file(path);
    if (file.size() == 0 || file.size() > maxFileBytes)
        return std::nullopt;
    const std::optional<RadianceHeader> header = findHeader(file);
    if (!header)
        return std::nullopt;
    requireScanlineBytes(file.size(), *header);
    if (PackedRows::canHold(*header))
    {
        Image image = makeImage(PN_FORMAT_RGB9E5, header->width, header->height, limits);
        image.warnings = header->warnings.texts();
        const PackedRows rows(*header, image);
        ScanlineStream stream(file, *header);
        if (stream.run(threadCount, [&](const Scanline& s, std::uint32_t i) { return rows.store(s, i); }))
            return image;
    }
    Image image = makeImage(PN_FORMAT_RGB32F, header->width, header->height, limits);
    image.warnings = header->warnings.texts();
    const FloatRows rows(*header, image);
    ScanlineStream stream(file, *header);
    stream.run(threadCount, [&](const Scanline& s, std::uint32_t i) {
        rows.store(s, i);
        return true;
    });
    return image;
}

} // namespace pn::image
