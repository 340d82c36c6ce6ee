#!/usr/bin/env bash
# Makes what others install, in dist/ or the folder given: docs/packages.md.
set -euo pipefail
cd "$(dirname "$0")"

scripts/install-packages.sh
scripts/build.sh release probenorm probenorm_static probenorm_cli
scripts/build.sh windows probenorm
scripts/pack.sh build/release build/windows "${1-dist}"
