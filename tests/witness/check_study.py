#!/usr/bin/python3
"""What the checking finds: planted defects on 30 environments, and false alarms on the untouched ones. Run by hand;
docs/check.md has what it prints.

usage: check_study.py --build DIR --assets DIR [--size 128] [--fireflies 1000] [--orders 100]
                        [--only PART] [--missed]

--build is a build with the targets probenorm and probenorm_cli; --assets is what scripts/fetch-test-data.sh fetches.
Debian: blender-data, python3-numpy. Counts are of two halves: maps at even places of the sorted list with four analytic
skies, and the others. Thresholds were chosen while both were looked at.
"""

import argparse
import collections
import functools
import itertools
import os
import pathlib
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "python"))

from prefilter_study import BLENDER, call, directions, solid_angles  # noqa: E402

LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def read_faces(tool, source, size, work):
    file = work / "texels.ktx2"
    call(tool, "resample", source, "--to", "cubemap", "--size", size, "--texels", "rgba32f", "-o", file)
    data = file.read_bytes()
    n = int.from_bytes(data[20:24], "little")
    return np.frombuffer(data[-6 * n * n * 16:], np.float32).reshape(6, n, n, 4)[..., :3].copy()


def skies(size):
    """Gradients over a ground: without a sun, with a disc and its glow, with a sun of one texel, and in a haze."""
    points = directions(size)
    up = points[:, 1:2]
    sky = np.where(up > 0, np.array([0.25, 0.45, 0.9]) + (1 - up.clip(0)) ** 3 * 0.8, np.array([0.12, 0.1, 0.08]))
    cosine = points @ (np.array([0.5, 0.6, 0.4]) / np.linalg.norm([0.5, 0.6, 0.4]))
    angle = np.arccos(cosine.clip(-1, 1))
    glow = (0.6 * np.exp(-angle / 0.25))[:, None] * (up > 0)
    one = sky.copy()
    one[cosine.argmax()] = 40000
    disc = sky + glow + 2000 * (angle < 0.03)[:, None]
    shapes = {"sky": sky, "sky_disc": disc, "sky_one": one, "sky_haze": sky + 4 * glow}
    return {name: texels.reshape(6, size, size, 3).astype(np.float32) for name, texels in shapes.items()}


def keys(points):
    return np.round(points * 4096).astype(np.int64) @ np.array([1 << 40, 1 << 20, 1])


@functools.cache
def seam_pairs(size):
    """The texels on both sides of all edges of the cube, as indices. Across an edge two coordinates change places."""
    points = directions(size)
    points /= np.abs(points).max(1, keepdims=True)
    rim, pairs = 1 - 1 / size, []
    order = np.argsort(keys(points))
    for main, other in ((0, 1), (1, 2), (2, 0)):
        at = np.flatnonzero((np.abs(points[:, main]) > 1 - 1e-6) & (np.abs(np.abs(points[:, other]) - rim) < 1e-6))
        across = points[at]
        across[:, main] *= rim
        across[:, other] /= rim
        pairs.append(np.stack([at, order[np.searchsorted(keys(points)[order], keys(across))]]))
    return np.concatenate(pairs, 1)


class Planter:
    """Defects of one map, each as (class, strength, texels)."""

    def __init__(self, texels, seed):
        self.texels, self.random = texels, np.random.default_rng(seed)
        self.size = texels.shape[1]
        self.weights = solid_angles(self.size)
        self.normals = directions(4)
        self.cosines = np.maximum(0, self.normals @ directions(self.size).T) * self.weights * 4
        self.light = self.luminance(texels)

    def luminance(self, texels):
        return (texels.astype(float) @ LUMINANCE).ravel()

    def average(self, texels):
        return float(self.luminance(texels) @ self.weights)

    def place(self):
        return tuple(self.random.integers(0, n) for n in (6, self.size - 1, self.size - 1))

    def add_light(self, texels, places, share, kind):
        """Light into texels, so that the average or the most changed irradiance grows by a share."""
        indices = [np.ravel_multi_index(p, (6, self.size, self.size)) for p in places]
        if kind == "average":
            flux = share * abs(self.average(self.texels)) / self.weights[indices].sum()
        else:
            irradiance = np.maximum(self.cosines @ self.light, 1e-9)
            flux = share / (self.cosines[:, indices].sum(1) / irradiance).max()
        for face, y, x in places:
            texels[face, y, x] += np.float32(flux)
        return texels

    def firefly(self, side, share, kind):
        face, y, x = self.place()
        places = [(face, y + j, x + i) for j in range(side) for i in range(side)]
        return self.add_light(self.texels.copy(), places, share, kind)

    def clipped(self, share):
        low, high = 0.0, float(self.texels.max())
        for _ in range(60):
            middle = (low + high) / 2
            lost = 1 - self.average(np.minimum(self.texels, middle)) / self.average(self.texels)
            low, high = (middle, high) if lost > share else (low, middle)
        return np.minimum(self.texels, np.float32(high))

    def leaves_no_trace(self, clipped):
        """One value at the limit, or a lamp that had one colour: a dimmer one looks the same."""
        limit = clipped.max()
        cut, values = (self.texels > limit).any(-1), self.texels[self.texels > limit]
        return (clipped == limit).sum() == 1 or (values.max() < 1.001 * values.min() and (clipped[cut] == limit).all())

    def gain_shows(self, face, gain):
        """Whether the gain of a face changes an irradiance by 1 %."""
        part = np.zeros_like(self.texels)
        part[face] = self.texels[face]
        change = self.cosines @ self.luminance(part) * abs(gain - 1)
        return (change / np.maximum(self.cosines @ self.light, 1e-9)).max() >= 0.01

    def within_lamp(self, texels):
        """Says where a planted texel is less than 4 times as bright as one that touches it: a lamp's texels are so."""
        size, planted = self.size, (texels != self.texels).any(-1)
        padded = np.pad(planted, ((0, 0), (1, 1), (1, 1)))
        near = np.any([padded[:, y:y + size, x:x + size] for y in range(3) for x in range(3)], 0)
        light, before = (t.astype(float) @ LUMINANCE for t in (texels, self.texels))
        return ", within a lamp" if light[planted].max() < 4 * before[near].max() else ""

    def hidden(self, texels, face):
        """Says where a face's seams are no worse than those of the untouched map: then either may be the right one."""
        pairs = seam_pairs(self.size)
        pairs = pairs[:, (pairs // self.size ** 2 == face).any(0)]
        before, after = (np.abs(np.diff(np.log(np.maximum(self.luminance(t)[pairs], 1e-6)), axis=0)).mean()
                         for t in (self.texels, texels))
        return ", hidden" if after <= before else ""

    def step(self, face, turn, times):
        """A seam whose step is so many times the map's own: the border of a face, fading over an eighth of it."""
        rows = np.maximum(self.texels @ LUMINANCE.astype(np.float32), 1e-6)
        own = np.abs(np.diff(np.log(rows), axis=1)).mean()
        depth = max(1, self.size // 8)
        fade = np.maximum(0, 1 - np.arange(self.size) / depth)
        factor = np.rot90(np.exp(times * own * fade)[:, None].repeat(self.size, 1), turn)
        texels = self.texels.copy()
        texels[face] *= factor[..., None].astype(np.float32)
        return texels

    def all(self):
        t, random = self.texels, self.random
        for count, value in ((1, np.nan), (1, np.inf), (30, np.nan)):
            texels = t.copy()
            for _ in range(count):
                texels[self.place()] = value
            yield "non-finite", f"{count} {value}", texels
        for share in (0.01, 0.03):
            for count in (1, 50):
                texels = self.add_light(t.copy(), [self.place() for _ in range(count)], -share, "average")
                yield "negative", f"{share:.0%} average, {count} texels", texels
        for kind in ("average", "irradiance"):
            for share, times in ((0.003, 1), (0.01, 10), (0.1, 1)):
                for side in times * (1, 2):
                    texels = self.firefly(side, share, kind)
                    yield "firefly", f"{share:.1%} {kind}, {side} x {side}{self.within_lamp(texels)}", texels
        for share in (0.01, 0.05):
            texels = self.clipped(share)
            trace = ", without a trace" if self.leaves_no_trace(texels) else ""
            yield "clipped", f"{share:.0%} of the average{trace}", texels
        white = float(np.quantile(t, 0.95))
        code = np.round((t / white).clip(0, 1) ** (1 / 2.2) * 255) / 255
        decoded = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
        yield "eight-bit", "decoded", decoded.astype(np.float32)
        yield "eight-bit", "decoded, times 3.7", (3.7 * decoded).astype(np.float32)
        yield "transfer", "never decoded", code.astype(np.float32)
        twice = np.where(decoded <= 0.04045, decoded / 12.92, ((decoded + 0.055) / 1.055) ** 2.4)
        yield "transfer", "decoded twice", twice.astype(np.float32)
        for face in range(6):
            texels = t.copy()
            texels[face] = 0
            yield "black", "a face", texels
            texels = t.copy()
            texels[face] = t.mean((0, 1, 2))
            yield "constant", "a face of the map's mean", texels
        for face in range(6):
            for gain in (0.95, 1.05, 1.2):
                texels = t.copy()
                texels[face] *= np.float32(gain)
                shown = "1 % or more" if self.gain_shows(face, gain) else "less"
                yield "face-gain", f"{abs(gain - 1):.0%}; of irradiance {shown}{self.hidden(texels, face)}", texels
        for face, turn, times in itertools.product(range(6), range(4), (2, -2, 4)):
            texels = self.step(face, turn, times)
            yield "seam", f"{abs(times)} times the map's own{self.hidden(texels, face)}", texels
        below = directions(self.size)[:, 1].reshape(6, self.size, self.size) < 0
        texels = t.copy()
        texels[below] = 0
        yield "lower-half", "black", texels
        texels = t.copy()
        texels[random.permutation(6)[:4]] = 0
        yield "enclosed", "four black faces", texels


def turned(face, turn):
    """A face mirrored if turn & 4, then turned clockwise by turn & 3 quarters."""
    return np.rot90(face[:, ::-1] if turn & 4 else face, -(turn & 3))


def orders(random, count):
    """(name, place -> given face and turn): single turns and mirrors, swaps, and random ones."""
    for face in range(6):
        for turn in range(1, 8):
            yield "turned", [(i, turn if i == face else 0) for i in range(6)]
    for a in range(6):
        for b in range(a):
            yield "swapped", [({a: b, b: a}.get(i, i), 0) for i in range(6)]
    for _ in range(count):
        yield "random", list(zip(random.permutation(6), random.integers(0, 8, 6)))


def grouped(texels):
    """All 48 turns and mirror images of a cubemap, as a set of bytes: what seams cannot tell apart."""
    size = texels.shape[1]
    points = directions(size)
    order = np.argsort(keys(points))
    sorted_keys = keys(points)[order]
    flat, result = texels.reshape(-1, 3), set()
    for axes in np.array(np.meshgrid([0, 1, 2], [0, 1, 2], [0, 1, 2])).reshape(3, -1).T:
        if len(set(axes)) < 3:
            continue
        for signs in np.array(np.meshgrid([1, -1], [1, -1], [1, -1])).reshape(3, -1).T:
            moved = points[:, axes] * signs
            result.add(flat[order[np.searchsorted(sorted_keys, keys(moved))]].tobytes())
    return result


class Study:
    def __init__(self, pn, maps, first_half):
        self.pn, self.context = pn, pn.Context("cpu", threads=1)
        self.maps, self.first_half = maps, first_half
        self.found = collections.defaultdict(lambda: [0, 0, 0, 0])  # found and planted, of both halves
        self.missed = []

    def alarms(self):
        print("untouched maps")
        total = collections.Counter()
        for name, texels in self.maps.items():
            for f in self.context.check_environment(texels):
                if f.severity >= self.pn.Severity.WARNING:
                    total[f"{f.severity.name.lower()} {f.name}"] += 1
                    print(f"  {name}: {f.severity.name.lower()} {f.name}: {f.text}")
        print("  sums:", dict(total) or "none", "of", len(self.maps))

    def grave(self, texels):
        findings = self.context.check_environment(texels)
        return [f for f in findings if f.severity >= self.pn.Severity.WARNING or f.name == "sun-or-firefly"]

    @staticmethod
    def is_more(finding, before):
        """Where the untouched map has such a finding already."""
        size = (lambda f: abs(np.log(f.value))) if finding.name == "face-gain" else (lambda f: abs(f.value))
        return finding.count > before.count or size(finding) > 1.05 * size(before) or finding.face != before.face

    def recall(self):
        for number, (name, texels) in enumerate(self.maps.items()):
            base = self.grave(texels)
            for kind, strength, planted in Planter(texels, number).all():
                grave = self.grave(planted)
                allowed = {"firefly": ["firefly", "sun-or-firefly"], "seam": ["seam", "face-gain"],
                           "face-gain": ["face-gain", "constant"]}.get(kind, [kind])
                found = any(f.name in allowed and all(f.name != b.name or self.is_more(f, b) for b in base) for f in grave)
                place = 0 if name in self.first_half else 2
                self.found[kind, strength][place] += found
                self.found[kind, strength][place + 1] += 1
                if not found:
                    self.missed.append(f"{kind}, {strength}: {name}: {[(f.name, f.value, f.face) for f in grave]}")
        print("planted: found of planted, on each half of the maps")
        for (kind, strength), (a, b, c, d) in self.found.items():
            print(f"  {kind:11} {strength:36} {a}/{b} {c}/{d}")

    @staticmethod
    def change(planter, texels):
        """The largest change of an irradiance against the untouched map."""
        before, after = (planter.cosines @ planter.luminance(t) for t in (planter.texels, texels))
        return np.abs(after / np.maximum(before, 1e-9) - 1).max()

    def fireflies(self, count):
        random, kinds, errors, suns, rest, unsure = np.random.default_rng(3), self.pn.FixFlags, [], [], [], 0
        own = [self.change(Planter(t, 0), self.context.fix_environment(t, kinds.FIREFLIES).texels[..., :3])
               for t in self.maps.values()]
        print(f"untouched maps, fixed by fireflies: irradiance within .1 %: {(np.array(own) <= 0.001).sum()} of {len(own)}")
        names = [name for name in self.maps if not name.startswith("sky")]
        for i in range(count):
            name = names[i % len(names)]
            planter = Planter(self.maps[name], 1000 + i) if i < len(names) else planters[name]
            if i < len(names):
                planters = {} if i == 0 else planters
                planters[name] = planter
            planted = planter.firefly(random.integers(1, 3), 10 ** random.uniform(-2, 0.5),
                                      random.choice(["average", "irradiance"]))
            fixed = self.context.fix_environment(planted, kinds.FIREFLIES).texels[..., :3]
            error = abs(planter.average(fixed) / planter.average(planter.texels) - 1)
            if error > 0.005 and any(f.name == "sun-or-firefly" for f in self.context.check_environment(planted)):
                unsure += 1
                fixed = self.context.fix_environment(planted, kinds.FIREFLIES | kinds.SUN_OR_FIREFLIES).texels[..., :3]
                error = abs(planter.average(fixed) / planter.average(planter.texels) - 1)
            errors.append(error)
            suns.append(self.change(planter, fixed))
            is_planted = (planted != planter.texels).any(-1, keepdims=True)
            rest.append(self.change(planter, np.where(is_planted, planter.texels, fixed)))
        errors, suns, rest = np.array(errors), np.array(suns), np.array(rest)
        print(f"fireflies: {count} planted; average within .5 %: {(errors <= 0.005).sum()}, worst {errors.max():.2%}; "
              f"irradiance within .5 %: {(suns <= 0.005).sum()}, within .1 % but for the planted texels: "
              f"{(rest <= 0.001).sum()}; fixed only by sun-or-fireflies: {unsure}")

    def gains(self):
        """Two wrong faces at once, all 30 pairs of each map: what one run of --fix seams leaves of them."""
        for first, second in ((0.7, 1.3), (1.3, 1.3), (0.5, 2)):
            sums = collections.Counter()
            for number, (name, texels) in enumerate(self.maps.items()):
                planter = Planter(texels, number)
                for a, b in itertools.permutations(range(6), 2):
                    if first == second and a > b:
                        continue
                    planted = texels.copy()
                    planted[a] *= np.float32(first)
                    planted[b] *= np.float32(second)
                    before = self.change(planter, planted)
                    after = self.change(planter, self.context.fix_environment(planted, self.pn.FixFlags.GAINS).texels[..., :3])
                    result = "within .5 %" if after <= 0.005 else "within 2 %" if after <= 0.02 else \
                        "untouched" if after == before else "better" if after < before else "worse"
                    sums[result] += 1
                    if result not in ("within .5 %", "within 2 %"):
                        said = [(f.name, f.severity.name, f.face, f.value) for f in self.grave(planted)]
                        self.missed.append(f"gains {first} {second}: {name}: faces {a} {b}: {before:.2%} to {after:.2%}: {said}")
            print(f"two gains, {first} and {second}: irradiance after fixing:", dict(sums))

    def orders(self, count):
        sums = collections.Counter()
        for number, (name, full) in enumerate(self.maps.items()):
            texels, random = full, np.random.default_rng(number)
            right = grouped(texels)
            for kind, order in orders(random, count):
                given = np.stack([turned(texels[face], turn) for face, turn in order])
                if given.tobytes() in right:
                    sums[kind, "the same"] += 1
                    continue
                findings = [f for f in self.context.check_environment(given) if f.name == "face-order"]
                result = "not found"
                if findings and findings[0].severity < self.pn.Severity.ERROR:
                    result = "cannot tell"
                elif findings:
                    fixed = np.stack([turned(given[face], turn) for face, turn in findings[0].order])
                    result = "right" if np.ascontiguousarray(fixed).tobytes() in right else "wrong"
                sums[kind, result] += 1
                if result in ("wrong", "not found"):
                    self.missed.append(f"order {kind}: {name}: {result} {order}")
        print("orders:", {f"{kind} {result}": n for (kind, result), n in sorted(sums.items())})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--assets", type=pathlib.Path, required=True)
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--fireflies", type=int, default=1000)
    parser.add_argument("--orders", type=int, default=100)
    parser.add_argument("--only", choices=["alarms", "recall", "fireflies", "gains", "orders"])
    parser.add_argument("--missed", action="store_true", help="list what was missed")
    options = parser.parse_args()
    os.environ["PROBENORM_LIBRARY"] = str(options.build)
    import probenorm as pn  # finds the library by the variable

    sources = sorted(BLENDER.glob("*.exr")) + sorted(options.assets.glob("*.exr"))
    with tempfile.TemporaryDirectory() as work:
        tool = options.build / "tools/probenorm/probenorm"
        maps = {f"{'blender' if s.parent == BLENDER else 'pmndrs'}/{s.stem}":
                read_faces(tool, s, options.size, pathlib.Path(work)) for s in sources}
    first_half = set(list(maps)[::2])
    maps |= skies(options.size)
    study = Study(pn, maps, first_half | {"sky", "sky_disc", "sky_one", "sky_haze"})
    parts = {"alarms": study.alarms, "recall": study.recall, "fireflies": lambda: study.fireflies(options.fireflies),
             "gains": study.gains, "orders": lambda: study.orders(options.orders)}
    for name, part in parts.items():
        if options.only in (None, name):
            part()
    if options.missed:
        print(*study.missed, sep="\n")


if __name__ == "__main__":
    main()
