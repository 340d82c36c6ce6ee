"""reflections.py MEASURED.json: whether normalized reflections of reflections.mjs are those of pnEvaluateReflection.

An engine shows a reflection times its reflectance, and a share of diffuse light for light that bounces within rough surfaces. At the
probe's own point the reflection is what it was, and the diffuse light is the probe's: that gives both shares.
"""

import json
import sys

import numpy as np

import probenorm

WORST, MEDIAN = 0.02, 0.002  # the diffuse share of rough surfaces is known to a hundredth


def irradiance(light, directions):
    """Over pi."""
    return probenorm.evaluate_irradiance(np.float32(light), directions)


def check(material, radiance, probe, local):
    names = ("normal", "view", "plain", "own", "normalized")
    normal, view, plain, own, normalized = (np.array([s[name] for s in material["samples"]], np.float64) for name in names)
    view /= np.linalg.norm(view, axis=1, keepdims=True)
    along = 2 * np.sum(normal * view, axis=1, keepdims=True) * normal - view
    difference = irradiance(probe, normal) - radiance
    diffuse = np.sum((own - plain) * difference, axis=1, keepdims=True) / np.sum(difference**2, axis=1, keepdims=True)
    reflectance = plain[:, 1:2] / radiance[1] - diffuse
    wanted = probenorm.evaluate_reflection(
        np.broadcast_to(radiance, along.shape), along, normal, np.float32(probe), np.float32(local), roughness=material["roughness"], lookups=along)
    error = np.abs((normalized - diffuse * irradiance(local, normal)) / reflectance / wanted - 1)
    changed = np.mean(np.abs(wanted / radiance - 1) > 0.1)
    print(f"roughness {material['roughness']}: {len(normal)} reflections, {100 * changed:.0f} % changed by more than a tenth, "
          f"worst error {100 * error.max():.3f} %, median {100 * np.median(error):.3f} %, diffuse share up to {np.max(diffuse / reflectance):.3f}")
    return len(normal) >= 500 and changed > 0.25 and bool(error.max() <= WORST and np.median(error) <= MEDIAN)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        measured = json.load(file)
    results = [check(material, np.array(measured["radiance"]), measured["probe"], measured["local"]) for material in measured["materials"]]
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
