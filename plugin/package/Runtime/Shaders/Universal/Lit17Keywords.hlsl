// Keywords of both passes of ProbeNorm/Lit that URP 16 and 17 added. Include it with pragmas.
#pragma multi_compile_fragment _ _SHADOWS_SOFT _SHADOWS_SOFT_LOW _SHADOWS_SOFT_MEDIUM _SHADOWS_SOFT_HIGH
#pragma multi_compile _ EVALUATE_SH_MIXED EVALUATE_SH_VERTEX
#pragma multi_compile _ USE_LEGACY_LIGHTMAPS
#pragma multi_compile _ LOD_FADE_CROSSFADE
#if UNITY_VERSION >= 60010000
#pragma multi_compile_fragment _ LIGHTMAP_BICUBIC_SAMPLING
#pragma multi_compile_fragment _ _REFLECTION_PROBE_ATLAS
#pragma multi_compile _ _CLUSTER_LIGHT_LOOP
#endif
#if UNITY_VERSION >= 60030000
#pragma multi_compile_fragment _ REFLECTION_PROBE_ROTATION
#pragma multi_compile_fragment _ _SCREEN_SPACE_IRRADIANCE
#endif
