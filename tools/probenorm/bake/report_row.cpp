#include "bake/report_row.h"

#include "support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

float luminanceOf(const Json& rgb)
{
    return 0.2126f * rgb.at(0).get<float>() + 0.7152f * rgb.at(1).get<float>() + 0.0722f * rgb.at(2).get<float>();
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
        pairs.push_back(fmt::format("[{},{}]", quoted(warning.at("kind").get<std::string>()),
                                    quoted(warning.at("text").get<std::string>())));
    return fmt::format("[{}]", fmt::join(pairs, ","));
}

} // namespace

std::string reportRow(const Json& record, const std::string& picture)
{
    const Json& input = record.at("input");
    const Json& irradiance = record.at("irradiance");
    const std::string last = picture.empty() ? std::string() : fmt::format(",\"{}\"", picture);
    const std::string cubemap = record.at("plan").at("settings").at("cubemap").get<std::string>();
    return fmt::format("[{},{},{},{},{},{},{},{},{},{},{},{}{}]", quoted(record.at("plan").at("id").get<std::string>()),
                       quoted(sizeText(input)), input.at("texels").get<std::uint64_t>(),
                       floatText(luminanceOf(irradiance.at("average"))), floatText(input.at("max").get<float>()),
                       floatText(irradiance.at("minimum").get<float>()), windowText(record),
                       input.at("nonFinite").get<std::uint64_t>(), input.at("negative").get<std::uint64_t>(),
                       notesText(record), warningsText(record), quoted(cubemap), last);
}

} // namespace pn::cli
