#include "commands/command.h"
#include "commands/dfg_run.h"
#include "commands/lights_run.h"
#include "commands/prefilter_run.h"
#include "commands/project_run.h"
#include "commands/resample_run.h"
#include "support/interrupt.h"
#include "support/progress.h"
#include "support/text.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {
namespace {

struct MakeOptions
{
    std::vector<std::string> inputs;
    std::string output;
    const Engine* engine = nullptr;
    std::uint32_t size = 256;
    Suns suns = Suns::Keep;
    EnvironmentOptions environment;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addTexts(app, "INPUT", inputs, "HDR maps, cubemaps, or patterns such as sky_%.hdr; - is standard input")
            .required();
        addFor(app, engine, "The engine that reads the files").required();
        addText(app, "-o,--output", output, "The folder of the files").required().takes("FOLDER");
        addUint(app, "--size", size, 1, PN_MAX_FACE_SIZE, "Texels of mip 0's edge (256)");
        environment.addTo(app);
        addSuns(app, suns, "Whether cubemap and coefficients keep the light of the lights, or it is extracted (keep)");
        device.addTo(app);
        messages.addTo(app);
    }
};

// How each engine loads them; NAME stands for their common name. JavaScript comes in two parts, the second of which has
// the light of the coefficients alone: tests/engines/make.mjs runs both.
struct Steps
{
    std::string_view engine, text;
};

constexpr Steps kSteps[] = {
    {"unity", R"(Import NAME.dds as a cubemap; then in C#
  RenderSettings.defaultReflectionMode = DefaultReflectionMode.Custom; RenderSettings.customReflectionTexture = cubemap;
  ambient[c, i] = coefficients[i][c]; // of NAME_sh.json, for a SphericalHarmonicsL2
  RenderSettings.ambientMode = AmbientMode.Custom; RenderSettings.ambientProbe = ambient;)"},
    {"unreal", R"(Import NAME.dds as a Texture Cube; SkyLight: Source Type SLS Specified Cubemap, Cubemap NAME.
It reads the first mip alone, and filters it itself.)"},
    {"godot", R"(WorldEnvironment: Background Sky, Sky Material PanoramaSkyMaterial, Panorama NAME.exr.
It filters the map itself, and loads no prefiltered one.)"},
    {"three", R"(import * as THREE from "three";
import { KTX2Loader } from "three/addons/loaders/KTX2Loader.js";
const { mipmaps, format, type } = await new KTX2Loader().detectSupport(renderer).loadAsync("NAME.ktx2"); // six faces per mip
const { data, width } = mipmaps.at(-1);
mipmaps.push({ data: data.subarray(data.length * 3 / 4), width: width / 2 }); // three.js counts one mip more than it reads
const [cube, ...mips] = mipmaps.map(({ data, width }) => new THREE.CubeTexture([0, 1, 2, 3, 4, 5].map((i) =>
  new THREE.DataTexture(data.subarray(i * data.length / 6, (i + 1) * data.length / 6), width, width, format, type))));
scene.environment = Object.assign(cube, { mipmaps: mips, format, type, isPMREMTexture: true, generateMipmaps: false,
  minFilter: THREE.LinearMipmapLinearFilter, colorSpace: THREE.LinearSRGBColorSpace, needsUpdate: true });

// without an environment
const { coefficients } = await (await fetch("NAME_sh.json")).json();
scene.add(new THREE.LightProbe(new THREE.SphericalHarmonics3().fromArray(coefficients.flat())));)"},
    {"babylon", R"(scene.environmentTexture = BABYLON.CubeTexture.CreateFromPrefilteredData("NAME.env", scene);

// for another environmentTexture
const { coefficients } = await (await fetch("NAME_sh.json")).json();
scene.environmentTexture.sphericalPolynomial =
  BABYLON.SphericalPolynomial.FromHarmonics(BABYLON.SphericalHarmonics.FromArray(coefficients));)"},
    {"playcanvas", R"(const asset = new pc.Asset("NAME", "cubemap", { url: "NAME.dds" });
app.assets.add(asset);
app.assets.load(asset);
asset.ready(() => app.scene.setSkybox(asset.resources));

// for each material without an environment
const { coefficients } = await (await fetch("NAME_sh.json")).json();
material.ambientSH = new Float32Array(coefficients.flat());
material.update();)"},
    {"filament", R"(// C++
auto* bundle = new image::Ktx1Bundle(bytes, size); // of NAME.ktx
math::float3 sh[9]; bundle->getSphericalHarmonics(sh);
auto* texture = ktxreader::Ktx1Reader::createTexture(engine, bundle, false);
scene->setIndirectLight(IndirectLight::Builder().reflections(texture).irradiance(3, sh).build(*engine));

// JavaScript
scene.setIndirectLight(engine.createIblFromKtx1(new Uint8Array(await (await fetch("NAME.ktx")).arrayBuffer())));

// JavaScript, without reflections
const { coefficients } = await (await fetch("NAME_sh.json")).json();
scene.setIndirectLight(Filament.IndirectLight.Builder().irradianceSh(3, coefficients.flat()).build(engine));)"},
    {"cesium", R"(const { coefficients } = await (await fetch("NAME_sh.json")).json();
model.imageBasedLighting = new Cesium.ImageBasedLighting({ specularEnvironmentMaps: "NAME.ktx2",
  sphericalHarmonicCoefficients: coefficients.map((row) => Cesium.Cartesian3.fromArray(row)) });

// without reflections
const { coefficients } = await (await fetch("NAME_sh.json")).json();
model.imageBasedLighting = new Cesium.ImageBasedLighting({
  sphericalHarmonicCoefficients: coefficients.map((row) => Cesium.Cartesian3.fromArray(row)) });

// one of the lights. Image-based lighting has y up: (x, y, z) of the files is (x, -z, y) in the model's own frame
const { lights } = await (await fetch("NAME_lights.json")).json();
const [x, y, z] = lights[0].direction;
scene.light = new Cesium.DirectionalLight({ direction: Cesium.Matrix4.multiplyByPointAsVector(
  model.modelMatrix, new Cesium.Cartesian3(-x, z, -y), new Cesium.Cartesian3()) });)"},
    {"blender", "World: Environment Texture NAME.exr."},
    {"bevy", R"(// with the features ktx2 and zstd; intensity is the luminance in cd/m2 of radiance 1
commands.spawn((Camera3d::default(), EnvironmentMapLight { diffuse_map: asset_server.load("NAME_diffuse.ktx2"),
  specular_map: asset_server.load("NAME.ktx2"), intensity: 1000.0, ..default() }));)"},
};

// "" for an engine that is not in the list.
std::string stepsOf(std::string_view engine, const std::string& name)
{
    constexpr std::string_view kName = "NAME";
    std::string text;
    for (const Steps& steps : kSteps)
        if (steps.engine == engine)
            text = fmt::format("\n{}\n", steps.text);
    for (std::size_t at = text.find(kName); at != std::string::npos; at = text.find(kName, at + name.size()))
        text.replace(at, kName.size(), name);
    return text;
}

// What becomes of one input. It is decoded once, and each part takes it as it was decoded; the parts have one context.
class MadeEnvironment
{
public:
    MadeEnvironment(const MakeOptions& options, const InputPath& decoded, FallbackContext& context, Console& console)
        : m_options(options), m_input(decoded), m_engine(*options.engine), m_context(context), m_console(console),
          m_name(stemOf(decoded.name())), m_base(options.output + "/" + m_name)
    {
    }

    // Returns what to say of the files.
    std::string write()
    {
        std::string text = writeCubemap();
        m_console.setLevel(PN_LOG_ERROR); // one warning of the input is enough
        if (m_engine.hasDiffuse)
            text += writeDiffuse();
        if (m_engine.needsDfg)
            text += writeDfg();
        writeCoefficients();
        text += textOfLight(writeLights());
        m_console.setLevel(m_options.messages.logLevel);
        return text + stepsOf(m_engine.name, printable(m_name));
    }

private:
    // The cubemap in the engine's kind of file, or the map.
    std::string writeCubemap()
    {
        const std::string path = fmt::format("{}.{}", m_base, m_engine.ending);
        const bool isMap = std::string_view(m_engine.ending) == "exr";
        if (!isMap && !m_engine.readsFirstMip)
        {
            PrefilterOptions options = prefilterOptions(path);
            options.size = m_options.size;
            options.inputOptions.change.suns = m_options.suns;
            options.messages = m_options.messages;
            prefilter(options);
            return fmt::format("{}: the environment, prefiltered for reflections\n", printable(path));
        }
        ResampleOptions options;
        options.output.path = path;
        options.engine = &m_engine;
        options.inputOptions = m_options.environment;
        options.inputOptions.change.suns = m_options.suns;
        options.threads = m_options.device.threads;
        options.messages = m_options.messages;
        if (isMap)
            options.layout = image::Layout::Equirect;
        else
        {
            options.size = m_options.size;
            options.mips = true;
            options.texels = PN_FORMAT_RGBA16F;
        }
        resample(options, m_input, path, m_console);
        return fmt::format("{}: {}\n", printable(path),
                           isMap ? "the environment as a map" : "the environment as a cubemap, not prefiltered");
    }

    std::string writeDiffuse()
    {
        const std::string path = m_base + "_diffuse.ktx2";
        PrefilterOptions options = prefilterOptions(path);
        options.inputOptions.change.suns = m_options.suns;
        options.lobe = PN_LOBE_COSINE;
        options.size = 32;
        options.mips = 1;
        prefilter(options);
        return fmt::format("{}: irradiance / pi\n", printable(path));
    }

    std::string writeDfg()
    {
        DfgOptions options;
        options.output = m_base + "_dfg.ktx2";
        options.messages.quiet = true;
        cli::writeDfg(options);
        return fmt::format("{}: DFG table\n", printable(options.output));
    }

    void writeCoefficients()
    {
        ProjectOptions options;
        options.output.path = m_base + "_sh.json";
        options.input = m_options.environment;
        options.device = m_options.device;
        options.messages.progress = ProgressMode::None;
        options.form.convention = m_engine.convention;
        options.form.engine = EngineOption(m_engine);
        options.form.window = parseWindow("auto");
        options.extractLights = m_options.suns == Suns::Extract ? PN_MAX_LIGHTS : 0;
        ProjectRun project(options, m_context, m_console, 1);
        project.add(m_input);
        writeResults(options.output, project.finish(), false, project.files());
    }

    PnLights writeLights()
    {
        LightsOptions options;
        options.output = m_base + "_lights.json";
        options.inputOptions = m_options.environment;
        options.device = m_options.device;
        const std::string_view name = m_engine.name;
        options.format = name == "unity"   ? LightFormat::Unity
                         : name == "three" ? LightFormat::Three
                                           : LightFormat::AsJson;
        if (options.format == LightFormat::AsJson)
            options.engine = &m_engine;
        return cli::writeLights(options, m_input, m_context.context(), m_console);
    }

    // What the coefficients and the lights are for.
    std::string textOfLight(const PnLights& lights) const
    {
        const std::string steps = stepsOf(m_engine.name, "");
        const bool areLoaded = steps.empty() || steps.find("_sh.json") != std::string::npos;
        std::string text =
            fmt::format("{}_sh.json: coefficients of the diffuse light{}\n{}_lights.json: ", printable(m_base),
                        areLoaded ? "" : fmt::format(", which {} does not load", m_engine.name), printable(m_base));
        if (lights.count == 0)
            return text + "no lights, since nothing small and bright stands out\n";
        text += counted(lights.count, "light");
        if (m_options.suns == Suns::Extract)
            return text + ", whose light is in no other file: add each to the scene (docs/lights.md)\n";
        return text + ", whose light is in the other files, too: added to the scene it counts twice; --suns extract "
                      "takes it out of them\n";
    }

    PrefilterOptions prefilterOptions(const std::string& path) const
    {
        PrefilterOptions options;
        options.output.path = path;
        options.engine = &m_engine;
        options.inputOptions = m_options.environment;
        options.device = m_options.device;
        options.messages.quiet = true;
        if (m_engine.hasDiffuse)
        {
            options.texels = PN_FORMAT_RGB9E5;
            options.packing = image::Ktx2Packing::Zstandard;
        }
        return options;
    }

    void prefilter(const PrefilterOptions& options)
    {
        PrefilterRun(options, m_context, m_console, 1).add(m_input, EnvironmentOutput(options.output.path));
    }

    const MakeOptions& m_options;
    const InputPath& m_input;
    const Engine& m_engine;
    FallbackContext& m_context;
    Console& m_console;
    std::string m_name, m_base; // of the files, without and with the folder
};

// Throws Failure{CommandLine} where two inputs would have the same files.
void requireNamesOfTheirOwn(const MakeOptions& options, const std::vector<InputPath>& inputs)
{
    std::vector<std::string> names;
    for (const InputPath& input : inputs)
        names.push_back(stemOf(input.name()));
    OutputOptions output;
    output.path = options.output + "/{}";
    outputPaths(output, names);
}

Exit run(MakeOptions& options, Console& console)
{
    const std::vector<InputPath> inputs = groupInputs(options.inputs, options.environment);
    requireNamesOfTheirOwn(options, inputs);
    makeFolderOf(options.output + "/file");
    FallbackContext context = makeContextFor(inputs.size(), options.device, console);
    Progress progress(console, options.messages.progress, std::uint32_t(inputs.size()));
    for (std::uint32_t i = 0; i < inputs.size(); ++i)
    {
        throwIfInterrupted();
        InputPath input = inputs[i];
        const image::Environment decoded = loadInput(input, options.environment);
        input.decoded = &decoded;
        progress.addRead(bytesOfFiles(decoded.files));
        const std::string text = MadeEnvironment(options, input, context, console).write();
        progress.setCompleted(i + 1);
        console.setStatus("");
        if (!options.messages.quiet)
            writeOutput("-", text);
    }
    return Exit::Success;
}

} // namespace

const Command kMakeCommand{
    .name = "make",
    .summary = "Write all that an engine needs for its environment light",
    .manual =
        R"(Writes the prefiltered cubemap in the engine's own kind of file (for engines that filter it themselves the map, or the
cubemap with mips that are not prefiltered), the coefficients (--window auto), and the lights, all of one orientation,
and prints how the engine loads them.

Cubemap and coefficients have all of the map's light, that of the lights, too. To add the lights to the scene, take
theirs out by --suns extract. Each input's files have its name.

  probenorm make sky.exr --for filament -o out
  probenorm make sky.exr --for unity --suns extract -o out
  probenorm make probes/*.exr --for three -o out
  probenorm make sky.exr --for unity --rotate 0,30,0 --max-radiance 1000 -o Assets/Sky)",
    .add = addCommand<MakeOptions, run>,
};

} // namespace pn::cli
