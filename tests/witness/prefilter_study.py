#!/usr/bin/python3
"""Errors of prefiltered GGX against the integral: ProbeNorm's, those of cmgen and of three engines in headless Chromium, and
those of other tools' published rules, on 26 environments. Run by hand; docs/prefiltering.md has the table that it prints.

usage: prefilter_study.py --build DIR --assets DIR [--size 128] [--maps N] [--own | --no-engines] [-o cells.json]

--build is a build with the targets probenorm, probenorm_cli and prefilter_rules; --assets is what
scripts/fetch-test-data.sh fetches. Debian: blender-data, libfilament-tools (cmgen), python3-numpy; for the engines
chromium, nodejs, and their packages, which `ctest -R engines.install` fetches; without these they are left out.

Each map is a cubemap of RGBE texels. A cell is a map, a roughness and a channel. Per cell 48 texels of a cubemap of 32
are compared: 12 pairs across edges of the cube, and 24 others. Columns, of the cells' median and worst:
  rms      of the errors, of the map's mean
  max      the largest error, of the texel or of a tenth of the mean
  seam     the largest error of the step across an edge, of the map's mean
  energy   of the sum of the texels; ProbeNorm's is of all texels of a mip of 16, by solid angle
  ms       of one core, for mips 1 to 6 of Unity's mapping
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from typing import NamedTuple

import comparison
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
RULES, MODULES = "tests/witness/prefilter_rules", "tests/engines/modules"
BLENDER = pathlib.Path("/usr/share/blender/datafiles/studiolights/world")
FACES = ("px", "nx", "py", "ny", "pz", "nz")
ROUGHNESS = [i / 10 for i in range(1, 11)]
BASE, PAIRS, OTHERS, ENERGY_BASE = 32, 12, 24, 16
OWN_LOBE = {"unity": "truth unity", "bevy": "truth bevy"}  # they weigh by shadowing: judged by their own integral


def call(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def directions(size):
    """Unit vectors through the texels of a cubemap, 6 size^2 x 3."""
    v, u = np.meshgrid(*[(2 * np.arange(size) + 1) / size - 1] * 2, indexing="ij")
    one = np.ones_like(u)
    faces = [(one, -v, -u), (-one, -v, u), (u, one, v), (u, -one, -v), (u, -v, one), (-u, -v, -one)]
    points = np.stack([np.stack(face, -1) for face in faces]).reshape(-1, 3)
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def solid_angles(size):
    """Of the texels of a cubemap, as parts of the sphere: the Jacobian at their centres."""
    angles = abs(directions(size)).max(1) ** 3
    return angles / angles.sum()


def lobe(c, roughness):
    """GGX with V = N = R for c = R.L, of integral 1 over the sphere."""
    a = roughness**2
    p, q = (a * a - 1) / 2, (a * a + 1) / 2
    integral = (np.log((p + q) / q) + q / (p + q) - 1) / p**2 if a < 1 else 0.5
    return np.maximum(c, 0) / (p * c + q) ** 2 / (2 * np.pi * integral)


def energy_weights(size, roughness):
    """What each texel of a source adds to the mean of a prefiltered mip, 6 size^2. By the cube's symmetries an eighth of a
    face has all values. Gauss and Legendre's rule within texels."""
    axes, parts = directions(ENERGY_BASE), solid_angles(ENERGY_BASE)
    panels = 4 if roughness < 0.35 else 1
    nodes, weights = np.polynomial.legendre.leggauss(6)
    at = ((nodes + 1) / 2 + np.arange(panels)[:, None]).ravel() / panels
    weights = np.tile(weights / 2 / panels, panels)
    face = np.zeros((size, size))
    half = size // 2
    for y in range(half):
        for x in range(y + 1):
            u, v = np.meshgrid(2 * (half + x + at) / size - 1, 2 * (half + y + at) / size - 1)
            length = np.sqrt(1 + u * u + v * v)
            rays = np.stack([u, v, np.ones_like(u)], -1).reshape(-1, 3) / length.reshape(-1, 1)
            solid = np.outer(weights, weights).ravel() * (2 / size) ** 2 / length.ravel() ** 3
            face[half + y, half + x] = face[half + x, half + y] = solid @ (lobe(rays @ axes.T, roughness) @ parts)
    face[:, :half] = face[:, :half - 1:-1]
    face[:half] = face[:half - 1:-1]
    return np.tile(face.ravel(), 6)


def choose(size):
    """Indices of texels of a cubemap: pairs of neighbours across edges first."""
    random, points = np.random.default_rng(size), directions(size)
    x, y = np.arange(points.shape[0]) % size, np.arange(points.shape[0]) // size % size
    border = np.flatnonzero((x % (size - 1) == 0) ^ (y % (size - 1) == 0))
    chosen = []
    for index in random.choice(border, PAIRS, replace=False):
        near = points @ points[index]
        near[index // size**2 * size**2:(index // size**2 + 1) * size**2] = -1
        chosen += [index, near.argmax()]
    return np.array(chosen + list(random.choice(len(points), OTHERS, replace=False)))


def to_rgbe(texels):
    largest = texels.max(-1)
    exponent = np.frexp(largest)[1]
    mantissas = np.floor(texels * np.ldexp(1.0, 8 - exponent)[..., None])
    return np.concatenate([mantissas, exponent[..., None] + 128], -1).clip(0, 255).astype(np.uint8)


def write_cross(path, rgbe):
    """A vertical cross as Radiance file, packed as cmgen wants it, in runs of literals."""
    n = rgbe.shape[1]
    cross = np.zeros((4 * n, 3 * n, 4), np.uint8)
    for face, (row, column) in zip(rgbe, ((1, 2), (1, 0), (0, 1), (2, 1), (1, 1), (3, 1))):
        cross[row * n:(row + 1) * n, column * n:(column + 1) * n] = face if row < 3 else face[::-1, ::-1]
    data = [b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (4 * n, 3 * n)]
    for line in cross:
        data.append(bytes([2, 2, 3 * n >> 8, 3 * n & 255]))
        for channel in line.T:
            data += [bytes([len(channel[x:x + 128])]) + channel[x:x + 128].tobytes() for x in range(0, 3 * n, 128)]
    path.write_bytes(b"".join(data))


def read_texels(tool, source, work, *options):
    """A cubemap of one mip as 6 x n x n x 3 floats."""
    file = work / "texels.ktx2"
    call(tool, "resample", source, "--texels", "rgba32f", "-o", file, *options)
    data = file.read_bytes()
    n = int.from_bytes(data[20:24], "little")
    return np.frombuffer(data[-6 * n * n * 16:], np.float32).reshape(6, n, n, 4)[..., :3]


def load(tool, source, size, work):
    """The map's texels, and the same as a cross that cmgen reads; of RGBE cmgen takes the middle of a step."""
    rgbe = to_rgbe(np.maximum(read_texels(tool, source, work, "--to", "cubemap", "--size", size), 0).astype(float))
    write_cross(work / "cross.hdr", rgbe)
    return ((rgbe[..., :3] + 0.5) * np.ldexp(1.0, rgbe[..., 3:].astype(int) - 136)).astype(np.float32)


def cmgen_mips(tool, size, work):
    """Mips 1 and up of cmgen down to 16, the rgb of chosen texels of each; mip 0 is the map itself."""
    call("cmgen", "--quiet", "--no-mirror", f"--size={size}", "--format=exr", f"--ibl-ld={work / 'cmgen'}", work / "cross.hdr")
    mips = range(1, (size // 16).bit_length())
    texels = [read_texels(tool, work / "cmgen" / "cross" / f"m{mip}_%.exr", work).reshape(-1, 3) for mip in mips]
    return [mip[choose(int((len(mip) / 6) ** 0.5))] for mip in texels]


class Mip(NamedTuple):
    """Of a program's own, with 48 texels to compare."""
    roughness: float
    axes: np.ndarray
    places: np.ndarray = None  # mip, face, column and row
    has_edges: bool = True  # of the cube


def cube_mip(mip, size, roughness, flip=1):
    """flip: -1 if the program looks into its own cubemap with x reversed."""
    chosen = choose(size)
    places = np.stack([np.full_like(chosen, mip), chosen // size**2, chosen % size, chosen // size % size], -1)
    return Mip(roughness, directions(size)[chosen] * [flip, 1, 1], places)


def atlas_mip(mip):
    """Of PlayCanvas: panoramas with a border of one texel, one above the other."""
    rows, columns = (256 >> mip) - 2, (512 >> mip) - 2
    y, x = (axis.ravel() for axis in np.mgrid[:rows, :columns])
    latitude, longitude = np.pi * (0.5 - (y + 0.5) / rows), np.pi * ((2 * x + 1) / columns - 1)
    axes = np.stack([np.cos(latitude) * np.sin(longitude), np.sin(latitude), np.cos(latitude) * np.cos(longitude)], -1)
    chosen = np.random.default_rng(mip).choice(len(x), 2 * PAIRS + OTHERS, p=np.cos(latitude) / np.cos(latitude).sum())
    places = np.stack([0 * x, 0 * x, x + 1, 512 - (512 >> mip) + y + 1], -1)
    return Mip(min(1, 2 * mip / 11), axes[chosen], places[chosen], False)


def engine_mips(size):
    """Per page of tests/engines: its methods, with the quality that each asks for, and the mips of one cubemap."""
    width = max(256, size)
    last = width.bit_length() - 4
    alphas = [2 ** (mip / 0.8) / size for mip in range(1, size.bit_length())]
    return {
        "three": ({"three.js itself": None}, [cube_mip(i, width >> i, 1 - (1 - i / last) ** 0.5, -1) for i in range(1, last + 1)]),
        "babylon": ({"Babylon.js itself, 4096": 4096, "Babylon.js itself, 64": 64},
                    [cube_mip(i, size >> i, a**0.5) for i, a in enumerate(alphas, 1) if a < 1 and size >> i >= 4]),
        "playcanvas": ({"PlayCanvas itself, RGBP": "RGBP", "PlayCanvas itself, halves": "halves"}, [atlas_mip(i) for i in range(1, 7)]),
    }


def run_engines(build, size, maps, work):
    """Per engine its mips, and of each method the rgb of their texels: maps x mips x texels x 3."""
    halves = np.ones((len(maps), 6 * size * size, 4), np.float16)
    halves[..., :3] = maps.reshape(len(maps), -1, 3)
    halves.tofile(work / "maps.f16")
    done = []
    for page, (methods, mips) in engine_mips(size).items():
        texels = {}
        for method, quality in methods.items():
            places = np.concatenate([mip.places for mip in mips]).tolist()
            (work / "places.json").write_text(json.dumps({"size": size, "quality": quality, "places": places}))
            found = call("node", HERE / "prefilter_engines.mjs", page, "--modules", build / MODULES, "--chromium", "chromium", "--work", work)
            texels[method] = np.array(json.loads(found)).reshape(len(maps), len(mips), 2 * PAIRS + OTHERS, -1)[..., :3]
        done.append((mips, texels))
    return done


def prefiltered(context, maps, effort, base):
    """Maps x roughnesses x texels x 3. All maps in one call, since tables are made once per call."""
    by_roughness = [context.prefilter_cubemaps(maps, base_size=base, roughness=[r], effort=effort) for r in ROUGHNESS]
    return np.array([[made[m].mips[0].reshape(-1, 4)[:, :3] for made in by_roughness] for m in range(len(maps))], float)


def energy_errors(context, maps, effort, weights):
    """Of the means of mips, maps x roughnesses x 3."""
    found = np.einsum("t,mrtc->mrc", solid_angles(ENERGY_BASE), prefiltered(context, maps, effort, ENERGY_BASE))
    truth = np.einsum("rt,mtc->mrc", weights, np.array([texels.reshape(-1, 3) for texels in maps], float))
    return abs(found / truth - 1)


def cell(found, truth, mean, has_edges=True):
    """The four figures of docs: texels x 3 of one method, and what they should be."""
    error = found - truth
    pairs = error[:2 * PAIRS].reshape(PAIRS, 2, 3)
    return np.stack([np.sqrt((error**2).mean(0)) / mean,
                     (abs(error) / np.maximum(truth, mean / 10)).max(0),
                     abs(pairs[:, 0] - pairs[:, 1]).max(0) / mean if has_edges else np.full(3, np.nan),
                     abs(error.sum(0)) / truth.sum(0)])


def run_rules(program, size, maps, requests, work):
    """{method: requests x maps x 3}."""
    maps.tofile(work / "maps.f32")
    requests.tofile(work / "requests.f64")
    done = subprocess.run([program, work, str(size)], check=True, stdout=subprocess.PIPE, text=True)
    names = done.stdout.split("\n")[:-1]
    results = np.fromfile(work / "results.f64").reshape(len(requests), len(names), len(maps), 3)
    return {name: results[:, i] for i, name in enumerate(names)}


def chain_times(options, probenorm, cubemap, work):
    """Milliseconds of one core for mips 1 to 6 of Unity's mapping, per method: 40 texels of each mip by the rules in double
    precision, all texels by the library once its tables are made."""
    size, texels = options.size, 40
    mappings = probenorm.mip_roughness("unity", 7, size)[1:]
    axes = directions(size)[:: 6 * size * size // texels][:texels]
    requests = np.array([(r, *axis) for r in mappings for axis in axes])
    cubemap[None].tofile(work / "maps.f32")
    requests.tofile(work / "requests.f64")
    done = subprocess.run([options.build / RULES, work, str(size), "time"], check=True, stdout=subprocess.PIPE, text=True)
    names = done.stdout.split()
    seconds = np.fromfile(work / "results.f64").reshape(len(mappings), texels, len(names)).mean(1)
    counts = np.array([6 * (size >> i + 1) ** 2 for i in range(len(mappings))])
    times = dict(zip(names, counts @ seconds))
    context = probenorm.Context("cpu", threads=1)
    for effort in ("baked", "realtime"):
        runs = []
        for _ in range(6):
            start = time.process_time()
            context.prefilter_cubemap(cubemap, base_size=size // 2, roughness=list(mappings), effort=effort)
            runs.append(time.process_time() - start)
        times[f"probenorm {effort}"] = min(runs[1:])
    return {name: 1000 * value for name, value in times.items()}


def throughput(tool, probenorm, source, work):
    """Five mips of a map, 256 to 16, by both programs; then by the library once its tables are made."""
    comparison.RUNS = 2
    cubemap = load(tool, source, 256, work)
    cross = work / "cross.hdr"
    rows = {"cmgen": comparison.measure(["cmgen", "--quiet", "--size=256", "--format=exr", f"--ibl-ld={work / 'time'}", cross])}
    context = probenorm.Context("cpu")
    for effort in ("baked", "realtime"):
        output = work / "time.ktx2"
        rows[f"probenorm {effort}"] = comparison.measure([tool, "prefilter", cross, "--mapping", "filament", "--effort", effort, "--overwrite", "-o", output])
        seconds = []
        for _ in range(6):
            start = time.process_time()
            context.prefilter_cubemap(cubemap, mapping="filament", mip_count=5, effort=effort)
            seconds.append(time.process_time() - start)
        rows[f"probenorm {effort}, further cubemaps"] = {"cpuSeconds": min(seconds[1:])}
    return rows


def study(options, probenorm, work):
    tool, size = options.build / "tools/probenorm/probenorm", options.size
    sources = (sorted(BLENDER.glob("*.exr")) + sorted(options.assets.glob("*.exr")))[:options.maps]
    context, at = probenorm.Context("cpu"), choose(BASE)
    maps, of_cmgen = [], []
    for source in sources:
        maps.append(load(tool, source, size, work))
        if not options.own:
            of_cmgen.append(cmgen_mips(tool, size, work))
    found, energy, energy_of = {}, {}, np.array([energy_weights(size, r) for r in ROUGHNESS])
    for effort in ("baked", "realtime"):
        found[f"probenorm {effort}"] = prefiltered(context, maps, effort, BASE)[:, :, at]
        energy[f"probenorm {effort}"] = energy_errors(context, maps, effort, energy_of)
    maps = np.array(maps)
    programs = [([Mip(r, directions(BASE)[at]) for r in ROUGHNESS], found)]  # mips, and methods' maps x mips x texels x 3
    if not options.own:
        count = len(of_cmgen[0])
        cmgen = [cube_mip(i, size >> i, 1 - (1 - i / count) ** 0.5) for i in range(1, count + 1)]
        programs.append((cmgen, {"cmgen": np.array(of_cmgen)}))
        if (options.build / MODULES).exists() and not options.no_engines:
            programs += run_engines(options.build, size, maps, work)
    requests = [(mip.roughness, *axis) for mips, _ in programs for mip in mips for axis in mip.axes]
    results = run_rules(options.build / RULES, size, maps, np.array(requests), work)

    means = np.einsum("mtc,t->mc", maps.reshape(len(maps), -1, 3), solid_angles(size))
    cells, first = {}, 0
    for p, (mips, methods) in enumerate(programs):
        for i, mip in enumerate(mips):
            of = {name: texels[first:first + len(at)] for name, texels in results.items()}
            first += len(at)
            tried = {name: of[name] for name in of if p == 0 and not name.startswith("truth")}
            tried.update({name: texels[:, i].swapaxes(0, 1) for name, texels in methods.items()})
            for name, texels in tried.items():
                for m, source in enumerate(sources):
                    figures = cell(texels[:, m], of[OWN_LOBE.get(name, "truth")][:, m], means[m], mip.has_edges)
                    if name in energy:
                        figures[3] = energy[name][m][i]
                    cells.setdefault(name, {})[f"{source.parent.name}/{source.stem} {mip.roughness:.2f}"] = figures
    if options.own:
        return cells, {}, {}
    return cells, chain_times(options, probenorm, maps[0], work), throughput(tool, probenorm, sources[0], work)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--assets", required=True, type=pathlib.Path)
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--maps", type=int, help="the first ones only")
    parser.add_argument("--own", action="store_true", help="leave out cmgen, and all times")
    parser.add_argument("--no-engines", action="store_true", help="leave out what runs in Chromium")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="all cells: rms, max, seam and energy per channel")
    options = parser.parse_args()
    os.environ["PROBENORM_LIBRARY"] = str(options.build / "plugin/libprobenorm.so")
    sys.path.insert(0, str(HERE.parents[1] / "python"))
    import probenorm
    with tempfile.TemporaryDirectory() as folder:
        cells, times, speed = study(options, probenorm, pathlib.Path(folder))
    if options.output:
        options.output.write_text(json.dumps({name: {key: value.round(6).tolist() for key, value in rows.items()}
                                              for name, rows in cells.items()}) + "\n")
    print("| method | rms % | max % | seam % | energy % | ms |\n|---|---|---|---|---|---|")
    for name, rows in cells.items():
        values = 100 * np.array(list(rows.values()))
        ends = [(np.median(column), column.max()) for column in values.swapaxes(0, 1)]
        columns = ["" if np.isnan(pair[0]) else "/".join(f"{float(f'{x:.2g}'):g}" for x in pair) for pair in ends]
        print(f"| {name} | " + " | ".join(columns) + f" | {times.get(name, float('nan')):.3g} |")
    for name, row in speed.items():
        print(name, json.dumps(row))


if __name__ == "__main__":
    main()
