#include "image/files/cancel.h"
#include "image/files/input_file.h"
#include "image/files/parallel.h"
#include "image/formats/radiance.h"
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
        FileStatus status{};
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

// Scanlines for several threads: one at a time takes the next few out of the file's bytes, and all store theirs side by
// side.
class ScanlineStream
{
public:
    ScanlineStream(ScanlineBytes bytes, const RadianceHeader& header) : m_header(header), m_bytes(std::move(bytes)) {}

    // Whether each texel keeps its value; ends with the first that does not.
    template <typename Rows>
    bool storeAll(unsigned threadCount, const Rows& rows)
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
                    if (!rows.store(scanlines[i], first + i))
                        m_isEnding = true;
                if (count == 0)
                    return;
            }
        });
        return !m_isEnding;
    }

private:
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

// Nothing where a texel does not keep its value.
template <typename Rows>
std::optional<Image> readRows(const RadianceHeader& header, ScanlineBytes bytes, const Limits& limits,
                              unsigned threadCount)
{
    Image image = makeImage(Rows::kFormat, header.width, header.height, limits);
    image.warnings = header.warnings.texts();
    if (ScanlineStream(std::move(bytes), header).storeAll(threadCount, Rows(header, image)))
        return image;
    return std::nullopt;
}

ScanlineBytes scanlinesOf(BlockFile& file, const RadianceHeader& header)
{
    file.rewind();
    const std::span<const std::byte> block = file.next();
    return ScanlineBytes(block.subspan(std::min(header.size, block.size())), [&file] { return file.next(); });
}

bool isRadiance(std::span<const std::byte> bytes)
{
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()).starts_with("#?");
}

} // namespace

Image readRadiance(std::span<const std::byte> file, const Limits& limits)
{
    const RadianceHeader header = readRadianceHeader(file);
    requireScanlineBytes(file.size(), header);
    return *readRows<FloatRows>(header, ScanlineBytes(file.subspan(header.size)), limits, 1);
}

std::optional<Image> streamRadiance(const std::string& path, std::uint64_t maxFileBytes, const Limits& limits,
                                    bool mayPack, unsigned threadCount)
{
    BlockFile file(path);
    if (file.size() == 0 || file.size() > maxFileBytes)
        return std::nullopt;
    const std::span<const std::byte> first = file.next(); // longer than any header
    if (!isRadiance(first))
        return std::nullopt;
    const RadianceHeader header = readRadianceHeader(first);
    requireScanlineBytes(file.size(), header);
    if (mayPack && PackedRows::canHold(header))
        if (auto packed = readRows<PackedRows>(header, scanlinesOf(file, header), limits, threadCount))
            return packed;
    return readRows<FloatRows>(header, scanlinesOf(file, header), limits, threadCount);
}

} // namespace pn::image
