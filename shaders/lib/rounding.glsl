// Declares rounding to nearest even, for devices that enabled float controls. The numbers are SPIR-V's:
// capability RoundingModeRTE 4467, execution mode RoundingModeRTE 4462, for 32-bit floats.
#ifdef PN_ROUND_TO_NEAREST
#extension GL_EXT_spirv_intrinsics : require
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, 32);
#endif
