#include "bake/report.h"

#include "bake/probe_picture.h"
#include "bake/record.h"
#include "bake/report_assets.h"
#include "support/json.h"
#include "support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {
namespace {

// A string of a script inside a page: no "<", so that nothing in it ends the script.
std::string quoted(const std::string& text)
{
    const std::string json = Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
    std::string out;
    for (const char c : json)
        if (c == '<')
            out += "\\u003c";
        else
            out += c;
    return out;
}

std::string sizeText(const Json& input)
{
    if (input.contains("faceSize"))
        return fmt::format("{0} x {0} x 6", input.at("faceSize").get<std::uint32_t>());
    return fmt::format("{} x {}", input.at("width").get<std::uint32_t>(), input.at("height").get<std::uint32_t>());
}

// The width of the window that lifts the light, and what it keeps of it; a word and 1 where there is none.
std::string windowText(const Json& record)
{
    if (record.contains("dering") && record.at("dering").at("width").get<float>() == 1.0f)
        return "\"none\",1";
    if (!record.contains("dering"))
        return fmt::format("{},1", quoted(record.at("window").get<std::string>()));
    const Json& dering = record.at("dering");
    return fmt::format("{},{}", floatText(dering.at("width").get<float>()),
                       floatText(dering.at("energyKept").get<float>()));
}

std::string pointText(const Json& point)
{
    return fmt::format("{}, {}, {}", floatText(point.at(0).get<float>()), floatText(point.at(1).get<float>()),
                       floatText(point.at(2).get<float>()));
}

// Lines of text beside the pictures.
std::string notesText(const Json& record)
{
    const Json& plan = record.at("plan");
    const Json& settings = plan.at("settings");
    std::vector<std::string> lines = {record.at("input").at("path").get<std::string>(),
                                      fmt::format("preset {}, cubemap {}", settings.at("preset").get<std::string>(),
                                                  settings.at("cubemap").get<std::string>())};
    if (plan.contains("position"))
        lines.push_back(fmt::format("at {}", pointText(plan.at("position"))));
    if (plan.contains("box"))
        lines.push_back(
            fmt::format("box {} to {}", pointText(plan.at("box").at("min")), pointText(plan.at("box").at("max"))));
    std::transform(lines.begin(), lines.end(), lines.begin(), quoted);
    return fmt::format("[{}]", fmt::join(lines, ","));
}

std::string warningsText(const Json& record)
{
    std::vector<std::string> pairs;
    for (const Json& warning : record.at("warnings"))
        pairs.push_back(fmt::format("[{},{},{}]", quoted(warning.at("kind").get<std::string>()),
                                    quoted(warning.at("text").get<std::string>()),
                                    quoted(warning.at("severity").get<std::string>())));
    return fmt::format("[{}]", fmt::join(pairs, ","));
}

// A probe's row in the report, as report/script.js reads it. picture is a JPEG in base64; empty where the page finds
// the file beside it.
std::string reportRow(const Json& record, const std::string& picture)
{
    const Json& input = record.at("input");
    const Json& irradiance = record.at("irradiance");
    const std::string last = picture.empty() ? std::string() : fmt::format(",\"{}\"", picture);
    const std::string cubemap = record.at("plan").at("settings").at("cubemap").get<std::string>();
    const std::string blocks = record.contains("bc6h") ? floatText(record["bc6h"].at("error").get<float>()) : "0";
    return fmt::format(
        "[{},{},{},{},{},{},{},{},{},{},{},{},{}{}]", quoted(record.at("plan").at("id").get<std::string>()),
        quoted(sizeText(input)), input.at("texels").get<std::uint64_t>(),
        floatText(luminanceOf(irradiance.at("average").get<std::array<float, 3>>())),
        floatText(input.at("max").get<float>()), floatText(irradiance.at("minimum").get<float>()), windowText(record),
        input.at("nonFinite").get<std::uint64_t>(), input.at("negative").get<std::uint64_t>(), notesText(record),
        warningsText(record), quoted(cubemap), blocks, last);
}

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
    return base64(pictureOfReport(readResult(m_folder.path(), probeFileName(id, "png"), record).span()));
}

} // namespace pn::cli
