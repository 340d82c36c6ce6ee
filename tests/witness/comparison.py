#!/usr/bin/python3
"""Projects Blender's eight environment maps with ProbeNorm, Filament's cmgen and three.js, in one run, and compares the
coefficients with an independent sum in double precision. Run by hand; the results are stored beside the other witnesses.

usage: comparison.py --probenorm EXE [--modules DIR] [-o tests/witness/files/comparison.json]

Debian: blender-data, libfilament-tools (cmgen), nodejs, chromium; --modules is build/release/tests/engines/modules, which
the test engines.install makes.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np

MAPS = pathlib.Path("/usr/share/blender/datafiles/studiolights/world")
RUNS = 5
HERE = pathlib.Path(__file__).resolve().parent


def read_hdr(path):
    """A Radiance file as height x width x 3 doubles: packed scanlines, as ProbeNorm and most programs write them."""
    data = path.read_bytes()
    end = data.index(b"\n\n") + 2
    line = data.index(b"\n", end)
    _, height, _, width = data[end:line].split()
    height, width, at = int(height), int(width), line + 1
    rgbe = np.empty((height, 4, width), np.uint8)
    for row in rgbe:
        at += 4  # 2 2, and the width
        for channel in row:
            x = 0
            while x < width:
                count = data[at]
                if count > 128:
                    channel[x:x + count - 128] = data[at + 1]
                    x, at = x + count - 128, at + 2
                else:
                    channel[x:x + count] = np.frombuffer(data, np.uint8, count, at + 1)
                    x, at = x + count, at + 1 + count
    mantissas = np.moveaxis(rgbe[:, :3], 1, 2).astype(float)
    return mantissas * np.ldexp(1.0, rgbe[:, 3].astype(int) - 136)[..., None]


def oracle(texels):
    """Nine coefficients of a map whose texels are constant: the harmonics are integrated over each texel in closed form
    along its row, and by Gauss-Legendre (8 points, exact to rounding) along its column."""
    height, width, _ = texels.shape
    edges = 2 * np.pi * (np.arange(width + 1) / width - 0.5)
    along = {  # integrals over a texel of 1, sin, cos, sin 2 and cos 2 of the longitude
        "1": np.diff(edges), "s": np.diff(-np.cos(edges)), "c": np.diff(np.sin(edges)),
        "s2": np.diff(-np.cos(2 * edges)) / 2, "c2": np.diff(np.sin(2 * edges)) / 2}
    sums = {name: np.einsum("hwc,w->hc", texels, weight) for name, weight in along.items()}
    points, weights = np.polynomial.legendre.leggauss(8)
    theta = np.pi * (np.arange(height)[:, None] + (points + 1) / 2) / height
    sin, cos = np.sin(theta), np.cos(theta)

    def down(values):  # the integral of values * sin(theta) over each row
        return (values * sin * weights).sum(1) * np.pi / (2 * height)

    def total(*terms):
        return sum((down(values)[:, None] * sums[name]).sum(0) for values, name in terms)

    k = np.sqrt(np.array([1 / 4, 3 / 4, 15 / 4, 5 / 16, 15 / 16]) / np.pi)
    return np.array([  # x = sin sin, y = cos, z = sin cos
        k[0] * total((1 + 0 * sin, "1")),
        k[1] * total((cos, "1")), k[1] * total((sin, "c")), k[1] * total((sin, "s")),
        k[2] * total((sin * cos, "s")), k[2] * total((sin * cos, "c")),
        k[3] * total((1.5 * sin ** 2 - 1, "1"), (1.5 * sin ** 2, "c2")),
        k[2] * total((sin ** 2 / 2, "s2")),
        k[4] * total((sin ** 2 / 2 - cos ** 2, "1"), (-sin ** 2 / 2, "c2"))])


# Runs a command and prints its wall-clock seconds, processor seconds and peak memory. It is a small process of its own,
# because Linux counts the memory of whoever forks to the peak of what is run.
MEASURE = """
import json, os, sys, time
start = time.monotonic()
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, '/dev/null', 1, 0)])
_, status, usage = os.wait4(pid, 0)
print(json.dumps([time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024]))
sys.exit(status != 0)
"""


def run(command):
    """Wall-clock seconds, processor seconds and peak memory in MiB of one run."""
    process = subprocess.run(["/usr/bin/python3", "-S", "-c", MEASURE, *map(str, command)], capture_output=True, text=True)
    if process.returncode != 0:
        raise SystemExit(f"comparison: {' '.join(map(str, command))}: {process.stderr.strip()}")
    return json.loads(process.stdout)


def measure(command):
    """The least of some runs: other work on the machine only adds."""
    return dict(zip(("seconds", "cpuSeconds", "peakMiB"), (float(v) for v in np.min([run(command) for _ in range(RUNS)], axis=0))))


def canonical(probenorm, text, convention, *options):
    arguments = [probenorm, "convert", text, "--from", convention, "--from-axes", "keep", "--format", "json", *options]
    return np.array(json.loads(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout)["coefficients"])


def worst(coefficients, expected):
    return float(np.abs(coefficients - expected).max() / np.abs(expected[0]).max())


def of_probenorm(options, file, work):
    output = work / "probenorm.json"
    figures = measure([options.probenorm, "project", file, "--device", "cpu", "--format", "json", "-o", output])
    return np.array(json.loads(output.read_text())["coefficients"]), figures


def of_cmgen(options, file, work, size):
    output = work / "cmgen.txt"
    figures = measure(["cmgen", "--quiet", f"--size={size}", "--no-mirror", "--sh=3", "--sh-window=no",
                       f"--sh-output={output}", file])
    return canonical(options.probenorm, output, "filament-radiance"), figures


def of_three(options, file, work, expected):
    """three.js's LightProbeGenerator. Its cubemap has axes of its own: those of least error are taken."""
    command = ["node", HERE / "three_probe.mjs", "--modules", options.modules, "--chromium", "chromium", "--map", file]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    text = work / "three.txt"
    text.write_text("".join("( %.9g, %.9g, %.9g); //\n" % tuple(row) for row in result["coefficients"]))
    tried = [canonical(options.probenorm, text, "three", "--rotate", f"0,{turn},0", "--axes", axes)
             for turn in (0, 90, 180, 270) for axes in ("keep", "mirror-x")]
    return min(tried, key=lambda c: worst(c, expected)), {"seconds": result["seconds"]}, result["engine"]


def version(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")[0]


def compare(options):
    debian = "dpkg-query -W -f ${Version} "
    results = {"command": "tests/witness/comparison.py", "runs": RUNS, "maps": {}, "versions": {
        "probenorm": version([options.probenorm, "--version"]),
        "cmgen": version((debian + "libfilament-tools").split()),
        "blender-data": version((debian + "blender-data").split())}}
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for source in sorted(MAPS.glob("*.exr")):
            file = work / (source.stem + ".hdr")
            subprocess.run([options.probenorm, "resample", source, "--to", "equirect", "-o", file], check=True, capture_output=True)
            texels = read_hdr(file)
            expected = oracle(texels)
            row = results["maps"][source.stem] = {"size": f"{texels.shape[1]} x {texels.shape[0]}"}
            tools = {"probenorm": of_probenorm(options, file, work)}
            for size in (256, 1024):
                tools[f"cmgen {size}"] = of_cmgen(options, file, work, size)
            if options.modules:
                *tools["three.js"], results["versions"]["three.js"] = of_three(options, file, work, expected)
            for name, (coefficients, figures) in tools.items():
                row[name] = {"error": worst(coefficients, expected), **figures}
            print(source.stem, json.dumps(row), flush=True)
    return results


def table(results):
    tools = {"probenorm": "ProbeNorm", "cmgen 256": "cmgen, faces of 256", "cmgen 1024": "cmgen, faces of 1024", "three.js": "three.js, faces of 256"}
    names = [name for name in tools if name in next(iter(results["maps"].values()))]
    lines = ["| map | " + " | ".join(tools[name] for name in names) + " |", "|---" * (len(names) + 1) + "|"]
    for map_name, row in results["maps"].items():
        lines.append(f"| {map_name} | " + " | ".join(f"{100 * row[name]['error']:.2g} %" for name in names) + " |")
    for title, key, digits in (("CPU seconds, median", "cpuSeconds", 2), ("peak memory in MiB, median", "peakMiB", 0)):
        cells = [[row[name][key] for row in results["maps"].values() if key in row[name]] for name in names]
        lines.append(f"| {title} | " + " | ".join(f"{np.median(cell):.{digits}f}" if cell else "in a browser" for cell in cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--probenorm", required=True)
    parser.add_argument("--modules", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("-o", "--output", type=pathlib.Path, default=HERE / "files" / "comparison.json")
    options = parser.parse_args()
    results = compare(options)
    options.output.write_text(json.dumps(results, indent=1) + "\n")
    print(table(results))


if __name__ == "__main__":
    main()
