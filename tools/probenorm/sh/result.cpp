#include "sh/result.h"

#include "support/failure.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace pn::cli {
namespace {

constexpr double kY00 =
    0.28209479177387814; // 1 / (2 sqrt(pi)): L00 Y00 is both the average radiance and that of E / pi

// Words that files and probes may be called, but that C, C++ or HLSL do not take as a name.
bool isKeyword(std::string_view name)
{
    static const std::set<std::string_view> kKeywords = {
        "and",      "asm",      "auto",      "bool",     "break",     "case",    "catch",    "char",     "class",
        "const",    "continue", "default",   "delete",   "discard",   "do",      "double",   "else",     "enum",
        "explicit", "export",   "extern",    "false",    "float",     "for",     "friend",   "goto",     "groupshared",
        "half",     "if",       "in",        "inline",   "inout",     "int",     "line",     "linear",   "long",
        "matrix",   "mutable",  "namespace", "new",      "not",       "nullptr", "operator", "or",       "out",
        "pass",     "point",    "precise",   "private",  "protected", "public",  "register", "restrict", "return",
        "sample",   "sampler",  "shared",    "short",    "signed",    "sizeof",  "snorm",    "static",   "string",
        "struct",   "switch",   "technique", "template", "texture",   "this",    "throw",    "triangle", "true",
        "try",      "typedef",  "typename",  "uint",     "uniform",   "union",   "unorm",    "unsigned", "using",
        "vector",   "virtual",  "void",      "volatile", "while",     "xor"};
    return kKeywords.contains(name);
}

std::string identifier(std::string_view name)
{
    std::string out;
    for (const char c : name)
    {
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool isDigit = c >= '0' && c <= '9';
        if (isDigit && out.empty())
            out = "sh_";
        out += isLetter || isDigit ? c : '_';
    }
    if (isKeyword(out))
        return "sh_" + out;
    return out.empty() ? "sh" : out;
}

std::string titleOf(const ShResult& result)
{
    std::string title =
        fmt::format("{}, {} bands, {}", result.title, result.set.bands, pnGetConventionName(result.set.convention));
    if (result.set.axes != PN_AXES_KEEP)
        title += fmt::format(", axes {}", pnGetAxesName(result.set.axes));
    if (result.turn != std::array<int, 3>{})
        title += fmt::format(", turned {} {} {}", result.turn[0], result.turn[1], result.turn[2]);
    if (result.window != "none")
        title += fmt::format(", window {}", result.window);
    if (isChannelMajor(result.set.convention))
        title += fmt::format(", {}", kRowOrder);
    return printable(title);
}

std::string joinLiterals(const ShSet& set, std::size_t row)
{
    std::string out;
    for (std::size_t column = 0; column < set.columns; ++column)
        out += fmt::format("{}{}", column > 0 ? ", " : "", floatLiteral(set.rows[row][column]));
    return out;
}

std::string formatText(const ShResult& result)
{
    std::string out = fmt::format("// {}\n", titleOf(result));
    for (std::size_t row = 0; row < result.set.rows.size(); ++row)
    {
        out += "(";
        for (std::size_t column = 0; column < result.set.columns; ++column)
            out += fmt::format("{}{:>15}", column > 0 ? "," : "", floatText(result.set.rows[row][column]));
        out += fmt::format("); // {}\n", rowName(result.set, row));
    }
    return out;
}

std::string formatC(const ShResult& result, const std::string& name)
{
    std::string title = titleOf(result);
    for (std::size_t end = 0; (end = title.find("*/", end)) != std::string::npos;)
        title.replace(end, 2, "* /");
    std::string out = fmt::format("/* {} */\nstatic const float {}[{}][{}] = {{\n", title, name, result.set.rows.size(),
                                  result.set.columns);
    for (std::size_t row = 0; row < result.set.rows.size(); ++row)
        out += fmt::format("    {{{}}}, /* {} */\n", joinLiterals(result.set, row), rowName(result.set, row));
    return out + "};\n";
}

std::string formatHlsl(const ShResult& result, const std::string& name)
{
    const ShSet& set = result.set;
    std::string out =
        fmt::format("// {}\nstatic const float{} {}[{}] = {{\n", titleOf(result), set.columns, name, set.rows.size());
    for (std::size_t row = 0; row < set.rows.size(); ++row)
        out += fmt::format("    float{}({}), // {}\n", set.columns, joinLiterals(set, row), rowName(set, row));
    return out + "};\n";
}

// No two arrays of one output have the same name.
class Names
{
public:
    std::string next(const std::string& wanted)
    {
        const std::string base = identifier(wanted);
        std::string name = base;
        for (int n = 2; !m_used.insert(name).second; ++n)
            name = fmt::format("{}_{}", base, n);
        return name;
    }

private:
    std::set<std::string> m_used;
};

Json formatJson(std::span<const ShResult> results, bool asArray)
{
    if (!asArray)
        return resultJson(results.front());
    Json all = Json::array();
    for (const ShResult& result : results)
        all.push_back(resultJson(result));
    return all;
}

} // namespace

ShResult makeResult(PnSh sh, PnConvention convention, const EngineView& view, const std::string& window)
{
    turnSh(sh, view.turn);
    ShResult result;
    result.set = toSet(sh, convention, view.axes);
    result.turn = view.turn;
    result.window = window;
    for (std::size_t c = 0; c < 3; ++c)
        result.average[c] = static_cast<float>(sh.rgb[0][c] * kY00);
    std::array<float, 4> minimum{};
    if (pnFindIrradianceMinimum(&sh, minimum.data()) == PN_SUCCESS) // else a coefficient is not finite: requireFinite
        result.minimum = std::min({minimum[0], minimum[1], minimum[2]});
    return result;
}

void requireFinite(const ShResult& result)
{
    for (const auto& row : result.set.rows)
        if (std::any_of(row.begin(), row.end(), [](float value) { return !std::isfinite(value); }))
            throw Failure(Exit::InvalidInput, fmt::format("{}: a coefficient is too large for float", result.title));
}

Json resultJson(const ShResult& result)
{
    const ShSet& set = result.set;
    Json json = {{"probenorm", versionText()},
                 {"input", result.input},
                 {"bands", set.bands},
                 {"convention", pnGetConventionName(set.convention)}};
    if (set.axes != PN_AXES_KEEP)
        json["axes"] = pnGetAxesName(set.axes);
    if (result.turn != std::array<int, 3>{})
        json["turned"] = result.turn;
    if (!result.engine.empty())
        json["engine"] = result.engine;
    json["window"] = result.window;
    if (!result.dering.is_null())
        json["dering"] = result.dering;

    if (isChannelMajor(set.convention))
        json["order"] = kRowOrder;
    Json& rows = json[set.isVectors() ? "vectors" : "coefficients"] = Json::array();
    for (const auto& row : set.rows)
        rows.push_back(std::vector<float>(row.begin(), row.begin() + set.columns));
    json["irradiance"] = {{"minimum", result.minimum}, {"average", result.average}};
    json.update(result.run);
    return json;
}

std::string formatResults(std::span<const ShResult> results, ResultFormat format, bool asArray)
{
    std::for_each(results.begin(), results.end(), requireFinite);
    if (format == ResultFormat::JsonText)
        return jsonText(formatJson(results, asArray));

    Names names;
    std::string out;
    for (const ShResult& result : results)
    {
        out += out.empty() ? "" : "\n";
        switch (format)
        {
        case ResultFormat::C: out += formatC(result, names.next(result.name)); break;
        case ResultFormat::Hlsl: out += formatHlsl(result, names.next(result.name)); break;
        default: out += formatText(result); break;
        }
    }
    return out;
}

} // namespace pn::cli
