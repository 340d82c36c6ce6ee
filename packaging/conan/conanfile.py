from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get


class ProbeNorm(ConanFile):
    name = "probenorm"
    version = "@VERSION@"
    description = "Spherical harmonics of HDR environments, and normalized reflection probes"
    license = "MIT"
    package_type = "shared-library"
    settings = "os", "arch", "compiler", "build_type"

    def layout(self):
        cmake_layout(self)

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25]")
        self.tool_requires("shaderc/[*]")  # glslc
        self.tool_requires("spirv-tools/[*]")  # spirv-val

    def requirements(self):
        self.requires("highway/[>=1.0]", visible=False)
        self.requires("vulkan-headers/[>=1.3]", visible=False)

    def source(self):
        get(self, "@DOWNLOAD@/probenorm-@VERSION@-source.tar.gz", sha256="@SOURCE_SHA256@", strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("CLI", "LAB", "SAMPLES", "TESTS"):
            toolchain.cache_variables[f"PN_BUILD_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, f"{self.package_folder}/licenses")
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")  # the package has its own ProbeNormConfig.cmake
        self.cpp_info.builddirs = ["lib/cmake/ProbeNorm"]
        self.cpp_info.libs = ["probenorm"]
