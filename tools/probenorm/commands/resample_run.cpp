#include "commands/resample_run.h"

#include "run/change.h"
#include "run/device.h"
#include "run/environment_output.h"
#include "run/input.h"
#include "run/kept_light.h"
#include "run/output.h"
#include "run/run_normalize.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/resample/resample.h"
#include "image/texels/convert.h"
#include "image/texels/light_range.h"

#include <fmt/format.h>

namespace pn::cli {

void ResampleOptions::addTo(CLI::App& app)
{
    addTexts(app, "INPUT", inputs, "HDR maps, cubemaps, or patterns; - is standard input").required();
    addText(app, "-o,--output", output.path,
            "The result; % in the name of an .exr or .hdr file gives six faces, {} is each input's name")
        .required()
        .takes("FILE");
    addOverwrite(app, output.overwrite);
    addLayout(app, layout,
              {image::Layout::CubemapFile, image::Layout::Equirect, image::Layout::HorizontalCross,
               image::Layout::VerticalCross, image::Layout::Octahedral, image::Layout::OctahedralGodot,
               image::Layout::OctahedralHdrp, image::Layout::ExrLatLong, image::Layout::ExrCube});
    addFor(app, engine, "Axes of a cubemap, so that the engine shows it as it shows a map");
    addUint(app, "--size", size, 1, PN_MAX_FACE_SIZE,
            "Texels of a face's edge, or a map's height (as fine as the input)");
    addFlag(app, "--mips", mips, "Make the chain of mips, box-filtered by solid angle");
    addTexels(app, texels, bc6hEffort,
              "Texel format of the output (the engine's; else rgba16f where no more is needed)");
    addChoice(app, "--compress", packing, {"none", "zstd"}, "How a .ktx2 file is packed (none)");
    addUint(app, "--threads", threads, 1, 1024, "CPU threads (one for each processor)");
    inputOptions.addTo(app);
    addSuns(app, inputOptions.change.suns,
            "What becomes of suns and other small lights: extract leaves them out (keep)");
    messages.addTo(app);
}

namespace {

// A picture that is made of the environment itself, and is in no engine's axes.
bool isMap(image::Layout layout)
{
    return layout == image::Layout::Equirect || layout == image::Layout::ExrLatLong || layout == image::Layout::ExrCube;
}

image::Image makeMap(const ResampleOptions& options, const image::Environment& environment)
{
    const bool isCube = environment.kind == image::Kind::Cubemap, toCube = options.layout == image::Layout::ExrCube;
    const std::uint32_t own = isCube   ? (toCube ? environment.faceSize() : 2 * environment.faceSize())
                              : toCube ? faceSizeFor(environment)
                                       : environment.image.height;
    const std::uint32_t size = options.size != 0 ? options.size : own;
    if (options.layout == image::Layout::Equirect)
        return image::resampleToMap(environment, size, options.threads);
    return image::resampleToExr(environment, options.layout, size, options.threads);
}

// A texel of a mip is the mean of what it covers of the mip before, by solid angle, as the library makes mips
// (docs/math.md, section 4). Mips of the file would not fit, and are left out.
std::vector<image::Image> makeMips(const ResampleOptions& options, image::Environment first)
{
    if (options.size != 0 || first.kind == image::Kind::Equirect)
        first = image::resampleToCube(first, options.size != 0 ? options.size : faceSizeFor(first), options.threads);
    std::vector<image::Image> mips;
    const std::uint32_t size = first.faceSize();
    const std::uint32_t most = image::isOctahedral(options.layout) ? image::octahedralMips(options.layout, size) : 15;
    while (options.mips && first.faceSize() > 1 && mips.size() + 1 < most)
    {
        throwIfInterrupted();
        image::Environment next = image::resampleToCube(first, first.faceSize() / 2, options.threads);
        mips.push_back(image::toFloat(first.image));
        first = std::move(next);
    }
    mips.push_back(options.mips ? image::toFloat(first.image) : std::move(first.image));
    return mips;
}

// The texels of a file for which nothing was asked. For an engine a map has halves where they hold its light.
PnFormat othersFor(const ResampleOptions& options, PnFormat input, const InputFacts& facts)
{
    if (options.engine != nullptr && options.layout == image::Layout::Equirect && facts.max <= image::kMostHalf)
        return PN_FORMAT_RGBA16F;
    return formatThatHolds(input, facts);
}

// Returns what to say of it, which is made before the file is: making a text takes memory.
std::string resampleTo(const ResampleOptions& options, image::Environment environment, const InputFacts& facts,
                       const std::string& path, Console& console)
{
    const EnvironmentOutput output(path, options.layout);
    const Engine* const engine = isMap(options.layout) ? nullptr : options.engine;
    Json step = stepOf("resample", options.layout);
    step.update(options.inputOptions.change.json(engine));
    const std::string note = noteText(noteOf(environment), std::move(step), {{"prefilter", nullptr}});
    const PnFormat others = othersFor(options, environment.fileFormat, facts);
    std::vector<image::Image> mips;
    if (isMap(options.layout))
        mips.push_back(makeMap(options, environment));
    else
        mips = makeMips(options, std::move(environment));
    turnForEngine(mips, engine);
    const PnFormat format = texelsFor(options.texels, options.engine, path, others, mips);
    const std::string spread = keepLight(output.paths().front(), options.layout, format, mips, console);
    if (!isMap(options.layout))
        image::foldMips(mips, options.layout, options.threads);
    convertMips(format, mips, options.bc6hEffort, openCpu(options.threads).get());
    throwIfInterrupted();
    std::string done = output.text(mips, spread);
    output.write(mips, options.packing, {note, ""});
    return done;
}

} // namespace

void resample(const ResampleOptions& options, const InputPath& input, const std::string& path, Console& console,
              Progress* progress)
{
    image::Environment environment = loadChanged(input, options.inputOptions, options.threads);
    if (progress != nullptr)
        progress->addRead(bytesOfFiles(environment.files));
    if (!options.output.overwrite)
        requireNotInput(EnvironmentOutput(path, options.layout).paths(), environment.files);
    const InputFacts facts = describe(environment);
    warnOfInput(environment, facts, console);
    warnOfHistory(environment, options.inputOptions.change, isMap(options.layout) ? nullptr : options.engine, console);
    warnOfPrefiltered(environment, console);
    if (options.output.isOneFileEach())
        makeFolderOf(path);
    const std::string done = resampleTo(options, std::move(environment), facts, path, console);
    console.setStatus("");
    if (!options.messages.quiet)
        writeOutput("-", done);
}

} // namespace pn::cli
