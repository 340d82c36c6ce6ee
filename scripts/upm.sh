#!/usr/bin/env bash
# upm.sh TGZ FOLDER: the Unity package as the root of a git branch, for "Add package from git URL": FOLDER, made anew but for
# its .git, holds what the archive holds. Binaries are marked, so that no checkout changes their line ends.
set -euo pipefail

archive=$(realpath "$1")
mkdir -p "$2"
cd "$2"
find . -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
tar xf "$archive" --strip-components=1
printf '%s\n' '* -text' '*.so binary' '*.dll binary' >.gitattributes
echo "$PWD"
