"""The error of shaders/runtime/probenorm.glsl in floats of 16 bits: its text is run with every operation in halves, and in
doubles without PN_HALF."""

import os
import pathlib
import re
import unittest

import numpy as np

SOURCE = (pathlib.Path(os.environ["PN_SOURCE"]) / "shaders/runtime/probenorm.glsl").read_text()
CASES = 4096
NEEDED = ("pnIrradianceUnity", "pnLuminance", "pnLight", "pnLightUnity", "pnReflection")


class Vector:
    """vec3 or vec4, a component an array over cases."""

    def __init__(self, *parts):
        self.parts = [one for part in parts for one in (part.parts if isinstance(part, Vector) else [part])]

    def of(self, other, operation):
        others = other.parts if isinstance(other, Vector) else [other] * len(self.parts)
        return Vector(*(operation(a, b) for a, b in zip(self.parts, others)))

    def __add__(self, other): return self.of(other, lambda a, b: a + b)
    def __sub__(self, other): return self.of(other, lambda a, b: a - b)
    def __mul__(self, other): return self.of(other, lambda a, b: a * b)
    def __truediv__(self, other): return self.of(other, lambda a, b: a / b)
    __rmul__ = __mul__
    __array_ufunc__ = None  # an array on the left leaves the work to __rmul__

    def __getattr__(self, name):
        parts = [self.parts["xyzw".index(letter) if letter in "xyzw" else "rgba".index(letter)] for letter in name]
        return parts[0] if len(parts) == 1 else Vector(*parts)


def dot(a, b):
    total = a.parts[0] * b.parts[0]
    for x, y in zip(a.parts[1:], b.parts[1:]):
        total = total + x * y
    return total


def each(operation):
    return lambda a, b: a.of(b, operation) if isinstance(a, Vector) else operation(a, b)


def python_of(glsl):
    """The functions that are needed as Python: each is declarations, assignments and returns."""
    text = re.sub(r"//.*", "", glsl)
    text = re.sub(r"\b(\d+\.\d+(?:e[+-]?\d+)?)\b", r"F(\1)", text)
    text = re.sub(r"\bvec[34]\(", "Vector(", text)
    lines = [f"{name} = {value}" for name, value in re.findall(r"const float (\w+) = ([^;]+);", text)]
    for name, arguments, body in re.findall(r"^\w+ (pn\w+)\(([^)]*)\)\n\{\n(.*?)^\}", text, re.M | re.S):
        if name not in NEEDED:
            continue
        names = [re.sub(r"\[\d\]", "", argument).split()[-1] for argument in arguments.split(",")]
        statements = []
        for statement in body.split(";"):
            statement = " ".join(statement.split())
            statement = re.sub(r"^(?:float|vec[34]) ", "", statement)
            statements += [f"    {statement}"] if statement else []
        lines += [f"def {name}({', '.join(names)}):", *statements]
    return "\n".join(lines)


def preprocessed(text, is_half):
    kept = r"\1" if is_half else r"\2"
    return re.sub(r"#ifdef PN_HALF\n(.*?)(?:#else\n(.*?))?#endif\n", lambda m: m.expand(kept) if m.expand(kept) else "", text, flags=re.S)


def functions(kind, is_half):
    scope = {"F": kind, "Vector": Vector, "dot": dot,
             "max": each(np.maximum), "min": each(np.minimum)}
    exec(python_of(preprocessed(SOURCE, is_half)), scope)  # our own file
    return scope


def light(random, level):
    """Packed as Unity's, positive nearly everywhere: bands 1 and 2 of up to a half of the average."""
    rows = np.zeros((7, 4, CASES))
    for channel in range(3):
        tint = level * random.uniform(0.3, 1.0, CASES)
        rows[channel, :3] = tint * random.uniform(-0.3, 0.3, (3, CASES))
        rows[channel, 3] = tint
        rows[3 + channel] = tint * random.uniform(-0.1, 0.1, (4, CASES))
        rows[6, channel] = tint * random.uniform(-0.1, 0.1, CASES)
    return rows


def reflections(kind, is_half, inputs):
    probe, local, shown, direction, roughness = (value.astype(kind) for value in inputs)
    scope = functions(kind, is_half)
    packed = [[Vector(*row) for row in rows] for rows in (probe, local)]
    d = Vector(*direction)
    there, here = (scope["pnLightUnity"](rows, d) for rows in packed)
    with np.errstate(over="ignore"):  # of quotients, which pnReflection bounds
        return np.array(scope["pnReflection"](Vector(*shown), here, there, roughness, kind(1.0)).parts, dtype=np.float64)


class Half(unittest.TestCase):
    def test_error_of_halves(self):
        random = np.random.default_rng(1)
        level = 2.0 ** random.uniform(-5, 7, CASES)
        direction = random.normal(size=(3, CASES))
        direction /= np.linalg.norm(direction, axis=0)
        shown = level * 2.0 ** random.uniform(-4, 4, (3, CASES))
        inputs = (light(random, level), light(random, level * 2.0 ** random.uniform(-6, 6, CASES)), shown, direction,
                  random.uniform(0.0, 1.0, CASES))
        exact, half = reflections(np.float64, False, inputs), reflections(np.float16, True, inputs)
        self.assertTrue(np.isfinite(half).all())
        errors = np.abs(half - exact) / exact
        print(f"halves: median {np.median(errors):.2%}, 99 in 100 below {np.percentile(errors, 99):.2%}, largest {errors.max():.2%}")
        self.assertLess(np.percentile(errors, 99), 0.01)
        self.assertLess(errors.max(), 0.05)

    def test_what_a_half_holds_is_finite(self):
        """Lights and radiance of the least and the largest that a probe holds."""
        for place, probe, radiance in np.array(np.meshgrid(*[[0.0, 1e-4, 1.0, 3e4]] * 3)).T.reshape(-1, 3):
            flat = [np.zeros((7, 4, 1)) for _ in range(2)]
            for rows, value in zip(flat, (probe, place)):
                rows[:3, 3] = value
            inputs = (*flat, np.full((3, 1), radiance), np.array([[1.0], [0.0], [0.0]]), np.array([0.1]))
            if reflections(np.float64, True, inputs).max() < 60000.0:  # the largest half is 65504
                self.assertTrue(np.isfinite(reflections(np.float16, True, inputs)).all(), (place, probe, radiance))


if __name__ == "__main__":
    unittest.main()
