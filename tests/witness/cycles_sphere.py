"""A white Lambert sphere in an environment, by Blender's Cycles. Run by Blender, from the repository's root:

blender -b --python-exit-code 1 -P tests/witness/cycles_sphere.py -- -o FILE.json MAP...

Each MAP is a picture that Blender's world shows as an equirectangular texture, or MAP+LIGHTS.gltf: the map and the lights that
Blender's importer of glTF makes of the file. Stored are the rgb of six orthographic views of 16 x 16 pixels, from +X -X +Y -Y +Z
-Z of Blender's world, of the pixels whose normal is within 53 degrees of the view; sphere.py has the normals.
"""

import argparse
import json
import pathlib
import sys

import bpy
import mathutils
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import cycles_common  # noqa: E402
import sphere  # noqa: E402

SAMPLES = 1024


def show_map(scene, path):
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    texture = nodes.new("ShaderNodeTexEnvironment")
    texture.image = bpy.data.images.load(str(path))
    texture.image.colorspace_settings.name = "Linear"
    links.new(texture.outputs["Color"], nodes["Background"].inputs["Color"])


def import_lights(path):
    bpy.ops.import_scene.gltf(filepath=str(path), convert_lighting_mode="COMPAT")  # Unitless: as the texels
    written = json.loads(pathlib.Path(path).read_text()).get("extensions", {}).get("KHR_lights_punctual", {}).get("lights", [])
    imported = [light.data.energy for light in bpy.data.objects if light.type == "LIGHT"]
    return {"written": [light["intensity"] for light in written], "imported": imported}


def add_camera(scene):
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.type = "ORTHO"
    camera.data.ortho_scale = 2.0
    scene.collection.objects.link(camera)
    scene.camera = camera
    return camera


def look(camera, toward, up, right):
    rows = [[right[i], up[i], toward[i], 3.0 * toward[i]] for i in range(3)] + [[0, 0, 0, 1]]
    camera.matrix_world = mathutils.Matrix(rows)


def measure(argument):
    environment, _, lights = argument.partition("+")
    scene = cycles_common.empty_scene(SAMPLES, bounces=0)
    show_map(scene, pathlib.Path(environment).resolve())
    result = import_lights(lights) if lights else {}

    def white(nodes, links):
        diffuse = nodes.new("ShaderNodeBsdfDiffuse")
        diffuse.inputs["Color"].default_value = (1, 1, 1, 1)
        return diffuse.outputs["BSDF"]

    cycles_common.add_sphere(scene, (0, 0, 0), sphere.RADIUS, cycles_common.node_material("white", white))
    camera = add_camera(scene)
    colors = []
    for view in sphere.VIEWS:
        look(camera, *view)
        picture = cycles_common.render(scene, sphere.SIZE, sphere.SIZE)
        colors += [picture[y, x] for y, x in sphere.pixels()]
    result["rgb"] = [[float(f"{value:.5g}") for value in color] for color in numpy.array(colors, float)]
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("maps", nargs="+")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1:])
    results = {"program": cycles_common.version(), "command": "tests/witness/cycles.sh", "samples": SAMPLES,
               "maps": {"+".join(pathlib.Path(part).name for part in name.split("+")): measure(name) for name in options.maps}}
    options.output.write_text(json.dumps(results, separators=(",", ":")) + "\n")


main()
