"""recipes.py PACKAGES RECIPES DOWNLOAD VERSION: whether the recipes that scripts/recipes.sh made can be parsed, are of the version, and name files
of PACKAGES by their hashes."""

import ast
import hashlib
import json
import pathlib
import re
import sys

PACKAGES, RECIPES = map(pathlib.Path, sys.argv[1:3])
DOWNLOAD, VERSION = sys.argv[3:5]
HOW_MANY = {"vcpkg": 2, "conan": 1, "homebrew": 1, "winget": 3}


def check(is_right, what):
    if not is_right:
        sys.exit(f"expected {what}")


def parse(path, text):
    """The version that a recipe says, None where it says none."""
    if path.suffix == ".json":
        return json.loads(text)["version"]
    if path.suffix == ".py":
        recipe = next(node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
        fields = {node.targets[0].id: node.value for node in recipe.body if isinstance(node, ast.Assign)}
        return ast.literal_eval(fields["version"])
    if path.suffix == ".yaml":
        check(all(re.fullmatch(r" *(- )?\w+:( .+)?", line) for line in text.splitlines()), f"{path.name} to have keys and values")
    if path.suffix == ".rb":
        opened = len(re.findall(r"^ *(?:class|def|test do)\b", text, re.M))
        check(opened == len(re.findall(r"^ *end$", text, re.M)), f"{path.name} to end what it begins")
    found = re.search(r"(?:PackageVersion:|version) \"?([0-9.]+)", text)
    return found and found[1]


for folder, count in HOW_MANY.items():
    files = sorted((RECIPES / folder).iterdir())
    check(len(files) == count, f"{count} files in {folder}, found {[file.name for file in files]}")
    for path in files:
        text = path.read_text()
        check(not re.search(r"@\w+@", text), f"no blank in {path.name}")
        version = parse(path, text)
        check(version == VERSION or version is None and path.suffix == ".cmake", f"version {VERSION} in {path.name}, found {version}")
        names = re.findall(re.escape(DOWNLOAD) + r"/([\w.-]+)", text)
        hashes = re.findall(r"\b(?:[0-9a-f]{128}|[0-9a-f]{64})\b", text)
        check(len(names) == len(hashes), f"one hash per file in {path.name}, found {names} and {hashes}")
        for name, value in zip(names, hashes):
            algorithm = hashlib.sha512 if len(value) == 128 else hashlib.sha256
            check(algorithm((PACKAGES / name).read_bytes()).hexdigest() == value, f"the hash of {name} in {path.name}")
            print(f"{folder}: {name}")
