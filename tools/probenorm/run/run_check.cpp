#include "run/run_check.h"

#include "run/device.h"
#include "run/run_normalize.h"
#include "support/failure.h"
#include "support/options.h"
#include "support/text.h"

#include "image/texels/cube_face.h"
#include "image/texels/texel.h"

#include "probenorm/probenorm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <sstream>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::array<std::pair<const char*, std::uint32_t>, 6> kFixWords = {
    {{"nonfinite", PN_FIX_NON_FINITE},
     {"negative", PN_FIX_NEGATIVE},
     {"fireflies", PN_FIX_FIREFLIES},
     {"sun-or-fireflies", PN_FIX_SUN_OR_FIREFLIES},
     {"faces", PN_FIX_FACES},
     {"seams", PN_FIX_GAINS}}};

// What is left of what the words for faces and seams were to fix.
Json leftOf(const image::Environment& environment, std::uint32_t fixes, std::uint32_t threads)
{
    Json left = Json::array();
    if ((fixes & (PN_FIX_FACES | PN_FIX_GAINS)) == 0 || environment.kind != image::Kind::Cubemap)
        return left;
    for (const PnFinding& finding : check(environment, {&environment.image, 1}, threads))
    {
        const bool isAsked = finding.kind == PN_FINDING_FACE_ORDER
                                 ? (fixes & PN_FIX_FACES) != 0
                                 : (finding.kind == PN_FINDING_FACE_GAIN || finding.kind == PN_FINDING_SEAM) &&
                                       (fixes & PN_FIX_GAINS) != 0;
        if (isAsked && finding.severity != PN_SEVERITY_NOTE)
            left.push_back(finding.text);
    }
    return left;
}

constexpr float kLargeEffect = 0.1f;                           // on the average light
constexpr std::uint64_t kMostChecked = std::uint64_t{1} << 23; // texels; of more, four are hardly so much of the light

// Whether four texels as bright as the brightest can be so much of the light: by the mean of some rows, without what is
// as bright as that. A texel in the middle of a face or of a map is less than twice as wide as the mean.
bool mayHaveLargeTexels(const image::Environment& environment, float brightest)
{
    const image::Image& image = environment.image;
    const std::uint32_t rows = std::min(64u, image.height);
    std::vector<image::Rgb> row(image.width);
    double sum = 0;
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < rows; ++i)
    {
        image::decodeRow(image.format, image.row(i * image.height / rows), image.width, row.data());
        for (const image::Rgb& texel : row)
            if (const float most = std::max({texel.r, texel.g, texel.b}); most <= brightest / 4)
            {
                sum += double(most);
                ++count;
            }
    }
    const double mean = count != 0 ? sum / double(count) : 0;
    return 2 * 4 * double(brightest) >= double(kLargeEffect) * mean * double(environment.texelCount());
}

} // namespace

std::vector<std::string> fireflyWarnings(const image::Environment& environment, float brightest)
{
    std::vector<std::string> warnings;
    if (environment.texelCount() > kMostChecked || !mayHaveLargeTexels(environment, brightest))
        return warnings;
    for (const PnFinding& finding : check(environment, {&environment.image, 1}, 1))
        if ((finding.kind == PN_FINDING_FIREFLY || finding.kind == PN_FINDING_SUN_OR_FIREFLY) &&
            finding.severity != PN_SEVERITY_NOTE && finding.average >= kLargeEffect)
            warnings.push_back(whatIsFound(finding, environment));
    return warnings;
}

std::vector<PnFinding> check(const image::Environment& environment, std::span<const image::Image> mips,
                             std::uint32_t threads)
{
    if (environment.kind != image::Kind::Cubemap)
        return openCpu(threads).check(environment.view());
    std::vector<PnEnvironmentView> views;
    std::transform(mips.begin(), mips.end(), std::back_inserter(views), viewOf);
    return openCpu(threads).check(views);
}

Json fix(image::Environment& environment, std::uint32_t fixes, std::uint32_t threads)
{
    image::Image fixed = image::makeImage(PN_FORMAT_RGBA32F, environment.image.width, environment.image.height);
    const std::span texels(reinterpret_cast<float*>(fixed.texels.data()), fixed.texels.size() / sizeof(float));
    probenorm::Context cpu = openCpu(threads);
    const PnFixInfo info = cpu.fix(environment.view(), fixes, texels);
    fixed.warnings = environment.image.warnings;
    if (info.fixed != 0)
        environment.image = std::move(fixed);
    Json step = {{"command", "check"},
                 {"fixed", fixesText(info.fixed)},
                 {"texels", info.texels},
                 {"faces", info.faces},
                 {"average", {info.average, info.fixedAverage}}};
    if ((info.fixed & PN_FIX_FACES) != 0 && info.faces > 1)
        step["mayBeMirrored"] = true;
    if (Json left = leftOf(environment, fixes, threads); !left.empty())
        step["left"] = std::move(left);
    return step;
}

std::string fixedText(const Json& step)
{
    const std::string fixed = step["fixed"].get<std::string>();
    std::string text = fmt::format(
        "fixed {}: {}, {}; its average light was {}, and is {}", fixed.empty() ? "nothing" : fixed,
        counted(step["texels"].get<std::uint64_t>(), "texel"), counted(step["faces"].get<std::uint64_t>(), "face"),
        floatText(step["average"][0].get<float>()), floatText(step["average"][1].get<float>()));
    if (step.contains("mayBeMirrored"))
        text += "; it may be mirrored as a whole, which seams do not show";
    if (step.contains("left"))
        for (const Json& left : step["left"])
            text += "; left: " + left.get<std::string>();
    return text;
}

void addMarks(std::span<const PnFinding> findings, const image::Environment& environment, std::vector<glm::vec3>& marks)
{
    const std::uint32_t width = environment.image.width, height = environment.image.height;
    for (const PnFinding& finding : findings)
    {
        if (finding.severity == PN_SEVERITY_NOTE || finding.x == PN_NO_TEXEL)
            continue;
        const float right = image::middleOf(finding.x, width);
        if (environment.kind == image::Kind::Cubemap)
        {
            marks.push_back(image::cubeDirection(finding.face, right, image::middleOf(finding.y, width)));
            continue;
        }
        constexpr float kHalfTurn = std::numbers::pi_v<float>;
        const float up = kHalfTurn / 2 * image::middleOf(finding.y, height), longitude = kHalfTurn * right;
        marks.emplace_back(std::cos(up) * std::sin(longitude), -std::sin(up), std::cos(up) * std::cos(longitude));
    }
}

const char* severityName(PnSeverity severity)
{
    return severity == PN_SEVERITY_ERROR ? "error" : severity == PN_SEVERITY_WARNING ? "warning" : "note";
}

std::uint32_t findFixes(const std::string& words, const std::function<void(const std::string&)>& refuse)
{
    std::uint32_t fixes = 0;
    std::istringstream stream(words);
    for (std::string word; std::getline(stream, word, ',');)
    {
        std::uint32_t fix = 0;
        for (const auto& [name, value] : kFixWords)
            fix |= lowerCase(word) == name ? value : 0;
        if (fix == 0)
            refuse(fmt::format("must be some of {}, found {}", fixesText(~0u), word));
        fixes |= fix;
    }
    return fixes;
}

std::string fixesText(std::uint32_t fixes)
{
    std::string text;
    for (const auto& [name, value] : kFixWords)
        if ((fixes & value) != 0)
            text += (text.empty() ? "" : ",") + std::string(name);
    return text;
}

std::string whatIsFound(const PnFinding& finding, const image::Environment& environment)
{
    const std::string place = // of the first mip; no finding of another has one
        finding.x != PN_NO_TEXEL ? ", " + placeText(environment.kind, {finding.face, finding.x, finding.y}) : "";
    const std::string fix = finding.fixes != 0 ? fmt::format("; --fix {}", fixesText(finding.fixes)) : "";
    return fmt::format("{}: {}{}{}", pnGetFindingName(finding.kind), finding.text, place, fix);
}

std::string findingText(const PnFinding& finding, const image::Environment& environment)
{
    return fmt::format("{}: {}: {}\n", severityName(finding.severity), printable(environment.path),
                       whatIsFound(finding, environment));
}

Json findingJson(const PnFinding& finding)
{
    Json json = {{"finding", pnGetFindingName(finding.kind)},
                 {"severity", severityName(finding.severity)},
                 {"text", finding.text},
                 {"count", finding.count},
                 {"value", finding.value},
                 {"limit", finding.limit},
                 {"average", finding.average},
                 {"irradiance", finding.irradiance},
                 {"reflection", finding.reflection},
                 {"mip", finding.mip}};
    if (finding.face < kFaceCount)
        json["face"] = finding.face;
    if (finding.x != PN_NO_TEXEL)
        json.update({{"x", finding.x}, {"y", finding.y}});
    if (finding.kind == PN_FINDING_FACE_ORDER)
        for (std::size_t place = 0; place < kFaceCount; ++place)
            json["order"].push_back({{"face", finding.places[place]}, {"turn", finding.turns[place]}});
    if (finding.fixes != 0)
        json["fix"] = fixesText(finding.fixes);
    return json;
}

} // namespace pn::cli
