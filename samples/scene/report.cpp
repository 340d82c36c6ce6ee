#include "report.h"

#include "scene.h"

#include <cstdio>

namespace scene {
namespace {

template <typename... Arguments>
void append(std::string& text, const char* format, Arguments... arguments)
{
    char buffer[256];
    std::snprintf(buffer, sizeof(buffer), format, arguments...);
    text += buffer;
}

const char* projectionName(Projection projection)
{
    return projection == Projection::Box ? "box" : "infinite";
}

void appendTable(std::string& text, const ViewResult& view)
{
    append(text, "\n%s\n%-16s", view.title.c_str(), "roughness");
    for (const RoughnessError& error : view.methods.front().specular.byRoughness)
        append(text, "%9.1f", static_cast<double>(error.roughness));
    append(text, "%9s%9s\n%-16s", "all", "SSIM", "pixels");
    for (const RoughnessError& error : view.methods.front().specular.byRoughness)
        append(text, "%9zu", error.count / (kSubpixels * kSubpixels));
    text += '\n';
    for (const MethodResult& method : view.methods)
    {
        append(text, "%-16s", method.method.c_str());
        for (const RoughnessError& error : method.specular.byRoughness)
            append(text, "%9.3g", error.error);
        append(text, "%9.3g%9.4f\n", method.specular.error, method.similarity);
    }
}

void appendJson(std::string& text, const MethodResult& method)
{
    append(text, "        { \"method\": \"%s\", \"ssim\": %.6f, \"error\": %.6g, \"byRoughness\": [",
           method.method.c_str(), method.similarity, method.specular.error);
    const char* separator = "";
    for (const RoughnessError& error : method.specular.byRoughness)
    {
        append(text, "%s\n          { \"roughness\": %.2f, \"subpixels\": %zu, \"error\": %.6g }", separator,
               static_cast<double>(error.roughness), error.count, error.error);
        separator = ",";
    }
    text += " ] }";
}

void appendJson(std::string& text, const ViewResult& view)
{
    append(text, "    { \"name\": \"%s\", \"title\": \"%s\", \"methods\": [", view.name.c_str(), view.title.c_str());
    const char* separator = "\n";
    for (const MethodResult& method : view.methods)
    {
        text += separator;
        appendJson(text, method);
        separator = ",\n";
    }
    text += " ] }";
}

} // namespace

std::string tableText(const Results& results)
{
    const Settings& s = results.settings;
    std::string text =
        "Mean relative squared error of the specular part, and SSIM of the picture, against the path-traced truth.\n";
    append(text, "seed %llu, pictures %d wide, %u samples a subpixel, %s probe; %zu light probes projected on %s\n",
           static_cast<unsigned long long>(kSeed), s.width, s.samples, projectionName(s.projection),
           results.lightProbeCount, results.device.c_str());
    for (const ViewResult& view : results.views)
        appendTable(text, view);
    return text;
}

std::string jsonText(const Results& results)
{
    const Settings& s = results.settings;
    std::string text;
    append(text,
           "{\n  \"seed\": %llu, \"width\": %d, \"samples\": %u, \"projection\": \"%s\", \"lightProbes\": %zu, "
           "\"device\": \"%s\",\n",
           static_cast<unsigned long long>(kSeed), s.width, s.samples, projectionName(s.projection),
           results.lightProbeCount, results.device.c_str());
    text += "  \"views\": [\n";
    for (std::size_t i = 0; i < results.views.size(); ++i)
    {
        appendJson(text, results.views[i]);
        text += i + 1 < results.views.size() ? ",\n" : "\n";
    }
    return text + "  ]\n}\n";
}

} // namespace scene
