"""The module itself: the library it finds, the structs it mirrors, contexts, messages."""

import ctypes
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import probenorm
from probenorm import _native


def run(code, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run([sys.executable, "-B", "-c", code], env=environment, capture_output=True, text=True)


class Library(unittest.TestCase):
    def test_the_variable_names_the_library_its_folder_or_a_build_folder(self):
        library = os.environ["PROBENORM_LIBRARY"]
        folder = os.path.dirname(library)
        for choice in (library, folder, os.path.dirname(folder)):
            found = run("import probenorm; print(probenorm.version())", PROBENORM_LIBRARY=choice)
            self.assertEqual(found.stdout.strip(), probenorm.version(), found.stderr)

    def test_a_library_that_is_not_there(self):
        with tempfile.TemporaryDirectory() as empty:
            for choice in (empty, empty + "/libprobenorm.so"):
                found = run("import probenorm", PROBENORM_LIBRARY=choice)
                self.assertRegex(found.stderr, r"ImportError: PROBENORM_LIBRARY=.* is neither")

    def test_another_library(self):
        found = run("import probenorm", PROBENORM_LIBRARY=np.linalg._umath_linalg.__file__)
        self.assertRegex(found.stderr, "lacks pn")

    def test_everything_public_has_a_docstring(self):
        for name in probenorm.__all__:
            with self.subTest(name):
                self.assertTrue(getattr(probenorm, name).__doc__)


class Structs(unittest.TestCase):
    def test_every_field_lies_where_the_compiler_puts_it(self):
        output = subprocess.run([os.environ["PN_LAYOUT_PROGRAM"]], capture_output=True, text=True, check=True).stdout
        compared = set()
        for line in output.splitlines():
            struct, size, field, offset, length = line.split()
            if struct.startswith(("PnVulkan", "PnUnity")):  # of headers that the module leaves out
                continue
            mirror = getattr(_native, struct[2:])
            found = getattr(mirror, field)
            mirrored = f"{ctypes.sizeof(mirror)} {field} {found.offset} {found.size}"
            self.assertEqual(mirrored, f"{size} {field} {offset} {length}", struct)
            compared.add((struct, field))
        for struct in {struct for struct, _ in compared}:
            fields = {field for owner, field in compared if owner == struct}
            self.assertEqual(fields, {name for name, _ in getattr(_native, struct[2:])._fields_})
        self.assertGreater(len(compared), 80)


class Contexts(unittest.TestCase):
    def test_info(self):
        with probenorm.Context("cpu", threads=1) as context:
            info = context.info()
        self.assertEqual((info.backend, info.thread_count, info.is_reproducible), (probenorm.Backend.CPU, 1, True))
        self.assertTrue(info.name)

    def test_a_closed_context(self):
        context = probenorm.Context("cpu")
        context.close()
        context.close()
        with self.assertRaisesRegex(probenorm.InvalidArgument, "context is null"):
            context.project_environment(np.ones((6, 2, 2, 3)))

    def test_a_device_that_is_not_there(self):
        with self.assertRaises(probenorm.Error) as caught:
            probenorm.Context("vulkan", 4000)
        self.assertEqual(caught.exception.result, probenorm.Result.ERROR_UNSUPPORTED_DEVICE)

    def test_messages(self):
        heard = []
        flags = probenorm.ContextFlags.KEEP_LOG
        with probenorm.Context("auto", flags=flags, log=lambda level, text: heard.append((level, text))) as context:
            kept = iter(context.take_log_message, None)
            self.assertEqual([(message.level, message.text) for message in kept], heard)
        with probenorm.Context("cpu") as context, self.assertRaisesRegex(probenorm.Error, "PN_CONTEXT_KEEP_LOG"):
            context.take_log_message()

    def test_names_and_versions(self):
        self.assertEqual(probenorm.version(), "0.1.0")
        self.assertEqual(probenorm.result_name(probenorm.Result.ERROR_TIMEOUT), "PN_ERROR_TIMEOUT")
        self.assertEqual(probenorm.format_bytes(probenorm.Format.RGBA16F), 8)


if __name__ == "__main__":
    unittest.main()
