#include "lab/commands/bench_options.h"

#include "run/input.h"

namespace pn::cli {

void BenchOptions::addTo(CLI::App& app)
{
    addJsonFormat(app, json, "Form of the result (text)");
    addUint(app, "--runs", runs, 1, 10000, "Runs to take the median of (20)");
}

Option addTexels(CLI::App& app, PnFormat& format)
{
    std::vector<std::string> names;
    for (PnFormat each = PN_FORMAT_RGBA32F; each <= PN_FORMAT_RGBA8_SRGB; ++each)
        names.emplace_back(formatName(each));
    return addWord(app, "--texels", names, "Texel format, with --size (rgba16f)",
                   [&format](std::size_t index) { format = PnFormat(index + 1); });
}

} // namespace pn::cli
