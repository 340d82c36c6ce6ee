"""A white Lambert sphere in an environment, by Blender's Cycles. Run by Blender, from the repository's root:

blender -b --python-exit-code 1 -P tests/witness/cycles_sphere.py -- -o FILE.json MAP...

Each MAP is a picture that Blender's world shows as an equirectangular texture, or MAP+LIGHTS.gltf: the map and the lights that
Blender's importer of glTF makes of the file. Stored are the rgb of six orthographic views of 16 x 16 pixels, from +X -X +Y -Y +Z
-Z of Blender's world, of the pixels whose normal is within 53 degrees of the view; sphere.py has the normals.
"""

import argparse
import json
import math
import pathlib
import sys
import tempfile

import bpy
import mathutils
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import sphere  # noqa: E402

SAMPLES = 1024


def empty_scene():
    """Cycles on the processor, every path traced to its end: nothing is clamped, denoised, blurred or left out."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.seed = 1
    cycles.samples = SAMPLES
    cycles.use_adaptive_sampling = cycles.use_denoising = False
    cycles.max_bounces = cycles.diffuse_bounces = cycles.glossy_bounces = 0
    cycles.sample_clamp_direct = cycles.sample_clamp_indirect = 0.0
    cycles.light_sampling_threshold = 0.0
    cycles.blur_glossy = 0.0
    cycles.caustics_reflective = True
    cycles.pixel_filter_type = "BOX"
    cycles.filter_width = 0.01  # rays through the middle of each pixel
    scene.render.threads_mode, scene.render.threads = "FIXED", 2
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.image_settings.exr_codec = "ZIP"
    scene.view_settings.view_transform = "Raw"
    return scene


def render(scene, width=sphere.SIZE, height=sphere.SIZE):
    """height x width x 3 floats, row 0 at the top."""
    scene.render.resolution_x, scene.render.resolution_y = width, height
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "picture.exr"
        scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        picture = bpy.data.images.load(str(path))
        values = numpy.empty(width * height * picture.channels, numpy.float32)
        picture.pixels.foreach_get(values)
        bpy.data.images.remove(picture)
    return values.reshape(height, width, -1)[::-1, :, :3]


def white(bsdf="ShaderNodeBsdfDiffuse", roughness=0.0, distribution=None):
    material = bpy.data.materials.new("white")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    surface = nodes.new(bsdf)
    surface.inputs["Color"].default_value = (1, 1, 1, 1)
    surface.inputs["Roughness"].default_value = roughness
    if distribution:
        surface.distribution = distribution
    links.new(surface.outputs["BSDF"], nodes.new("ShaderNodeOutputMaterial").inputs["Surface"])
    return material


def sphere_mesh(material, rows=96):
    """Of radius 1, with smooth normals."""
    columns = 2 * rows
    points = [(0.0, 0.0, 1.0)]
    for row in range(1, rows):
        theta = math.pi * row / rows
        points += [(math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi), math.cos(theta))
                   for phi in (2 * math.pi * column / columns for column in range(columns))]
    points.append((0.0, 0.0, -1.0))
    last = len(points) - 1
    faces = []
    for column in range(columns):
        beside = (column + 1) % columns
        faces.append((0, 1 + column, 1 + beside))
        faces.append((last, last - columns + beside, last - columns + column))
        for row in range(rows - 2):
            above, below = 1 + row * columns, 1 + (row + 1) * columns
            faces.append((above + column, below + column, below + beside, above + beside))
    mesh = bpy.data.meshes.new("sphere")
    mesh.from_pydata(points, [], faces)
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    mesh.materials.append(material)
    return mesh


def add_sphere(scene, material, x=0.0):
    ball = bpy.data.objects.new("sphere", sphere_mesh(material))
    ball.scale = (sphere.RADIUS, sphere.RADIUS, sphere.RADIUS)
    ball.location.x = x
    scene.collection.objects.link(ball)
    return ball


def show_map(scene, image, interpolation="Linear"):
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    texture = nodes.new("ShaderNodeTexEnvironment")
    texture.image = image
    texture.image.colorspace_settings.name = "Linear"
    texture.interpolation = interpolation
    links.new(texture.outputs["Color"], nodes["Background"].inputs["Color"])


def import_lights(path):
    bpy.ops.import_scene.gltf(filepath=str(path), convert_lighting_mode="COMPAT")  # Unitless: as the texels
    written = json.loads(pathlib.Path(path).read_text()).get("extensions", {}).get("KHR_lights_punctual", {}).get("lights", [])
    return {"written": [light["intensity"] for light in written]}


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
    scene = empty_scene()
    show_map(scene, bpy.data.images.load(str(pathlib.Path(environment).resolve())))
    result = import_lights(lights) if lights else {}
    add_sphere(scene, white())
    camera = add_camera(scene)
    colors = []
    for view in sphere.VIEWS:
        look(camera, *view)
        picture = render(scene)
        colors += [picture[y, x] for y, x in sphere.pixels()]
    result["rgb"] = [[float(f"{value:.5g}") for value in color] for color in numpy.array(colors, float)]
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("maps", nargs="+")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1:])
    results = {"program": f"Blender {bpy.app.version_string}, Cycles on the CPU", "command": "tests/witness/cycles.sh", "samples": SAMPLES,
               "maps": {"+".join(pathlib.Path(part).name for part in name.split("+")): measure(name) for name in options.maps}}
    options.output.write_text(json.dumps(results, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
