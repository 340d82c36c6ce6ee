#include "bake/report.h"

#include "bake/probe_picture.h"
#include "bake/record.h"
#include "bake/report_assets.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

namespace pn::cli {
namespace {

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
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3)
    {
        const std::size_t count = std::min<std::size_t>(bytes.size() - i, 3);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < count ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += k <= count ? kDigits[group >> (18 - 6 * k) & 63u] : '=';
    }
    return out;
}

float luminanceOf(const Json& rgb)
{
    return 0.2126f * rgb.at(0).get<float>() + 0.7152f * rgb.at(1).get<float>() + 0.0722f * rgb.at(2).get<float>();
}

// A cell that sorts by its value and shows five digits of it.
std::string numberCell(float value)
{
    return fmt::format("<td data-value=\"{}\">{:.5g}</td>", floatText(value), value);
}

std::string countCell(std::uint64_t value)
{
    return fmt::format("<td data-value=\"{0}\"{1}>{0}</td>", value, value > 0 ? " class=\"bad\"" : "");
}

std::string sizeText(const Json& input)
{
    if (input.contains("faceSize"))
        return fmt::format("{0} x {0} x 6", input.at("faceSize").get<std::uint32_t>());
    return fmt::format("{} x {}", input.at("width").get<std::uint32_t>(), input.at("height").get<std::uint32_t>());
}

// The window that lifts the light, and what it keeps of it; 1 where there is none.
std::string windowCells(const Json& record)
{
    if (!record.contains("dering"))
        return fmt::format("<td data-value=\"1\">{}</td><td data-value=\"1\"></td>",
                           escaped(record.at("window").get<std::string>()));
    const Json& dering = record.at("dering");
    const float kept = dering.at("energyKept").get<float>();
    return numberCell(dering.at("width").get<float>()) +
           fmt::format("<td data-value=\"{}\">{:.1f} %</td>", floatText(kept), 100.0f * kept);
}

std::string numbersRow(const Json& record)
{
    const Json& input = record.at("input");
    const Json& irradiance = record.at("irradiance");
    const std::string id = escaped(record.at("plan").at("id").get<std::string>());
    const std::size_t warnings = record.at("warnings").size();
    return fmt::format("<tr><th scope=\"row\" data-value=\"{0}\">{0}</th>", id) +
           fmt::format("<td data-value=\"{}\">{}</td>", input.at("texels").get<std::uint64_t>(), sizeText(input)) +
           numberCell(luminanceOf(irradiance.at("average"))) + numberCell(input.at("max").get<float>()) +
           numberCell(irradiance.at("minimum").get<float>()) + windowCells(record) +
           countCell(input.at("nonFinite").get<std::uint64_t>()) +
           countCell(input.at("negative").get<std::uint64_t>()) + countCell(warnings) + "</tr>\n";
}

std::string pointText(const Json& point)
{
    return fmt::format("{}, {}, {}", floatText(point.at(0).get<float>()), floatText(point.at(1).get<float>()),
                       floatText(point.at(2).get<float>()));
}

std::string placeText(const Json& plan)
{
    std::string out;
    if (plan.contains("position"))
        out += fmt::format("<p>at {}</p>", pointText(plan.at("position")));
    if (plan.contains("box"))
        out += fmt::format("<p>box {} to {}</p>", pointText(plan.at("box").at("min")),
                           pointText(plan.at("box").at("max")));
    return out;
}

std::string notes(const Json& record)
{
    const Json& settings = record.at("plan").at("settings");
    std::string out =
        fmt::format("<p>{}</p><p>preset {}, cubemap {}</p>", escaped(record.at("input").at("path").get<std::string>()),
                    settings.at("preset").get<std::string>(), settings.at("cubemap").get<std::string>());
    out += placeText(record.at("plan"));
    for (const Json& warning : record.at("warnings"))
        out += fmt::format("<p class=\"warning\"><b>{}</b> {}</p>", escaped(warning.at("kind").get<std::string>()),
                           escaped(warning.at("text").get<std::string>()));
    return out;
}

std::string pictureRow(const Json& record, const BakeFolder& folder)
{
    const std::string id = record.at("plan").at("id").get<std::string>();
    const image::Buffer png = readWhole(folder.pathOf(probeFileName(id, "png")));
    return fmt::format("<tr><td colspan=\"10\"><div class=\"probe\"><figure>"
                       "<img width=\"{}\" height=\"{}\" loading=\"lazy\" decoding=\"async\" "
                       "alt=\"Cube, irradiance, factor and normalized cube of {}\" src=\"data:image/png;base64,{}\">"
                       "<figcaption><span>before</span><span>irradiance +Z, -Z</span><span>factor</span>"
                       "<span>after</span></figcaption></figure><div class=\"notes\">{}</div></div></td></tr>\n",
                       kPictureWidth, kPictureHeight, escaped(id), base64(png.span()), notes(record));
}

} // namespace

Report::Report(const std::string& path, const std::string& title, const std::string& facts) : m_file(path)
{
    write(fmt::format(kReportHead, fmt::arg("title", escaped(title)), fmt::arg("facts", escaped(facts)),
                      fmt::arg("style", kReportStyle)));
}

void Report::add(const Json& record, const BakeFolder& folder)
{
    const bool hasWarnings = !record.at("warnings").empty();
    write(fmt::format("<tbody{}>\n", hasWarnings ? " class=\"warned\"" : "") + numbersRow(record) +
          pictureRow(record, folder) + "</tbody>\n");
}

void Report::finish()
{
    write(fmt::format("</table>\n<script>\n{}</script>\n</body>\n</html>\n", kReportScript));
    m_file.commit();
}

void Report::write(const std::string& text)
{
    m_file.write(std::as_bytes(std::span(text)));
}

} // namespace pn::cli
