#include "bake/report.h"

#include "bake/record.h"
#include "bake/report_assets.h"
#include "bake/report_row.h"
#include "support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>

namespace pn::cli {
namespace {

constexpr std::size_t kMostInPage = 2000;
constexpr std::size_t kRowsOfPart = 2000;
constexpr std::size_t kRowsOfScript = 20; // in the page, so that the first ones are drawn before the last are read

void write(image::OutputFile& file, const std::string& text)
{
    file.write(std::as_bytes(std::span(text)));
}

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text)
        switch (c)
        {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    return out;
}

std::string base64(std::span<const std::byte> bytes)
{
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out((bytes.size() + 2) / 3 * 4, '=');
    char* to = out.data();
    for (std::size_t i = 0; i < bytes.size(); i += 3, to += 4)
    {
        const std::size_t count = std::min<std::size_t>(bytes.size() - i, 3);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < count; ++k)
            group |= std::to_integer<std::uint32_t>(bytes[i + k]) << (16 - 8 * k);
        for (std::size_t k = 0; k <= count; ++k)
            to[k] = kDigits[group >> (18 - 6 * k) & 63u];
    }
    return out;
}

// A list of the probes that have no results.
std::string failedText(const Json& failed)
{
    if (failed.empty())
        return "";
    std::string items;
    for (const Json& probe : failed)
        items += fmt::format("<li><b>{}</b>: {}</li>\n", escaped(probe.at("id").get<std::string>()),
                             escaped(probe.at("reason").get<std::string>()));
    return fmt::format("<section id=\"failed\" class=\"warning\">\n<p>{} failed:</p>\n<ul>\n{}</ul>\n</section>\n",
                       counted(failed.size(), "probe"), items);
}

bool isWhole(std::size_t probeCount)
{
    return probeCount <= kMostInPage;
}

} // namespace

std::vector<std::string> reportNames(std::size_t probeCount)
{
    std::vector<std::string> names = {kReportName};
    if (!isWhole(probeCount))
        for (std::size_t part = 0; part * kRowsOfPart < probeCount; ++part)
            names.push_back(reportPartName(part));
    return names;
}

Report::Report(const BakeFolder& folder, const Head& head, std::size_t probeCount)
    : m_folder(folder), m_probeCount(probeCount), m_isWhole(isWhole(probeCount)),
      m_page(folder.pathOf(kReportName), image::OutputTarget::Own)
{
    write(m_page,
          fmt::format(kReportHead, fmt::arg("title", escaped(head.title)), fmt::arg("facts", escaped(head.facts)),
                      fmt::arg("failed", failedText(head.failed)), fmt::arg("style", kReportStyle),
                      fmt::arg("script", kReportScript), fmt::arg("beside", m_isWhole ? "" : " 'self' file:")));
}

std::string Report::rowOf(const Json& record) const
{
    return reportRow(record, m_isWhole ? pictureOf(record) : std::string());
}

void Report::add(const std::string& row)
{
    m_rows += m_rowCount == 0 ? "" : ",\n";
    m_rows += row;
    ++m_rowCount;
    if (m_rowCount == (m_isWhole ? kRowsOfScript : kRowsOfPart))
        flush();
}

void Report::finish()
{
    flush();
    std::vector<std::string> parts = reportNames(m_probeCount);
    parts.erase(parts.begin());
    const std::string last = m_isWhole
                                 ? "finishReport();"
                                 : fmt::format("loadParts([\"{}\"], {});", fmt::join(parts, "\", \""), m_probeCount);
    write(m_page, fmt::format("<script>\n{}\n</script>\n</body>\n</html>\n", last));
    m_page.commit();
}

void Report::flush()
{
    if (m_rowCount == 0)
        return;
    const std::string call = fmt::format("addProbes([\n{}\n]);\n", m_rows);
    if (m_isWhole)
        write(m_page, fmt::format("<script>\n{}</script>\n", call));
    else
        image::writeFile(m_folder.pathOf(reportPartName(m_partCount++)), call, image::OutputTarget::Own);
    m_rows.clear();
    m_rowCount = 0;
}

std::string Report::pictureOf(const Json& record) const
{
    const std::string id = record.at("plan").at("id").get<std::string>();
    return base64(readResult(m_folder.path(), probeFileName(id, "png"), record).span());
}

} // namespace pn::cli
