# Tests that ./test.sh leaves to ./test.sh --all, as regular expressions for names of ctest. They get the label "long". Each repeats
# on more drivers, in a browser or over more combinations what a test of ./test.sh shows, or drives the product from outside.
set(PN_LONG_TESTS
    # Drivers other than lavapipe-8. DriverBits runs each kernel once on all of them, with formats and sizes of each class, and
    # host_frames_test runs an engine on SwiftShader, the least device, with both routes to texels.
    "^lavapipe-(4|16)[.]"
    "^swiftshader[.]"
    # The other tests of lavapipe-8 show the same.
    "^lavapipe-8[.]DriverBits"
    # The product of sizes, formats and band counts. ForEachSizeFormatAndBandCount meets every one of them.
    "SameBits[.]ForEverySizeFormatAndBandCount"
    # Kernels of the other four formats; ForEverySizeAndFormat has all of them, under no policy and by luminance.
    "NormalizeBits[.](ByChannels|UnderAPolicy)InEveryFormat"
    "MakeMipBits[.]UnderAPolicyInOtherFormats"
    # The same on a host's device.
    "[.]host_device_test_long"
    # Up to sixteen segments instead of five, and many times the texels, of what WhenFacesAreSplit splits.
    "SameBits[.]WhenLargeFacesAreSplit"
    # Every size of group and every operator of the lab; EveryRung... and EveryOperator... have some of each.
    "[.]Lab[A-Za-z]+[.]Full"
    "^Lab[.]Full"
    # SwiftShader compiles these kernels three times as fast.
    "^lavapipe-8[.]LabCompaction[.]TheTextsOwn"
    # The same of instruction sets; Twin.EachPairOfSizeFormatAndBandCount has all pairs.
    "Twin[.]TheProduct"
    # High effort against a search through all modes and shapes; Bc6hEncode's other tests have blocks whose best code is known.
    "^Bc6hEncodeSearch[.]"
    # The largest cubemap, 14 seconds on the CPU: sizes up to 4096 are in the other tests of Twin and SameBits.
    "Twin[.]ACubemapOf8192"
    # Every format and size of made mips, which a driver compiles for 18 s; OfCubemapsThatTakeSeveralSteps makes mips of one format.
    "MakeMipBits[.]OfEverySizeAndFormatInOneBatch"
    # The way through staging memory of three kinds of work; StagedBatch shows the copies.
    "Staged((MakeMip|Normalize)Bits|Sizes)"
    # A second compiler for the package's shaders, which the build compiles by glslc; ComputeTest.glslc and the shaders' tests run them.
    "ComputeTest[.]glslang" # and every size of a second preset
    "^Shaders[.]glslang$"
    # The compute shaders by Microsoft's compiler, which is fetched; ComputeTest compiles them by glslc.
    "^fxc[.]"
    # Each Vulkan call fails, in twenty kinds of work. Six kinds are in ./test.sh: a projection, normalization, prefiltering and an
    # engine's frame whose calls fail once or from then on.
    "Fault[.]OfAnyCall"
    "FaultOfTheFirstGpu[.](IsTheCpusWork|MakesAutoTakeTheNext)"
    # Ten suns of other sizes and radiances, at several sizes of faces; BrightLight.EachEngineGetsIt has one. What check finds in
    # Filament's file; BrightLight.CheckFindsNothing... has Unity's.
    "^BrightLightOfTenSkies[.]"
    # Pages in a browser. engines.three compares coefficients in one engine; EngineOption has all engines' formulas.
    "^engines[.](install$|babylon|playcanvas|orientation|loaders|spheres|make|atlas|bevy|reflections|lights)"
    "^web[.]"
    "^report[.]"
    # A driver compiles the kernels of prefiltering for 5 s; host_frames_test prefilters in a frame, too.
    "^BenchPrefilter[.]"
    # Allocations and system calls that fail, one in each run; the memory of bakes of many sizes.
    "^Sweep[.]"
    "^Bake[.]memory_bound"
    # What package.sh makes, packed, unpacked and used. Install.layout, find_package and python install this build and use it.
    "^Package[.]"
    "^Install[.](add_subdirectory|pkg_config)"
    # The C# package on Unity 6's references, and the exhaustive life of objects; the package's other tests run as for Unity 2021.
    "^CSharp[.](Unity6|LifetimeTest|BlendTest)"
    # Every command of the documentation; Docs.readme runs those of the README.
    "^Docs[.]commands"
    # The whole study on small pictures, a minute; scene_test has its parts.
    "^scene_small"
    # Maps that other programs filtered, against ours; the stored oracles of tests/core judge the same integral.
    "^Witness[.]filament"
    # A Slurm cluster on this machine, two minutes; BakeFarm's other cases run the same job script without one.
    "^BakeFarm[.]slurm")

# Of these, what ./test.sh runs all the same.
set(PN_SHORT_TESTS
    "^(lavapipe-4|lavapipe-16|swiftshader)[.]DriverBits"
    # One case for each algorithm of the lab, with the founding texts' own numbers.
    "^swiftshader[.]Lab[A-Za-z]+[.](AddsNumbers|TheTextsOwn|CountsColours|ShapesEqual)"
    "^swiftshader[.]host_frames_test$"
    "Fault[.]OfAnyCallIsReportedAndLeaksNothing/(Minus1|Minus4Normalize|Minus4Prefilter|Minus1Engine)$")
list(JOIN PN_LONG_TESTS "|" PN_LONG_TESTS)
list(JOIN PN_SHORT_TESTS "|" PN_SHORT_TESTS)

# Appends "long" to the labels of a test that is one. list names the caller's variable.
function(pn_add_long_label list name)
    if("${name}" MATCHES "${PN_LONG_TESTS}" AND NOT "${name}" MATCHES "${PN_SHORT_TESTS}")
        set(${list} ${${list}} long PARENT_SCOPE)
    endif()
endfunction()

# Labels what add_test() has added in this folder. Tests of GoogleTest are labelled where ctest lists them.
function(pn_label_long_tests)
    get_directory_property(tests TESTS)
    foreach(test IN LISTS tests)
        get_test_property(${test} LABELS labels)
        pn_add_long_label(labels "${test}")
        list(REMOVE_ITEM labels NOTFOUND)
        set_tests_properties(${test} PROPERTIES LABELS "${labels}")
    endforeach()
endfunction()
