vcpkg_download_distfile(ARCHIVE
    URLS "@DOWNLOAD@/probenorm-@VERSION@-source.tar.gz"
    FILENAME "probenorm-@VERSION@-source.tar.gz"
    SHA512 @SOURCE_SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -DPN_BUILD_CLI=OFF -DPN_BUILD_SAMPLES=OFF -DPN_BUILD_TESTS=OFF -DPN_BUILD_LAB=OFF
        "-DPN_GLSLC=${CURRENT_HOST_INSTALLED_DIR}/tools/shaderc/glslc"
        "-DPN_SPIRV_VAL=${CURRENT_HOST_INSTALLED_DIR}/tools/spirv-tools/spirv-val")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME ProbeNorm CONFIG_PATH lib/cmake/ProbeNorm)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
