"""README's table of other programs is the stored measurement's, and ProbeNorm still has the accuracy that it shows."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["PN_SOURCE"])
sys.path.insert(0, str(ROOT / "tests/witness"))
import comparison  # noqa: E402

STORED = json.loads((ROOT / "tests/witness/files/comparison.json").read_text())


class Comparison(unittest.TestCase):
    def test_readme_has_the_stored_table(self):
        self.assertIn(comparison.table(STORED), (ROOT / "README.md").read_text())

    def test_probenorm_is_as_accurate_as_stored(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "studio.hdr"
            program = os.environ["PN_PROGRAM"]
            subprocess.run([program, "resample", comparison.MAPS / "studio.exr", "--to", "equirect", "-o", file], check=True,
                           capture_output=True)
            done = subprocess.run([program, "project", file, "--device", "cpu", "--format", "json"], check=True,
                                  capture_output=True, text=True)
            error = comparison.worst(comparison.np.array(json.loads(done.stdout)["coefficients"]),
                                     comparison.oracle(comparison.read_hdr(file)))
        # The same texels and the same bits; the oracle's sums differ in their last digits between versions of NumPy.
        self.assertAlmostEqual(error, STORED["maps"]["studio"]["probenorm"]["error"], delta=1e-8)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
