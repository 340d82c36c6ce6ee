#include "commands/command.h"
#include "run/device.h"
#include "run/environment_output.h"
#include "run/kept_light.h"
#include "run/output.h"
#include "run/run_check.h"
#include "run/run_normalize.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/progress.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pn::cli {
namespace {

struct CheckOptions
{
    std::vector<std::string> inputs;
    PnSeverity fail = PN_SEVERITY_ERROR; // from which on
    std::uint32_t fixes = 0;
    OutputOptions output;
    bool json = false;
    EnvironmentOptions inputOptions;
    std::uint32_t threads = 0;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addTexts(app, "INPUT", inputs, "HDR maps, cubemaps, or patterns; - is standard input").required();
        addWord(app, "--fail", {"warning", "error", "never"}, "What ends with exit code 3 (error)",
                [this](std::size_t index) { fail = PN_SEVERITY_WARNING + PnSeverity(index); });
        addText(app, "-o,--output", output.path,
                "Where what --fix fixed goes, in its own kind, a cubemap's first mip; {} is each input's name")
            .takes("FILE");
        addOverwrite(app, output.overwrite);
        addJsonFormat(app, json, "Form of the result (text)");
        addUint(app, "--threads", threads, 1, 1024, "CPU threads (one for each processor)");
        inputOptions.addTo(app);
        messages.addTo(app);
    }
};

// Writes what is fixed, and returns what the file says of it.
Json writeFixed(const CheckOptions& options, image::Environment& environment, const std::string& path, Console& console)
{
    const PnFormat stored =
        environment.kind == image::Kind::Cubemap ? environment.image.format : environment.fileFormat;
    const PnFormat format =
        stored == PN_FORMAT_RGBA16F || stored == PN_FORMAT_R11G11B10F ? PN_FORMAT_RGBA16F : PN_FORMAT_RGBA32F;
    Json step = fix(environment, options.fixes, options.threads);
    throwIfInterrupted();
    const std::string note = noteText(noteOf(environment), step, {{"prefilter", nullptr}});
    std::vector<image::Image> mips;
    mips.push_back(std::move(environment.image));
    keepLight(path, layoutOf(environment.kind), format, mips, console);
    convertMips(format, mips);
    EnvironmentOutput(path, layoutOf(environment.kind)).write(mips, image::Ktx2Packing::None, {note, ""});
    return step;
}

class CheckRun
{
public:
    CheckRun(const CheckOptions& options, Console& console, std::size_t count)
        : m_options(options), m_console(console), m_progress(console, options.messages.progress, std::uint32_t(count))
    {
    }

    void add(const InputPath& path, const std::string& output)
    {
        const std::uint32_t threads = m_options.threads;
        image::Environment environment = loadChanged(path, m_options.inputOptions, threads);
        m_progress.addRead(bytesOfFiles(environment.files));
        std::vector<image::Image> mips;
        if (environment.kind == image::Kind::Cubemap)
            mips = makeCubemap(environment, {}, {path, m_options.inputOptions, 0, true, 0, threads}).mips;
        if (!output.empty() && !m_options.output.overwrite)
            requireNotInput(EnvironmentOutput(output, layoutOf(environment.kind)).paths(), environment.files);
        Json json = {{"path", environment.path}, {"findings", Json::array()}};
        for (const PnFinding& finding : check(environment, mips, threads))
        {
            ++m_counts[static_cast<std::size_t>(finding.severity)];
            json["findings"].push_back(findingJson(finding));
            m_text += findingText(finding, environment);
        }
        if (!mips.empty())
            environment.image = std::move(mips.front());
        if (!output.empty())
            json["fixed"] = fix(environment, output);
        m_inputs.push_back(std::move(json));
        m_progress.setCompleted(++m_count);
    }

    std::string report() const
    {
        if (m_options.json)
            return jsonText({{"probenorm", versionText()}, {"inputs", m_inputs}});
        return fmt::format(
            "{}{}: {}, {}, {}\n", m_text, counted(m_count, "input"), counted(m_counts[PN_SEVERITY_ERROR], "error"),
            counted(m_counts[PN_SEVERITY_WARNING], "warning"), counted(m_counts[PN_SEVERITY_NOTE], "note"));
    }

    bool hasFailed() const
    {
        return std::any_of(m_counts.begin() + m_options.fail, m_counts.end(),
                           [](std::uint64_t count) { return count != 0; });
    }

private:
    Json fix(image::Environment& environment, const std::string& output)
    {
        if (m_options.output.isOneFileEach())
            makeFolderOf(output);
        Json step = writeFixed(m_options, environment, output, m_console);
        m_text += fmt::format("{}: {}\n", printable(output), fixedText(step));
        step["path"] = output;
        return step;
    }

    const CheckOptions& m_options;
    Console& m_console;
    Progress m_progress;
    std::array<std::uint64_t, 4> m_counts{}; // by severity
    std::uint32_t m_count = 0;
    std::string m_text;
    Json m_inputs = Json::array();
};

Exit run(CheckOptions& options, Console& console)
{
    options.fixes = std::exchange(options.inputOptions.change.fixes, 0); // what is checked is not fixed yet
    const std::vector<InputPath> inputs = groupInputs(options.inputs, options.inputOptions);
    const bool writes = options.output.path != "-";
    if (writes != (options.fixes != 0))
        throw Failure(Exit::CommandLine, "--fix and -o go together");
    const std::vector<std::string> outputs =
        writes ? pathsForEach(options.output, inputs) : std::vector<std::string>(inputs.size());
    CheckRun check(options, console, inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        check.add(inputs[i], outputs[i]);
    console.setStatus("");
    writeOutput("-", check.report());
    return check.hasFailed() ? Exit::InvalidInput : Exit::Success;
}

} // namespace

const Command kCheckCommand{
    .name = "check",
    .summary = "Find what is wrong with environments, and fix it",
    .manual =
        R"(Looks for texels that are not finite, negative light, fireflies, clipped suns, 8 bits in floats, black and
constant faces, faces in the wrong order or turned, faces too bright, seams, and mips that are not prefiltered. Each line
has a severity, the file, the finding, its evidence and its place, and what fixes it. Nothing is fixed unless --fix
names it. docs/check.md explains each finding.

  probenorm check probes/*.ktx2
  probenorm check sky.exr --fail warning --format json
  probenorm check sky.exr --fix fireflies,nonfinite -o sky_fixed.exr
  probenorm check probes/*.dds --fix faces -o 'fixed/{}.ktx2')",
    .add = addCommand<CheckOptions, run>,
};

} // namespace pn::cli
