#include "image/formats/radiance_rows.h"

#include "image/files/error.h"
#include "image/texels/limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace pn::image {

namespace {

// Each program that works on a picture adds a line or two.
constexpr std::size_t kMostHeaderBytes = std::size_t{512} << 10;

class Lines
{
public:
    explicit Lines(std::span<const std::byte> file) : m_text(reinterpret_cast<const char*>(file.data()), file.size()) {}

    std::string_view next()
    {
        const std::size_t end = m_text.substr(0, kMostHeaderBytes).find('\n', m_position);
        if (end == std::string_view::npos)
            reject("{}", m_text.size() > kMostHeaderBytes ? "Radiance header is longer than 512 KiB"
                                                          : "Radiance header does not end");
        const std::string_view line = m_text.substr(m_position, end - m_position);
        m_position = end + 1;
        return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
    }

    std::size_t position() const { return m_position; }

private:
    std::string_view m_text;
    std::size_t m_position = 0;
};

std::string_view trim(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// The numbers of a header line; all of its text must be numbers.
template <std::size_t Count>
std::array<double, Count> parseNumbers(std::string_view key, std::string_view text)
{
    std::array<double, Count> numbers{};
    for (double& number : numbers)
    {
        text = trim(text);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{})
            reject("{} must have {} numbers", key, Count);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    if (!trim(text).empty())
        reject("{} must have {} numbers", key, Count);
    return numbers;
}

double checkedFactor(std::string_view key, double factor)
{
    if (!(factor > 0.0) || !std::isfinite(factor))
        reject("{} must be above 0", key);
    return factor;
}

void checkFormat(std::string_view format)
{
    if (format != "32-bit_rle_rgbe")
        refuse("FORMAT={} is not read, only 32-bit_rle_rgbe", format);
}

// Radiance's own primaries, and Rec. 709's.
constexpr std::array<std::array<double, 8>, 2> kPrimaries{{
    {0.640, 0.330, 0.290, 0.600, 0.150, 0.060, 0.3333, 0.3333},
    {0.640, 0.330, 0.300, 0.600, 0.150, 0.060, 0.3127, 0.3290},
}};

// Texels are taken as they are, as OpenEXR's are. Some programs write zeros, which say nothing.
void readPrimaries(std::string_view text, RadianceHeader& header)
{
    constexpr double kPrinted = 0.0005; // files print three or four digits
    const auto found = parseNumbers<8>("PRIMARIES", text);
    const auto isClose = [&found](const std::array<double, 8>& known) {
        return std::equal(found.begin(), found.end(), known.begin(),
                          [](double a, double b) { return std::abs(a - b) <= kPrinted; });
    };
    if (!isClose({}) && std::none_of(kPrimaries.begin(), kPrimaries.end(), isClose))
        header.warnings.add("colours are read as they are, in primaries of the file's own: " + std::string(text));
}

// cmgen writes 0, which no program means.
void readExposure(std::string_view text, RadianceHeader& header)
{
    double factor = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
    if (error != std::errc{} || end != text.data() + text.size() || !(factor > 0.0) || !std::isfinite(factor))
    {
        header.warnings.add("EXPOSURE=" + std::string(text.substr(0, 32)) + " is taken as 1");
        return;
    }
    for (double& divisor : header.divisor)
        divisor = checkedFactor("EXPOSURE", divisor * factor);
}

void readVariable(std::string_view line, RadianceHeader& header)
{
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos)
        return;
    const std::string_view key = line.substr(0, equals);
    const std::string_view value = trim(line.substr(equals + 1));
    if (key == "FORMAT")
        checkFormat(value);
    else if (key == "PRIMARIES")
        readPrimaries(value, header);
    else if (key == "EXPOSURE")
        readExposure(value, header);
    else if (key == "COLORCORR")
        for (std::size_t i = 0; i < 3; ++i)
            header.divisor[i] = checkedFactor(key, header.divisor[i] * parseNumbers<3>(key, value)[i]);
}

struct Axis
{
    char name = 0;
    bool isNegative = false;
    std::uint64_t length = 0;
};

Axis takeAxis(std::string_view& line)
{
    constexpr const char* kExpected = "size line must read like \"-Y 512 +X 1024\"";
    if (line.size() < 4 || (line[0] != '-' && line[0] != '+') || (line[1] != 'X' && line[1] != 'Y') ||
        (line[2] != ' ' && line[2] != '\t'))
        reject(kExpected);
    Axis axis{line[1], line[0] == '-', 0};
    line = trim(line.substr(2));
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), axis.length);
    if (error != std::errc{})
        reject(kExpected);
    line = trim(line.substr(static_cast<std::size_t>(end - line.data())));
    return axis;
}

void readSizeLine(std::string_view line, RadianceHeader& header)
{
    const Axis slow = takeAxis(line);
    const Axis fast = takeAxis(line);
    if (!line.empty() || slow.name == fast.name)
        reject("size line must name X and Y once each");
    const Axis& x = slow.name == 'X' ? slow : fast;
    const Axis& y = slow.name == 'Y' ? slow : fast;
    checkSize(x.length, y.length);
    header.isColumnMajor = slow.name == 'X';
    header.isXDown = x.isNegative;
    header.isYUp = !y.isNegative;
    header.width = static_cast<std::uint32_t>(x.length);
    header.height = static_cast<std::uint32_t>(y.length);
}

} // namespace

RadianceHeader readRadianceHeader(std::span<const std::byte> file)
{
    Lines lines(file);
    if (!lines.next().starts_with("#?"))
        reject("not a Radiance picture");
    RadianceHeader header;
    for (std::string_view line = lines.next(); !line.empty(); line = lines.next())
        readVariable(line, header);
    readSizeLine(lines.next(), header);
    header.size = lines.position();
    return header;
}

} // namespace pn::image
