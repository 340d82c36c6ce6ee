#include "commands/dfg_run.h"

#include "run/environment_output.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/files/parallel.h"
#include "image/texels/convert.h"

#include "probenorm/probenorm.hpp"

#include <fmt/format.h>

#include <span>

namespace pn::cli {

void DfgOptions::addTo(CLI::App& app)
{
    addText(app, "-o,--output", output, "The table: an .exr, .ktx2 or .dds file").required().takes("FILE");
    addUint(app, "--size", size, 1, 1024, "Texels of an edge (256)");
    addWord(app, "--kind", {"scale-bias", "multiscatter"}, "What r and g are: A and B, or B and A + B (scale-bias)",
            [this](std::size_t index) { kind = PnDfg(PN_DFG_SCALE_BIAS + index); });
    addWord(app, "--texels", {"rgba16f", "rgba32f"}, "Texel format (rgba16f)",
            [this](std::size_t index) { isFloat = index == 1; });
    messages.addTo(app);
}

namespace {

image::Image makeTable(const DfgOptions& options)
{
    const std::size_t rowFloats = std::size_t{3} * options.size;
    image::Image table{PN_FORMAT_RGB32F, options.size, options.size,
                       image::Buffer(rowFloats * options.size * sizeof(float))};
    const std::span rgb(reinterpret_cast<float*>(table.texels.data()), rowFloats * options.size);
    image::parallelRanges(options.size, 0, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t row = begin; row < end; ++row)
        {
            throwIfInterrupted();
            probenorm::makeDfgRows(options.kind, options.size, row, 1, rgb.subspan(row * rowFloats, rowFloats));
        }
    });
    return options.isFloat ? image::toFloat(table) : image::toHalf(table);
}

} // namespace

void writeDfg(const DfgOptions& options)
{
    const std::string name = lowerCase(options.output);
    if (!name.ends_with(".exr") && !name.ends_with(".ktx2") && !name.ends_with(".dds"))
        throw Failure(Exit::CommandLine,
                      fmt::format("--output must end in .exr, .ktx2 or .dds, found {}", options.output));
    image::Image table = makeTable(options);
    const std::string done = fmt::format("{}: {} x {}, {}\n", printable(options.output), options.size, options.size,
                                         formatName(table.format));
    std::vector<image::Image> mips;
    mips.push_back(std::move(table));
    EnvironmentOutput(options.output).write(mips);
    if (!options.messages.quiet)
        writeOutput("-", done);
}

} // namespace pn::cli
