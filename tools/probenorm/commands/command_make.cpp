#include "commands/command.h"
#include "run/change.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/text.h"

#include "image/files/input_file.h"

#include <fmt/format.h>

#include <filesystem>

namespace pn::cli {
namespace {

struct MakeOptions
{
    std::string input;
    std::string output;
    const Engine* engine = nullptr;
    std::uint32_t size = 256;
    Suns suns = Suns::Keep;
    EnvironmentOptions environment;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addText(app, "INPUT", input, "An HDR map, a cubemap, or a pattern such as sky_%.hdr").required();
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

// How each command reads the input. `resample` has no device.
std::vector<std::string> argumentsOf(const MakeOptions& options, bool hasDevice)
{
    const EnvironmentOptions& environment = options.environment;
    std::vector<std::string> words = environment.change.arguments();
    words.insert(words.end(),
                 {options.input, "--layout", environment.layout, "--max-bytes", std::to_string(environment.maxBytes)});
    if (environment.mip != 0)
        words.insert(words.end(), {"--mip", std::to_string(environment.mip)});
    if (!environment.layer.empty())
        words.insert(words.end(), {"--layer", environment.layer});
    if (options.device.threads != 0)
        words.insert(words.end(), {"--threads", std::to_string(options.device.threads)});
    if (hasDevice)
        words.insert(words.end(), {"--device", options.device.device});
    if (hasDevice && !options.device.cache.empty())
        words.insert(words.end(), {"--cache", options.device.cache});
    return words;
}

// Standard input and pipes.
void refuseWhatIsReadOnce(const std::string& input)
{
    std::error_code error;
    if (input == "-" || std::filesystem::is_fifo(input, error))
        throw Failure(Exit::CommandLine,
                      fmt::format("{}: make reads its input several times, and this can be read once; save it as a "
                                  "file first",
                                  input == "-" ? "standard input" : input));
}

// What the coefficients and the lights are for.
std::string textOfLight(const MakeOptions& options, const std::string& base)
{
    const std::string file = base + "_lights.json", steps = stepsOf(options.engine->name, "");
    const image::Buffer bytes = image::readRegularFile(file);
    const std::string_view json(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t count = parseJson(json, file)["lights"].size();
    const bool areLoaded = steps.empty() || steps.find("_sh.json") != std::string::npos;
    std::string text =
        fmt::format("{}_sh.json: coefficients of the diffuse light{}\n{}: ", printable(base),
                    areLoaded ? "" : fmt::format(", which {} does not load", options.engine->name), printable(file));
    if (count == 0)
        return text + "no lights, since nothing small and bright stands out\n";
    text += counted(count, "light");
    if (options.suns == Suns::Extract)
        return text + ", whose light is in no other file: add each to the scene (docs/lights.md)\n";
    return text + ", whose light is in the other files, too: added to the scene it counts twice; --suns extract takes "
                  "it out of them\n";
}

std::vector<std::string> cubemapArguments(const Engine& engine, const std::string& path, std::vector<std::string> more)
{
    more.insert(more.end(), {"--for", engine.name, "-o", path});
    if (engine.hasDiffuse)
        more.insert(more.end(), {"--texels", "rgb9e5", "--compress", "zstd"});
    return more;
}

void runStep(const Command& command, std::vector<std::string> arguments, Console& console)
{
    if (const Exit exit = runCommand(command, std::move(arguments), console); exit != Exit::Success)
        throw Failure(exit, fmt::format("{} failed", command.name));
}

Exit run(MakeOptions& options, Console& console)
{
    refuseWhatIsReadOnce(options.input);
    const Engine& engine = *options.engine;
    const bool isExtracted = options.suns == Suns::Extract;
    const std::string name = stemOf(options.input), base = options.output + "/" + name;
    const bool isMap = std::string_view(engine.ending) == "exr";
    const Command& first = isMap || engine.readsFirstMip ? kResampleCommand : kPrefilterCommand;
    makeFolderOf(base);
    const auto step = [&](const Command& command, std::vector<std::string> arguments) {
        const std::vector<std::string> more = argumentsOf(options, &command != &kResampleCommand);
        arguments.insert(arguments.end(), more.begin(), more.end());
        if (isExtracted && &command == &first)
            arguments.insert(arguments.end(), {"--suns", "extract"});
        if (options.messages.quiet || command.name != std::string_view(first.name))
            arguments.emplace_back("--quiet"); // one warning of the input is enough
        runStep(command, std::move(arguments), console);
    };
    const std::string size = std::to_string(options.size), cubemap = fmt::format("{}.{}", base, engine.ending);
    if (isMap)
        step(first, {"--to", "equirect", "--for", engine.name, "-o", cubemap});
    else if (engine.readsFirstMip)
        step(first, {"--for", engine.name, "--size", size, "--mips", "--texels", "rgba16f", "-o", cubemap});
    else
        step(first, cubemapArguments(engine, cubemap, {"--size", size}));
    std::string text = fmt::format("{}: {}\n", printable(cubemap),
                                   isMap ? "the environment as a map" : "the environment, prefiltered for reflections");
    if (engine.hasDiffuse)
    {
        step(first,
             cubemapArguments(engine, base + "_diffuse.ktx2", {"--lobe", "cosine", "--size", "32", "--mips", "1"}));
        text += fmt::format("{}_diffuse.ktx2: irradiance / pi\n", printable(base));
    }
    if (engine.needsDfg)
    {
        runStep(kDfgCommand, {"-o", base + "_dfg.ktx2", "--quiet"}, console);
        text += fmt::format("{}_dfg.ktx2: DFG table\n", printable(base));
    }
    std::vector<std::string> coefficients = {"--for", engine.name, "--window", "auto", "-o", base + "_sh.json"};
    if (isExtracted)
        coefficients.insert(coefficients.end(), {"--extract-lights", std::to_string(PN_MAX_LIGHTS)});
    step(kProjectCommand, coefficients);
    const std::string_view own = engine.name;
    const bool isFormat = own == "unity" || own == "three";
    std::vector<std::string> lights = {isFormat ? "--format" : "--for", engine.name, "-o", base + "_lights.json"};
    if (!isFormat)
        lights.insert(lights.end(), {"--format", "json"});
    step(kLightsCommand, lights);
    text += textOfLight(options, base) + stepsOf(engine.name, printable(name));
    if (!options.messages.quiet)
        writeOutput("-", text);
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
theirs out by --suns extract. INPUT is read several times, so that it cannot be standard input.

  probenorm make sky.exr --for filament -o out
  probenorm make sky.exr --for unity --suns extract -o out
  probenorm make sky.exr --for unity --rotate 0,30,0 --max-radiance 1000 -o Assets/Sky)",
    .add = addCommand<MakeOptions, run>,
};

} // namespace pn::cli
