#!/usr/bin/env bash
# The installed Python module finds the installed library on its own. Environment: PN_PYTHON.
source "$(dirname "$0")/common.sh"

unset PROBENORM_LIBRARY
PYTHONPATH="$prefix/share/probenorm/python" "$PN_PYTHON" -B - "$prefix" <<'PYTHON'
import sys
import numpy as np
import probenorm
from probenorm._native import lib

assert probenorm.__file__.startswith(sys.argv[1]) and lib._name.startswith(sys.argv[1]), (probenorm.__file__, lib._name)
with probenorm.Context("cpu") as context:
    white = context.project_cubemap(np.ones((6, 4, 4, 3), np.float32))
assert abs(white.coefficients[0, 0] - 2 * np.sqrt(np.pi)) < 1e-5, white  # the only coefficient of white
PYTHON
