// URP's Lighting.hlsl with normalized reflections: include it before a pass of URP's, which then finds its own include done.
// URP's GlobalIllumination gets another name, and ours takes its place; everything else stays URP's.
#ifndef PROBENORM_UNIVERSAL_LIGHTING_HLSL
#define PROBENORM_UNIVERSAL_LIGHTING_HLSL

#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/BRDF.hlsl"
#define GlobalIllumination pnPlainGlobalIllumination
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Debug/Debugging3D.hlsl" // includes the next, for DEBUG_DISPLAY
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/GlobalIllumination.hlsl"
#undef GlobalIllumination
#include "Packages/com.probenorm/Runtime/Shaders/Universal/GlobalIllumination.hlsl"
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Lighting.hlsl"

#endif
