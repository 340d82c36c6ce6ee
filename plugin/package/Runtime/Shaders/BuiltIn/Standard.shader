// Unity's Standard shader with normalized reflections, for the Built-in pipeline. Its properties, keywords, inspector and
// passes are Unity's own, except that the forward pass with global illumination includes GlobalIllumination.hlsl of this
// package first. With deferred shading Unity adds plain reflections in a pass over the screen, which no material reaches.
Shader "ProbeNorm/Standard"
{
    Properties
    {
        _Color("Color", Color) = (1, 1, 1, 1)
        _MainTex("Albedo", 2D) = "white" {}
        _Cutoff("Alpha Cutoff", Range(0.0, 1.0)) = 0.5
        _Glossiness("Smoothness", Range(0.0, 1.0)) = 0.5
        _GlossMapScale("Smoothness Scale", Range(0.0, 1.0)) = 1.0
        [Enum(Metallic Alpha, 0, Albedo Alpha, 1)] _SmoothnessTextureChannel("Smoothness Source", Float) = 0
        [Gamma] _Metallic("Metallic", Range(0.0, 1.0)) = 0.0
        _MetallicGlossMap("Metallic", 2D) = "white" {}
        [ToggleOff] _SpecularHighlights("Specular Highlights", Float) = 1.0
        [ToggleOff] _GlossyReflections("Glossy Reflections", Float) = 1.0
        _BumpScale("Normal Scale", Float) = 1.0
        [Normal] _BumpMap("Normal Map", 2D) = "bump" {}
        _Parallax("Height Scale", Range(0.005, 0.08)) = 0.02
        _ParallaxMap("Height Map", 2D) = "black" {}
        _OcclusionStrength("Occlusion Strength", Range(0.0, 1.0)) = 1.0
        _OcclusionMap("Occlusion", 2D) = "white" {}
        _EmissionColor("Emission Color", Color) = (0, 0, 0)
        _EmissionMap("Emission", 2D) = "white" {}
        _DetailMask("Detail Mask", 2D) = "white" {}
        _DetailAlbedoMap("Detail Albedo x2", 2D) = "grey" {}
        _DetailNormalMapScale("Detail Normal Scale", Float) = 1.0
        [Normal] _DetailNormalMap("Detail Normal Map", 2D) = "bump" {}
        [Enum(UV0, 0, UV1, 1)] _UVSec("UV Set for secondary textures", Float) = 0
        [HideInInspector] _Mode("", Float) = 0.0
        [HideInInspector] _SrcBlend("", Float) = 1.0
        [HideInInspector] _DstBlend("", Float) = 0.0
        [HideInInspector] _ZWrite("", Float) = 1.0
    }

    CGINCLUDE
        #pragma target 3.5
        #pragma shader_feature_local _NORMALMAP
        #pragma shader_feature_local _ _ALPHATEST_ON _ALPHABLEND_ON _ALPHAPREMULTIPLY_ON
        #pragma shader_feature_local _METALLICGLOSSMAP
        #pragma shader_feature_local _DETAIL_MULX2
        #pragma shader_feature_local _SMOOTHNESS_TEXTURE_ALBEDO_CHANNEL_A
        #pragma shader_feature_local _SPECULARHIGHLIGHTS_OFF
        #pragma shader_feature_local _GLOSSYREFLECTIONS_OFF
        #pragma shader_feature_local _PARALLAXMAP
        #pragma shader_feature _EMISSION
        #pragma multi_compile_instancing
        #define UNITY_SETUP_BRDF_INPUT MetallicSetup
    ENDCG

    SubShader
    {
        Tags { "RenderType" = "Opaque" "PerformanceChecks" = "False" }
        LOD 300

        Pass
        {
            Name "FORWARD"
            Tags { "LightMode" = "ForwardBase" }
            Blend [_SrcBlend] [_DstBlend]
            ZWrite [_ZWrite]

            CGPROGRAM
            #pragma vertex vertBase
            #pragma fragment fragBase
            #pragma multi_compile_fwdbase
            #pragma multi_compile_fog
            #include "Packages/com.probenorm/Runtime/Shaders/BuiltIn/GlobalIllumination.hlsl"
            #include "UnityStandardCoreForward.cginc"
            ENDCG
        }
        UsePass "Standard/DEFERRED"
        UsePass "Standard/FORWARD_DELTA"
        UsePass "Standard/SHADOWCASTER"
        UsePass "Standard/META"
    }

    FallBack "Standard"
    CustomEditor "StandardShaderGUI"
}
