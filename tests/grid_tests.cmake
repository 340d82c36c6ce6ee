# Tests that ./test.sh leaves to ./test.sh --all, as regular expressions for names of ctest. They get the label "grid". Each
# repeats on more drivers, or over more combinations, what another test shows.
set(PN_GRID_TESTS
    # The product of sizes, formats and band counts. ForEachSizeFormatAndBandCount meets every one of them on every driver.
    "SameBits.ForEverySizeFormatAndBandCount"
    # lavapipe-4 and -16 are lavapipe-8 with other subgroups. Kernels are compared on all three; what does not depend on
    # subgroups (shaders for engines, the Unity plugin, a host's device) runs on lavapipe-8 and SwiftShader.
    "lavapipe-(4|16).(Runtime|Universal|host_)"
    # The lab's ladders: every rung runs on lavapipe-8, the widest device, and on SwiftShader, the least.
    "lavapipe-(4|16).lab_"
    # Arithmetic of the division, which has no subgroups either; sizes, formats and the window's search stay.
    "lavapipe-(4|16).NormalizeBits.(ForEveryPreset|UnderEveryPolicy|ForAllMips)")
string(REPLACE "." "[.]" PN_GRID_TESTS "${PN_GRID_TESTS}")
list(JOIN PN_GRID_TESTS "|" PN_GRID_TESTS)
