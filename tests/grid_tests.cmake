# Tests that ./test.sh leaves to ./test.sh --all, as regular expressions for names of ctest. They get the label "grid". Each
# repeats on more drivers, or over more combinations, what another test shows.
set(PN_GRID_TESTS
    # The product of sizes, formats and band counts. ForEachSizeFormatAndBandCount meets every one of them on every driver.
    "SameBits.ForEverySizeFormatAndBandCount"
    # lavapipe-4 and -16 are lavapipe-8 with other subgroups, and sh_project alone has subgroup operations: SameBits and the
    # sample on a host's device run on all three, everything else on lavapipe-8 and SwiftShader.
    "lavapipe-(4|16).(Abi|Batch|BuiltIn|NormalizeBits|PrefilterBits|Runtime|Universal|host_)"
    # Unity's compute shaders have no subgroup operations.
    "lavapipe-(4|16).ComputeTest"
    # The arithmetic of a policy is the same on both drivers, and SwiftShader takes 43 seconds.
    "swiftshader.NormalizeBits.UnderEveryPolicy"
    # SwiftShader compiles kernels for each format, 145 seconds in all. lavapipe-8 makes every size and format;
    # NormalizeMany.MadeMipsAreTheSameOnEveryBackend and MakeMipBits' other tests make mips on SwiftShader.
    "swiftshader.MakeMipBits.(OfEverySizeAndFormatInOneBatch|UnderAPolicy)"
    "swiftshader.NormalizeMany.HaveTheBitsOfEachAlone"
    # A host's device by SwiftShader, 91 seconds, since each of its cases compiles kernels anew: layouts, barriers, refused
    # arguments and copies are the same code on lavapipe-8. That the bits are right on SwiftShader is what SameBits and
    # NormalizeBits say, and host_frames_test runs a host's device there too.
    "swiftshader.host_device_test"
    # Sixteen segments instead of eight, and eight times the texels, of what WhenFacesAreSplit splits.
    "SameBits.WhenLargeFacesAreSplit"
    # How faces are split into parts does not depend on subgroups: lavapipe-8 and SwiftShader run it.
    "lavapipe-(4|16).SameBits.WhenFacesAreSplit"
    # The lab is no part of the product: every rung runs on lavapipe-8, and on the others with the grids.
    "(lavapipe-(4|16)|swiftshader).lab_"
    # A second map in each engine: sunset alone tells the 48 ways to permute and mirror axes apart.
    "engines.orientation.[a-z]+.studio"
    # The same of instruction sets; Twin.EachPairOfSizeFormatAndBandCount has all pairs.
    "Twin.TheProduct"
    # The largest cubemap, 14 seconds on the CPU: sizes up to 4096 are in the other tests of Twin and SameBits.
    "Twin.ACubemapOf8192"
    # A Slurm cluster on this machine, two minutes; cli_bake_farm_test runs the same job script without one.
    "BakeFarm.slurm"
    # Five loads of a report of 100 000 probes; report.page opens one of 2001.
    "report.first_row")
string(REPLACE "." "[.]" PN_GRID_TESTS "${PN_GRID_TESTS}")
list(JOIN PN_GRID_TESTS "|" PN_GRID_TESTS)

# Appends "grid" to the labels of a test that is one. list names the caller's variable.
function(pn_add_grid_label list name)
    if("${name}" MATCHES "${PN_GRID_TESTS}")
        set(${list} ${${list}} grid PARENT_SCOPE)
    endif()
endfunction()
