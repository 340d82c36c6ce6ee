"""What `probenorm make` should write of an asymmetric map, by quadrature of the map's own formula in double precision. It shares no code
with the library.

brute_force_files.py map FILE.exr        writes the map
brute_force_files.py ENGINE OURS THEIRS  writes the file OURS with other texels, and coefficients where it holds any, as THEIRS; and the
                                         coefficients as THEIRS_sh.json
brute_force_files.py ENGINE -            prints, for normals and directions of mirrors (JSON), irradiance / pi and radiance there

The lobe and the mappings of mips are those of docs/prefiltering.md, the harmonics those of docs/math.md, and views and conventions those of
docs/conventions.md.
"""
import json
import pathlib
import struct
import sys
import zlib

import numpy

# Radiance along d: BASE, and per light its color times exp(sharpness (d . axis - 1)). No two axes of the map are alike.
BASE = numpy.array([0.3, 0.35, 0.45])
LIGHTS = [  # axis, sharpness, color
    ((0.62, 0.52, 0.59), 24.0, (18.0, 14.0, 9.5)),
    ((-0.35, 0.80, 0.49), 6.0, (0.8, 1.1, 1.7)),
    ((-0.81, -0.12, 0.57), 12.0, (2.2, 0.9, 0.7)),
    ((0.15, -0.93, -0.33), 4.0, (0.5, 0.7, 0.4)),
    ((-0.20, 0.25, -0.95), 16.0, (1.3, 2.1, 1.6)),
]
HEIGHT = 256

# Our direction of an engine's own: both look at the same place of the map. Whether the engine samples cubemaps with x mirrored.
# How it reads mips: the roughness of mip i of n.
FILAMENT = (lambda i, n, size: 1 - numpy.sqrt(1 - i / (n - 1)))
LINEAR = (lambda i, n, size: i / (n - 1))
BABYLON = (lambda i, n, size: min(1.0, numpy.sqrt(2 ** (i / 0.8) / size)) if i else 0.0)
ENGINES = {
    "three": (lambda x, y, z: (z, y, x), True, FILAMENT),
    "babylon": (lambda x, y, z: (x, y, z), False, BABYLON),
    "playcanvas": (lambda x, y, z: (-x, y, z), True, LINEAR),
    "filament": (lambda x, y, z: (-x, y, z), False, FILAMENT),
    "cesium": (lambda x, y, z: (-x, y, z), False, LINEAR),
    "bevy": (lambda x, y, z: (x, y, -z), False, LINEAR),
}


def unit(vectors):
    return vectors / numpy.linalg.norm(vectors, axis=-1, keepdims=True)


def radiance(d):
    return BASE + sum(numpy.exp(sharpness * (d @ unit(numpy.array(axis)) - 1))[..., None] * numpy.array(color)
                      for axis, sharpness, color in LIGHTS)


# Texels of a cubemap's file, faces +X -X +Y -Y +Z -Z, row 0 at the top, by the sampling table of Direct3D, OpenGL and Vulkan. parts: so
# many points per edge of a texel, and the solid angles that they stand for, up to a factor.
def cube(size, parts=1):
    t = (numpy.arange(size * parts) + 0.5) / (size * parts) * 2 - 1
    u, v = numpy.meshgrid(t, t)
    one = numpy.ones_like(u)
    faces = [(one, -v, -u), (-one, -v, u), (u, one, v), (u, -one, -v), (u, -v, one), (-u, -v, -one)]
    d = numpy.stack([numpy.stack(face, -1) for face in faces])
    split = d.reshape(6, size, parts, size, parts, 3).transpose(0, 1, 3, 2, 4, 5).reshape(-1, parts * parts, 3)
    return unit(split), numpy.linalg.norm(split, axis=-1) ** -3


# GGX seen along its normal, times the cosine c: D(h) c dl, by the inverse of D's distribution over half vectors, which leaves the weight c.
def lobe(roughness, rings=48, turns=32):
    aa = roughness ** 4
    s, weights = numpy.polynomial.legendre.leggauss(rings)
    s, weights = (s + 1) / 2, weights * (s + 1) / 2
    u = (1 - s * s) / (1 + aa)  # the last one is where c is 0
    c = 2 * (1 - u) / (1 + (aa - 1) * u) - 1
    phi = 2 * numpy.pi * (numpy.arange(turns) + 0.5) / turns
    sine = numpy.sqrt(numpy.maximum(0, 1 - c * c))
    nodes = numpy.stack([numpy.outer(sine, numpy.cos(phi)), numpy.outer(sine, numpy.sin(phi)), numpy.outer(c, numpy.ones(turns))])
    weights = numpy.repeat(weights * c, turns)
    return nodes.reshape(3, -1), weights / weights.sum()


def filtered(normals, roughness):
    nodes, weights = lobe(roughness)
    helper = numpy.where(abs(normals[:, 1:2]) < 0.9, [[0.0, 1, 0]], [[1.0, 0, 0]])
    tangent = unit(numpy.cross(helper, normals))
    frame = numpy.stack([tangent, numpy.cross(normals, tangent), normals], 1)
    result = numpy.tile(BASE, (len(normals), 1))
    for axis, sharpness, color in LIGHTS:
        along = frame @ unit(numpy.array(axis))
        for first in range(0, len(normals), 512):
            part = slice(first, first + 512)
            result[part] += (numpy.exp(sharpness * (along[part] @ nodes - 1)) @ weights)[:, None] * numpy.array(color)
    return result


# Per mip the rgb of all texels.
def mips(engine, size, count):
    view, mirrored, mapping = ENGINES[engine]

    def ours(d):
        return numpy.stack(view(-d[..., 0] if mirrored else d[..., 0], d[..., 1], d[..., 2]), -1)
    points, angles = cube(size, 4)
    found = [(radiance(ours(points)) * angles[..., None]).sum(1) / angles.sum(1)[:, None]]
    return found + [filtered(ours(cube(size >> i)[0][:, 0]), mapping(i, count, size)) for i in range(1, count)]


K = numpy.sqrt(numpy.array([1, 3, 3, 3, 15, 15, 5 / 4, 15, 15 / 4]) / (4 * numpy.pi))
LOBE = numpy.array([1] + [2 / 3] * 3 + [1 / 4] * 5)  # of the clamped cosine, over pi


# Of radiance as the engine shows it, in the engine's own axes: orthonormal, positive sign, index l (l + 1) + m.
def harmonics(engine, rings=48, turns=96):
    y, weights = numpy.polynomial.legendre.leggauss(rings)
    phi = 2 * numpy.pi * (numpy.arange(turns) + 0.5) / turns
    sine = numpy.sqrt(1 - y * y)
    x, z = numpy.outer(sine, numpy.cos(phi)), numpy.outer(sine, numpy.sin(phi))
    y = numpy.repeat(y[:, None], turns, 1)
    values = radiance(numpy.stack(ENGINES[engine][0](x, y, z), -1)) * (weights[:, None, None] * 2 * numpy.pi / turns)
    basis = [numpy.ones_like(x), y, z, x, x * y, y * z, 3 * z * z - 1, x * z, x * x - y * y]
    return numpy.array([k * (p[..., None] * values).sum((0, 1)) for k, p in zip(K, basis)])


def coefficients(engine):
    found = harmonics(engine)
    if engine == "three":
        return found
    if engine == "babylon":
        return found * (LOBE * [1, -1, 1, -1, 1, -1, 1, -1, 1])[:, None]
    polynomial = found * (LOBE * K)[:, None]
    return polynomial[[0, 3, 1, 2, 7, 5, 4, 6, 8]] * 16 * numpy.pi / 51 if engine == "playcanvas" else polynomial


def halves(file, place, rgb):
    texels = numpy.frombuffer(file, "<f2", len(rgb) * 4, place).reshape(-1, 4)
    texels[:, :3] = rgb


# Ours keeps the six faces of a mip together.
def ktx2(file, engine):
    size, count = struct.unpack_from("<I16xI", file, 20)
    for i, rgb in enumerate(mips(engine, size, count)):
        halves(file, struct.unpack_from("<Q", file, 80 + 24 * i)[0], rgb)
    return file


# A face keeps its mips together.
def dds(file, engine):
    size, count = struct.unpack_from("<I8xI", file, 16)
    place = 148 if file[84:88] == b"DX10" else 128
    chain = mips(engine, size, count)
    for face in range(6):
        for i, rgb in enumerate(chain):
            texels = (size >> i) ** 2
            halves(file, place, rgb[face * texels:(face + 1) * texels])
            place += 8 * texels
    return file


# RGBA16F for R11G11B10F, whose blue has steps of 3 %: which of two steps is nearer says little. The coefficients are text under "sh".
def ktx(file, engine):
    size, = struct.unpack_from("<I", file, 36)
    count, length = struct.unpack_from("<II", file, 56)
    start = file.index(b"sh\0", 64, 64 + length) - 4
    end = start + 4 + struct.unpack_from("<I", file, start)[0]
    pair = b"sh\0" + " ".join(f"{value:.9g}" for value in coefficients(engine).flat).encode() + b"\0"
    pairs = file[64:start] + struct.pack("<I", len(pair)) + pair + bytes(-len(pair) % 4) + file[end + -end % 4:64 + length]
    out = file[:16] + struct.pack("<5I", 0x140B, 2, 0x1908, 0x881A, 0x1908) + file[36:60] + struct.pack("<I", len(pairs)) + pairs
    for rgb in mips(engine, size, count):
        texels = numpy.ones((len(rgb), 4), "<f2")
        texels[:, :3] = rgb
        out += struct.pack("<I", texels.nbytes // 6) + texels.tobytes()
    return out


def png(texels):
    size = len(texels)

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = b"".join(b"\0" + row.tobytes() for row in texels)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)) + chunk(
        b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


# (rgb / 255)^2.2 / (a / 255) as PNG, row 0 at the bottom; the polynomial has the cosine twice.
def env(file, engine):
    end = file.index(0, 8)
    head = json.loads(file[8:end])
    size, count = head["width"], int(numpy.log2(head["width"])) + 1
    q = coefficients(engine) * (LOBE * K * [1, -1, 1, -1, 1, -1, 1, -1, 1])[:, None]
    head["irradiance"] = {name: list(row) for name, row in {
        "x": q[3], "y": q[1], "z": q[2], "xx": q[0] - q[6] + q[8], "yy": q[0] - q[6] - q[8], "zz": q[0] + 2 * q[6],
        "yz": q[5], "zx": q[7], "xy": q[4]}.items()}
    faces, places = b"", []
    for i, rgb in enumerate(mips(engine, size, count)):
        alpha = numpy.clip(numpy.floor(255 / numpy.maximum(rgb.max(1, keepdims=True), 1)), 1, 255)
        shown = numpy.rint(255 * numpy.minimum(rgb * alpha / 255, 1) ** (1 / 2.2))
        texels = numpy.concatenate([shown, alpha], 1).astype(numpy.uint8).reshape(6, size >> i, size >> i, 4)
        for face in texels:
            picture = png(face[::-1])
            places.append({"length": len(picture), "position": len(faces)})
            faces += picture
    head["specular"]["mipmaps"] = places
    return file[:8] + json.dumps(head).encode() + b"\0" + faces


# PlayCanvas' atlas (env-lighting.js of 2.23): latitude-longitude maps with a seam of one texel, in our own axes, as (rgb / 255
# (8 - 7 a / 255))^2.
def atlas(file, engine):
    linear = numpy.zeros((512, 512, 3))

    def place(width, x, y, shade, parts=1):
        height = width // 2
        lon = numpy.pi * (2 * ((numpy.arange(width * parts) + 0.5) / parts - 1) / (width - 2) - 1)
        lat = numpy.pi * (0.5 - ((numpy.arange(height * parts) + 0.5) / parts - 1) / (height - 2))
        d = numpy.stack([numpy.outer(numpy.cos(lat), numpy.sin(lon)), numpy.outer(numpy.sin(lat), numpy.ones_like(lon)),
                         numpy.outer(numpy.cos(lat), numpy.cos(lon))], -1)
        rgb = shade(d.reshape(-1, 3)).reshape(height, parts, width, parts, 3)
        weights = abs(numpy.cos(lat)).reshape(height, parts, 1, 1, 1)
        linear[y:y + height, x:x + width] = (rgb * weights).sum((1, 3)) / weights.sum((1, 3)) / parts
    for i in range(6):
        width = 512 >> i
        place(width, 512 - width, 512 - width, radiance, 4)
        if i > 0:
            place(width, 0, 512 - width, lambda d, i=i: filtered(d, i / 5))
    place(64, 128, 384, lambda d: filtered(d, 1))
    root = numpy.sqrt(linear)
    alpha = numpy.floor(255 * (8 - numpy.clip(root.max(2, keepdims=True), 1, 8)) / 7)
    shown = numpy.rint(255 * numpy.minimum(root / (8 - 7 * alpha / 255), 1))
    return png(numpy.concatenate([shown, alpha], 2).astype(numpy.uint8))


# An OpenEXR file of floats without compression.
def write_map(path):
    height, width = HEIGHT, 2 * HEIGHT
    theta = numpy.pi * (numpy.arange(height) + 0.5) / height
    phi = 2 * numpy.pi * ((numpy.arange(width) + 0.5) / width - 0.5)
    sine, ones = numpy.sin(theta)[:, None], numpy.ones(width)
    d = numpy.stack([sine * numpy.sin(phi), numpy.cos(theta)[:, None] * ones, sine * numpy.cos(phi)], -1)
    texels = radiance(d).astype("<f4")

    def attribute(name, kind, value):
        return name + b"\0" + kind + b"\0" + struct.pack("<I", len(value)) + value
    window = struct.pack("<4i", 0, 0, width - 1, height - 1)
    channels = b"".join(name + b"\0" + struct.pack("<IIII", 2, 0, 1, 1) for name in (b"B", b"G", b"R")) + b"\0"
    head = struct.pack("<II", 20000630, 2) + attribute(b"channels", b"chlist", channels)
    head += attribute(b"compression", b"compression", b"\0") + attribute(b"dataWindow", b"box2i", window)
    head += attribute(b"displayWindow", b"box2i", window) + attribute(b"lineOrder", b"lineOrder", b"\0")
    head += attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1))
    head += attribute(b"screenWindowCenter", b"v2f", struct.pack("<2f", 0, 0))
    head += attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)) + b"\0"
    line = 8 + 12 * width
    places = struct.pack(f"<{height}Q", *(len(head) + 8 * height + line * y for y in range(height)))
    lines = b"".join(struct.pack("<II", y, 12 * width) + texels[y, :, ::-1].T.tobytes() for y in range(height))
    path.write_bytes(head + places + lines)


def main(what, *names):
    paths = [pathlib.Path(name) for name in names]
    if what == "map":
        write_map(*paths)
        return
    if names[0] == "-":
        given = {name: numpy.stack(ENGINES[what][0](*numpy.array(rows).T), -1) for name, rows in json.load(sys.stdin).items()}
        json.dump({"light": filtered(given["normals"], 1).tolist(), "mirror": radiance(given["mirrors"]).tolist()}, sys.stdout)
        return
    ours, theirs = paths
    kind = {".ktx2": ktx2, ".dds": dds, ".ktx": ktx, ".env": env, ".png": atlas}[ours.suffix]
    theirs.write_bytes(kind(bytearray(ours.read_bytes()), what))
    sh = {"coefficients": coefficients(what).tolist()}
    theirs.with_name(theirs.stem + "_sh.json").write_text(json.dumps(sh))


main(*sys.argv[1:])
