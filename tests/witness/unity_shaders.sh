#!/usr/bin/env bash
# unity_shaders.sh CORE URP [PACKAGE]: compiles the Unity package's passes against the folders of Unity's packages
# render-pipelines.core and render-pipelines.universal, of one version, which you have; prints a table as JSON. unity_shaders.py
# says how. Needs cpp and glslangValidator. ALONE=1 leaves the pairs of keywords away: seconds in place of minutes on 16 cores.
set -euo pipefail
exec nice python3 -B "$(dirname "$0")/unity_shaders.py" "$@"
