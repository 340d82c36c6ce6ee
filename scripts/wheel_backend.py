"""Builds the wheel of pyproject.toml out of a finished build, with nothing but Python's own library: for pip as PEP 517
asks, and for scripts/pack.sh as a program. The same files give the same bytes.

    pip wheel --no-deps --config-settings library=build/release/plugin/libprobenorm.so .
    scripts/wheel_backend.py library=FILE platform=TAG tool=FILE licences=FOLDER output=FOLDER

library   libprobenorm.so or probenorm.dll (build/release's)
platform  the last part of the wheel's tag (manylinux_2_17_x86_64)
tool      the command line tool, which comes onto PATH (none)
licences  texts of what is compiled in (none)
"""

import base64
import hashlib
import pathlib
import re
import sys
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFAULTS = {"library": "build/release/plugin/libprobenorm.so", "platform": "manylinux_2_17_x86_64"}
LIBRARY_NAMES = {".so": "libprobenorm.so.0", ".dll": "probenorm.dll"}
EXECUTABLE = 0o755


def _read_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    version = re.search(r"^project\(ProbeNorm VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
    return {**project, "version": version}


def _metadata(project):
    fields = [("Metadata-Version", "2.1"), ("Name", project["name"]), ("Version", project["version"]),
              ("Summary", project["description"]), ("License", "MIT"), ("Requires-Python", project["requires-python"]),
              ("Description-Content-Type", "text/markdown")]
    fields += [("Requires-Dist", name) for name in project["dependencies"]]
    return "".join(f"{name}: {value}\n" for name, value in fields) + "\n" + (ROOT / project["readme"]).read_text()


def _files(settings, stem, project):
    """Yields the name, the bytes and the mode of each file."""
    for path in sorted((ROOT / "python/probenorm").iterdir()):
        if path.suffix in (".py", ".typed"):
            yield f"probenorm/{path.name}", path.read_bytes(), 0o644
    library = ROOT / settings["library"]
    kind = ".dll" if library.suffix == ".dll" else ".so"
    yield f"probenorm/{LIBRARY_NAMES[kind]}", library.read_bytes(), EXECUTABLE
    if settings.get("tool"):
        tool = ROOT / settings["tool"]
        yield f"{stem}.data/scripts/{tool.name}", tool.read_bytes(), EXECUTABLE
    info = f"{stem}.dist-info"
    texts = [ROOT / "LICENSE", ROOT / "THIRD_PARTY.md"]
    if settings.get("licences"):
        texts += sorted((ROOT / settings["licences"]).iterdir())
    for path in texts:
        yield f"{info}/licenses/{path.name}", path.read_bytes(), 0o644
    yield f"{info}/METADATA", _metadata(project).encode(), 0o644
    yield f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: probenorm\nRoot-Is-Purelib: false\nTag: py3-none-{settings['platform']}\n".encode(), 0o644


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    settings = {**DEFAULTS, **(config_settings or {})}
    project = _read_project()
    stem = f"{project['name']}-{project['version']}"
    name = f"{stem}-py3-none-{settings['platform']}.whl"
    record = ""
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        def add(path, data, mode):
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            wheel.writestr(entry, data)

        for path, data, mode in _files(settings, stem, project):
            add(path, data, mode)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(data)}\n"
        add(f"{stem}.dist-info/RECORD", f"{record}{stem}.dist-info/RECORD,,\n".encode(), 0o644)
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("the library is built by CMake, so there is no source distribution")


if __name__ == "__main__":
    options = dict(argument.split("=", 1) for argument in sys.argv[1:])
    output = options.pop("output")
    print(pathlib.Path(output, build_wheel(output, options)))
