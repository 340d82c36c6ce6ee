"""One view of a scene file of samples/scene, path traced by Blender's Cycles. Run by Blender:

blender -b --python-exit-code 1 -P tests/witness/cycles_scene.py -- SCENE.json -o PICTURE.npy [--samples N] [--width N]

The scene's first view is rendered, y up becoming z up. Lambert surfaces are Cycles' own diffuse closure. A specular layer is
Cycles' GGX closure whose Fresnel term begins at f0, over a diffuse closure that is dimmed by what the layer keeps: exactly
towards the viewer, on average towards the light, since Cycles has no closure that knows both.
"""

import argparse
import json
import math
import pathlib
import sys

import bpy
import mathutils
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import cycles_common  # noqa: E402

BOUNCES = 64


def z_up(vector):
    x, y, z = vector
    return mathutils.Vector((x, -z, y))


def schlick_to_viewer(nodes, links):
    """(1 - cosine towards the viewer)^5, as a socket."""
    geometry = nodes.new("ShaderNodeNewGeometry")
    dot = nodes.new("ShaderNodeVectorMath")
    dot.operation = "DOT_PRODUCT"
    links.new(geometry.outputs["Normal"], dot.inputs[0])
    links.new(geometry.outputs["Incoming"], dot.inputs[1])
    socket = dot.outputs["Value"]
    for operation, values in (("SUBTRACT", (1.0, None)), ("POWER", (None, 5.0))):
        node = nodes.new("ShaderNodeMath")
        node.operation = operation
        node.use_clamp = operation == "SUBTRACT"
        for i, value in enumerate(values):
            if value is None:
                links.new(socket, node.inputs[i])
            else:
                node.inputs[i].default_value = value
        socket = node.outputs["Value"]
    return socket


def dimmed_color(nodes, links, albedo, f0):
    """albedo (1 - F(viewer)) (1 - the mean of F over the hemisphere's cosine), F = f0 + (1 - f0) schlick."""
    full = [a * (1 - f) * (1 - (f + (1 - f) / 21)) for a, f in zip(albedo, f0)]
    mix = nodes.new("ShaderNodeMixRGB")
    links.new(schlick_to_viewer(nodes, links), mix.inputs["Fac"])
    mix.inputs["Color1"].default_value = (*full, 1)
    mix.inputs["Color2"].default_value = (0, 0, 0, 1)
    return mix.outputs["Color"]


def specular(nodes, f0, roughness):
    layer = nodes.new("ShaderNodeBsdfPrincipled")
    layer.distribution = "GGX"
    layer.inputs["Metallic"].default_value = 1.0
    layer.inputs["Base Color"].default_value = (*f0, 1)
    layer.inputs["Roughness"].default_value = roughness
    return layer.outputs["BSDF"]


def surface(material):
    albedo, f0 = material["albedo"], material["f0"]

    def build(nodes, links):
        diffuse = nodes.new("ShaderNodeBsdfDiffuse")
        diffuse.inputs["Color"].default_value = (*albedo, 1)
        if max(f0) == 0:
            return diffuse.outputs["BSDF"]
        layer = specular(nodes, f0, material["roughness"])
        if max(albedo) == 0:
            return layer
        links.new(dimmed_color(nodes, links, albedo, f0), diffuse.inputs["Color"])
        both = nodes.new("ShaderNodeAddShader")
        links.new(diffuse.outputs["BSDF"], both.inputs[0])
        links.new(layer, both.inputs[1])
        return both.outputs["Shader"]

    return build


def glow(radiance):
    def build(nodes, links):
        emission = nodes.new("ShaderNodeEmission")
        emission.inputs["Color"].default_value = (*radiance, 1)
        emission.inputs["Strength"].default_value = 1.0
        black = nodes.new("ShaderNodeBsdfDiffuse")
        black.inputs["Color"].default_value = (0, 0, 0, 1)
        mix = nodes.new("ShaderNodeMixShader")
        links.new(nodes.new("ShaderNodeNewGeometry").outputs["Backfacing"], mix.inputs["Fac"])
        links.new(emission.outputs["Emission"], mix.inputs[1])
        links.new(black.outputs["BSDF"], mix.inputs[2])
        return mix.outputs["Shader"]

    return build


def add_mesh(scene, corners, faces, material):
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata([tuple(corner) for corner in corners], [], faces)
    mesh.materials.append(material)
    scene.collection.objects.link(bpy.data.objects.new("object", mesh))


def add_box(scene, box, material):
    low, high = mathutils.Vector(box["low"]), mathutils.Vector(box["high"])
    center, half = (low + high) / 2, (high - low) / 2
    turn = mathutils.Matrix.Rotation(math.radians(box.get("turn", 0)), 3, "Z")
    corners = []
    for i in range(8):
        offset = [h if i >> axis & 1 else -h for axis, h in enumerate(half)]
        corners.append(z_up(center) + turn @ z_up(offset))
    add_mesh(scene, corners, [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)], material)


def add_lamp(scene, lamp):
    corner, u, v = (z_up(lamp[name]) for name in ("corner", "edgeU", "edgeV"))
    add_mesh(scene, [corner, corner + u, corner + u + v, corner + v], [(0, 1, 2, 3)],
             cycles_common.node_material("lamp", glow(lamp["radiance"])))


def add_camera(scene, view):
    position, target = z_up(view["position"]), z_up(view["target"])
    back = (position - target).normalized()
    right = mathutils.Vector((0, 0, 1)).cross(back).normalized()
    up = back.cross(right)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.sensor_fit = "VERTICAL"
    camera.data.angle = 2 * math.atan(view["height"] / 2)
    camera.data.clip_start = 0.001
    camera.matrix_world = mathutils.Matrix([[right[i], up[i], back[i], position[i]] for i in range(3)] + [[0, 0, 0, 1]])
    scene.collection.objects.link(camera)
    scene.camera = camera


def build(scene, description):
    for name in ("sun", "sky"):
        if name in description:
            raise SystemExit(f"cycles_scene: a scene with a {name} is not supported")
    materials = {name: cycles_common.node_material(name, surface(value)) for name, value in description["materials"].items()}
    for box in description["boxes"]:
        add_box(scene, box, materials[box["material"]])
    for ball in description.get("spheres", []):
        cycles_common.add_sphere(scene, z_up(ball["center"]), ball["radius"], materials[ball["material"]], rows=96)
    for lamp in description.get("lamps", []):
        add_lamp(scene, lamp)
    add_camera(scene, description["views"][0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scene", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument("--samples", type=int, default=1024)
    parser.add_argument("--width", type=int, default=160)
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1:])
    scene = cycles_common.empty_scene(options.samples, BOUNCES)
    build(scene, json.loads(options.scene.read_text()))
    numpy.save(options.output, cycles_common.render(scene, options.width, options.width * 9 // 16))


main()
