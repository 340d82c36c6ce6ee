# What `cmake --install` puts where: both libraries, the headers, the Python module, shader code, JSON schemas, the
# command line tool, the documents, two samples, and what CMake's find_package(ProbeNorm) and pkg-config need.
# Libraries and programs that were not built are left out. All but pkg-config's file can be moved as one folder afterwards.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(PN_CONFIG_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/ProbeNorm")
set(PN_PYTHON_DIR "${CMAKE_INSTALL_DATADIR}/probenorm/python" CACHE STRING "Where the Python module is installed")
set(PN_PACKAGE_DIR "${PROJECT_BINARY_DIR}/package")

install(TARGETS probenorm probenorm_static EXPORT ProbeNormTargets
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" OPTIONAL
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" OPTIONAL
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" OPTIONAL)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/probenorm" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/shaders/runtime/" DESTINATION "${CMAKE_INSTALL_DATADIR}/probenorm/shaders")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/python/" DESTINATION "${PN_PYTHON_DIR}"
    FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/schema/" DESTINATION "${CMAKE_INSTALL_DATADIR}/probenorm/schema")
if(TARGET probenorm_cli)
    install(TARGETS probenorm_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" OPTIONAL)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}" PATTERN "schema" EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/samples/minimal_c" "${PROJECT_SOURCE_DIR}/samples/minimal_cpp"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}/samples")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/THIRD_PARTY.md"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}")

install(EXPORT ProbeNormTargets NAMESPACE ProbeNorm:: DESTINATION "${PN_CONFIG_DIR}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/package/ProbeNormConfig.cmake.in"
    "${PN_PACKAGE_DIR}/ProbeNormConfig.cmake" INSTALL_DESTINATION "${PN_CONFIG_DIR}"
    NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${PN_PACKAGE_DIR}/ProbeNormConfigVersion.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${PN_PACKAGE_DIR}/ProbeNormConfig.cmake" "${PN_PACKAGE_DIR}/ProbeNormConfigVersion.cmake"
    DESTINATION "${PN_CONFIG_DIR}")

# The prefix is known when it is installed.
install(CODE "set(PROJECT_VERSION ${PROJECT_VERSION})
    set(CMAKE_INSTALL_LIBDIR ${CMAKE_INSTALL_LIBDIR})
    set(CMAKE_INSTALL_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
    configure_file(\"${CMAKE_CURRENT_LIST_DIR}/package/probenorm.pc.in\" \"${PN_PACKAGE_DIR}/probenorm.pc\" @ONLY)")
install(FILES "${PN_PACKAGE_DIR}/probenorm.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
