"""What the scripts that Blender runs have in common: an empty scene, Cycles without its shortcuts, a picture as an array."""

import math
import pathlib
import tempfile

import bpy
import numpy


def empty_scene(samples, bounces):
    """Cycles on the processor, every path traced to its end: nothing is clamped, denoised, blurred or left out."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.seed = 1
    cycles.samples = samples
    cycles.use_adaptive_sampling = cycles.use_denoising = False
    cycles.max_bounces = cycles.diffuse_bounces = cycles.glossy_bounces = bounces
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


def render(scene, width, height):
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


def node_material(name, build):
    """A material whose surface is the socket that build(nodes, links) returns."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    output = nodes.new("ShaderNodeOutputMaterial")
    links.new(build(nodes, links), output.inputs["Surface"])
    return material


def sphere_mesh(rows):
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
    return mesh


def add_sphere(scene, center, radius, material, rows=96):
    mesh = sphere_mesh(rows)
    mesh.materials.append(material)
    sphere = bpy.data.objects.new("sphere", mesh)
    sphere.location, sphere.scale = center, (radius, radius, radius)
    scene.collection.objects.link(sphere)


def version():
    return f"Blender {bpy.app.version_string}, Cycles on the CPU"
