#include "commands/project_run.h"

#include "run/run_project.h"
#include "sh/lights.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/files/input_file.h"
#include "image/formats/layout.h"
#include "image/resample/resample.h"

#include <fmt/format.h>
#include <probenorm/probenorm.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace pn::cli {
void ProjectOptions::addTo(CLI::App& app)
{
    addTexts(app, "INPUT", inputs, "HDR maps, cubemaps, or patterns such as sky_%.hdr; - is standard input").required();
    output.addTo(app);
    addUint(app, "--bands", bands, 1, PN_MAX_BANDS, "Bands of coefficients (3)");
    form.addTo(app);
    addUint(app, "--extract-lights", extractLights, 1, PN_MAX_LIGHTS,
            "Take up to N small bright lights out first, and name them in JSON");
    input.addTo(app);
    addUint(app, "--resample", resample, 1, PN_MAX_FACE_SIZE, "Go through a cubemap with faces of N texels")
        .group("Input");
    addChoice(app, "--negative", negative, {"keep", "zero"}, "What becomes of negative radiance (keep)").group("Input");
    addChoice(app, "--bad-texels", badTexels, {"replace", "error"},
              "NaN to 0 and infinity to 65504, or exit code 3 (replace)")
        .group("Input");
    device.addTo(app);
    messages.addTo(app);
}

PnProjectOptions ProjectOptions::forLibrary() const
{
    auto options = probenorm::sized<PnProjectOptions>();
    options.bands = bands;
    options.negative = negative;
    options.badTexels = badTexels;
    options.maxRadiance = input.change.maxRadiance;
    return options;
}

namespace {

constexpr std::uint64_t kBatchBytes = std::uint64_t{256} << 20; // of texels that wait; larger batches are no faster

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// path, with the bytes that are read added up; of a file they are its size.
InputPath counted(const InputPath& path, std::uint64_t& bytes)
{
    InputPath input = path;
    if (std::filesystem::is_regular_file(path.name()))
        return input;
    input.read = [&bytes](const std::string& file, std::uint64_t maxBytes) {
        image::Buffer buffer = image::readInput(file, maxBytes);
        bytes += buffer.size();
        return buffer;
    };
    return input;
}

void scaleSh(PnSh& sh, float scale)
{
    for (auto& rgb : sh.rgb)
        for (float& value : rgb)
            value *= scale;
}

InputFacts factsOf(const ProjectOptions& options, const PendingProject& item, const PnProjectInfo& info)
{
    InputFacts facts = item.facts;
    facts.clamped = info.clamped;
    if (options.resample > 0)
        return facts;
    facts.nonFinite = info.nonFinite; // the library's rule, for which 2^65 is infinite too
    facts.negative = info.negative;
    return facts;
}

ShResult makeProjectResult(const ProjectOptions& options, const PendingProject& item, const ProjectedItem& projected)
{
    PnSh sh = projected.sh;
    const Change& change = options.input.change;
    if (change.factor() != 1.0f)
        scaleSh(sh, change.factor());
    const FormOptions& form = options.form;
    ShResult result = form.resultOf(sh, change.rotation, item.facts.path);
    const InputFacts facts = factsOf(options, item, projected.info);
    result.name = stemOf(facts.path);
    result.title = fmt::format("{}, {}", facts.path, shapeText(facts));
    result.input = inputJson(facts);
    if (options.input.mip > 0)
        result.input["mip"] = options.input.mip;
    if (options.resample > 0)
        result.input["resample"] = options.resample;
    result.run = {
        {"algorithm", projected.info.algorithm},
        {"device",
         {{"backend", backendName(projected.info.backend)},
          {"name", projected.deviceName},
          {"reproducible", projected.info.isReproducible != 0}}},
        {"seconds",
         {{"decode", static_cast<float>(item.decodeSeconds)}, {"project", static_cast<float>(projected.seconds)}}}};
    result.run.update(change.json());
    if (const Json note = noteOf(item.environment); note.contains("history"))
        result.run["history"] = note["history"];
    const EngineView view = form.engine.viewOf(form.axes);
    if (projected.lights)
        result.run["lights"] = lightsJson(turnedLights(*projected.lights, change.rotation, view, change.factor()));
    return result;
}

void warnOfNegative(const std::string& path, const ShResult& result, Console& console)
{
    if (result.minimum < 0.0f && result.average[1] > 0.0f)
        console.warn(fmt::format("{}: irradiance falls to {} (average {}); --window auto keeps it above zero", path,
                                 floatText(result.minimum), floatText(result.average[1])));
}

} // namespace

ProjectRun::ProjectRun(const ProjectOptions& options, FallbackContext& context, Console& console, std::uint32_t count)
    : m_options(options), m_console(console), m_context(context), m_progress(console, options.messages.progress, count)
{
}

void ProjectRun::add(const InputPath& path)
{
    throwIfInterrupted();
    if (isFaceOfAnother(path))
    {
        ++m_skipped;
        return;
    }
    std::uint64_t bytes = 0;
    PendingProject item = load(counted(path, bytes));
    if (bytes == 0)
        bytes = bytesOfFiles(item.environment.files);
    m_progress.addRead(bytes);
    if (!m_waiting.empty() && m_waiting.front().environment.kind != item.environment.kind)
        flush();
    m_waitingBytes += item.environment.image.texels.size();
    m_waiting.push_back(std::move(item));
    if (m_waitingBytes >= std::min(kBatchBytes, m_options.input.maxBytes))
        flush();
}

std::vector<ShResult> ProjectRun::finish()
{
    flush();
    return std::move(m_results);
}

// A glob over face files names each cubemap six times.
bool ProjectRun::isFaceOfAnother(const InputPath& path)
{
    const auto pattern = path.paths.size() == 1 ? image::findFacePattern(path.name()) : std::nullopt;
    return pattern && m_cubemaps.count(pattern->pattern) > 0;
}

PendingProject ProjectRun::load(const InputPath& path)
{
    const Clock::time_point start = Clock::now();
    PendingProject item;
    requireCubeFits(m_options.resample, false, m_options.input.maxBytes,
                    fmt::format("--resample {}", m_options.resample));
    item.environment = loadInOurAxes(path, m_options.input, m_options.device.threads);
    m_files.insert(m_files.end(), item.environment.files.begin(), item.environment.files.end());
    item.facts = describe(item.environment, m_options.device.threads);
    if (m_options.badTexels == PN_BAD_TEXEL_REPLACE)
        warnOfInput(item.environment, item.facts, m_console);
    warnOfHistory(item.environment, m_options.input.change, m_options.form.engine.engine(), m_console);
    warnOfNormalized(item.environment, m_console);
    if (image::isFaceFiles(item.environment.layout))
        if (const auto pattern = image::findFacePattern(path.name()))
            m_cubemaps.insert(pattern->pattern);
    if (m_options.resample > 0)
        resample(item.environment);
    item.decodeSeconds = secondsSince(start);
    return item;
}

// The resampler replaces bad texels, so they are looked for before it runs.
void ProjectRun::resample(image::Environment& environment) const
{
    if (m_options.badTexels == PN_BAD_TEXEL_ERROR)
        if (const std::optional<TexelPlace> place = findBadTexel(environment))
            throwBadTexel(environment.path, environment.kind, *place);
    std::string note = std::move(environment.note);
    environment = image::resampleToCube(environment, m_options.resample, m_options.device.threads);
    environment.note = std::move(note);
}

void ProjectRun::flush()
{
    if (m_waiting.empty())
        return;
    const std::uint32_t done = static_cast<std::uint32_t>(m_results.size()) + m_skipped;
    const auto onCompleted = [this, done](std::uint32_t completed) { m_progress.setCompleted(done + completed); };
    std::vector<ProjectedItem> projected = projectItems(m_context, m_waiting, m_options.forLibrary(), onCompleted);
    for (std::size_t i = 0; i < m_waiting.size(); ++i)
        takeLights(m_waiting[i], projected[i]);
    for (std::size_t i = 0; i < m_waiting.size(); ++i)
    {
        m_results.push_back(makeProjectResult(m_options, m_waiting[i], projected[i]));
        warnOfNegative(m_waiting[i].facts.path, m_results.back(), m_console);
    }
    m_waiting.clear();
    m_waitingBytes = 0;
}

void ProjectRun::takeLights(const PendingProject& item, ProjectedItem& projected)
{
    if (m_options.extractLights == 0)
        return;
    const PnLightOptions limits{sizeof(PnLightOptions), m_options.extractLights, 0.0f, 0.0f};
    const FoundLights found =
        findLights(m_context.context(), item.environment, m_options.forLibrary(), limits, item.facts.path);
    projected.sh = found.residual;
    projected.lights = found.lights;
}

} // namespace pn::cli
