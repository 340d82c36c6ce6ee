// URP/Lit with normalized reflections: its properties, keywords, inspector and passes are URP's own, except that the two
// passes with global illumination include Lighting.hlsl of this package first. In versions of URP that no sub-shader names, it is
// URP/Lit.
Shader "ProbeNorm/Lit"
{
    Properties
    {
        _WorkflowMode("Workflow", Float) = 1.0
        [MainTexture] _BaseMap("Base Map", 2D) = "white" {}
        [MainColor] _BaseColor("Base Color", Color) = (1, 1, 1, 1)
        _Cutoff("Alpha Clipping Threshold", Range(0.0, 1.0)) = 0.5
        _Smoothness("Smoothness", Range(0.0, 1.0)) = 0.5
        _SmoothnessTextureChannel("Smoothness Source", Float) = 0
        _Metallic("Metallic", Range(0.0, 1.0)) = 0.0
        _MetallicGlossMap("Metallic Map", 2D) = "white" {}
        _SpecColor("Specular Color", Color) = (0.2, 0.2, 0.2)
        _SpecGlossMap("Specular Map", 2D) = "white" {}
        [ToggleOff] _SpecularHighlights("Specular Highlights", Float) = 1.0
        [ToggleOff] _EnvironmentReflections("Environment Reflections", Float) = 1.0
        _BumpScale("Normal Scale", Float) = 1.0
        _BumpMap("Normal Map", 2D) = "bump" {}
        _Parallax("Height Scale", Range(0.005, 0.08)) = 0.005
        _ParallaxMap("Height Map", 2D) = "black" {}
        _OcclusionStrength("Occlusion Strength", Range(0.0, 1.0)) = 1.0
        _OcclusionMap("Occlusion Map", 2D) = "white" {}
        [HDR] _EmissionColor("Emission Color", Color) = (0, 0, 0)
        _EmissionMap("Emission Map", 2D) = "white" {}
        _DetailMask("Detail Mask", 2D) = "white" {}
        _DetailAlbedoMapScale("Detail Base Scale", Range(0.0, 2.0)) = 1.0
        _DetailAlbedoMap("Detail Base Map", 2D) = "linearGrey" {}
        _DetailNormalMapScale("Detail Normal Scale", Range(0.0, 2.0)) = 1.0
        [Normal] _DetailNormalMap("Detail Normal Map", 2D) = "bump" {}

        [HideInInspector] _ClearCoatMask("", Float) = 0.0
        [HideInInspector] _ClearCoatSmoothness("", Float) = 0.0
        _Surface("", Float) = 0.0
        _Blend("", Float) = 0.0
        _Cull("", Float) = 2.0
        [ToggleUI] _AlphaClip("", Float) = 0.0
        [HideInInspector] _SrcBlend("", Float) = 1.0
        [HideInInspector] _DstBlend("", Float) = 0.0
        [HideInInspector] _SrcBlendAlpha("", Float) = 1.0
        [HideInInspector] _DstBlendAlpha("", Float) = 0.0
        [HideInInspector] _ZWrite("", Float) = 1.0
        [HideInInspector] _BlendModePreserveSpecular("", Float) = 1.0
        [HideInInspector] _AlphaToMask("", Float) = 0.0
        [HideInInspector] _AddPrecomputedVelocity("", Float) = 0.0
        [HideInInspector] _XRMotionVectorsPass("", Float) = 1.0
        [ToggleUI] _ReceiveShadows("Receive Shadows", Float) = 1.0
        _QueueOffset("Queue Offset", Float) = 0.0

        [HideInInspector] _MainTex("", 2D) = "white" {}
        [HideInInspector] _Color("", Color) = (1, 1, 1, 1)
        [HideInInspector] _GlossMapScale("", Float) = 0.0
        [HideInInspector] _Glossiness("", Float) = 0.0
        [HideInInspector] _GlossyReflections("", Float) = 0.0
        [HideInInspector] [NoScaleOffset] unity_Lightmaps("", 2DArray) = "" {}
        [HideInInspector] [NoScaleOffset] unity_LightmapsInd("", 2DArray) = "" {}
        [HideInInspector] [NoScaleOffset] unity_ShadowMasks("", 2DArray) = "" {}
    }

    // Unity 2023.2 to 6000.3. URP 17.4 and newer have another function to replace, whose sources could not be read.
    SubShader
    {
        PackageRequirements { "com.unity.render-pipelines.universal": "[16.0.0,17.4.0)" }
        Tags { "RenderType" = "Opaque" "RenderPipeline" = "UniversalPipeline" "UniversalMaterialType" = "Lit" "IgnoreProjector" = "True" }
        LOD 300
        ZWrite [_ZWrite]
        Cull [_Cull]

        Pass
        {
            Name "ForwardLit"
            Tags { "LightMode" = "UniversalForward" }
            Blend [_SrcBlend] [_DstBlend], [_SrcBlendAlpha] [_DstBlendAlpha]
            AlphaToMask [_AlphaToMask]

            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex LitPassVertex
            #pragma fragment LitPassFragment
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitKeywords.hlsl"
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitForwardKeywords.hlsl"
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/Lit17Keywords.hlsl"
            #include_with_pragmas "Packages/com.unity.render-pipelines.core/ShaderLibrary/FoveatedRenderingKeywords.hlsl"
            #include_with_pragmas "Packages/com.unity.render-pipelines.universal/ShaderLibrary/RenderingLayers.hlsl"
            #include_with_pragmas "Packages/com.unity.render-pipelines.universal/ShaderLibrary/ProbeVolumeVariants.hlsl"
            #include_with_pragmas "Packages/com.unity.render-pipelines.universal/ShaderLibrary/DOTS.hlsl"
            #if UNITY_VERSION >= 60010000
            #include_with_pragmas "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Fog.hlsl"
            #else
            #pragma multi_compile _ _FORWARD_PLUS
            #pragma multi_compile_fog
            #endif
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitInput.hlsl"
            #include "Packages/com.probenorm/Runtime/Shaders/Universal/Lighting.hlsl"
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitForwardPass.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "GBuffer"
            Tags { "LightMode" = "UniversalGBuffer" }

            HLSLPROGRAM
            #pragma target 4.5
            #pragma vertex LitGBufferPassVertex
            #pragma fragment LitGBufferPassFragment
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitKeywords.hlsl"
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitGBufferKeywords.hlsl"
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/Lit17Keywords.hlsl"
            #include_with_pragmas "Packages/com.unity.render-pipelines.core/ShaderLibrary/FoveatedRenderingKeywords.hlsl"
            #include_with_pragmas "Packages/com.unity.render-pipelines.universal/ShaderLibrary/RenderingLayers.hlsl"
            #include_with_pragmas "Packages/com.unity.render-pipelines.universal/ShaderLibrary/ProbeVolumeVariants.hlsl"
            #include_with_pragmas "Packages/com.unity.render-pipelines.universal/ShaderLibrary/DOTS.hlsl"
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitInput.hlsl"
            #include "Packages/com.probenorm/Runtime/Shaders/Universal/Lighting.hlsl"
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitGBufferPass.hlsl"
            ENDHLSL
        }
        UsePass "Universal Render Pipeline/Lit/SHADOWCASTER"
        UsePass "Universal Render Pipeline/Lit/DEPTHONLY"
        UsePass "Universal Render Pipeline/Lit/DEPTHNORMALS"
        UsePass "Universal Render Pipeline/Lit/META"
        UsePass "Universal Render Pipeline/Lit/UNIVERSAL2D"
        UsePass "Universal Render Pipeline/Lit/MOTIONVECTORS"
    }

    // Unity 2022.3
    SubShader
    {
        PackageRequirements { "com.unity.render-pipelines.universal": "[14.0.0,16.0.0)" }
        Tags { "RenderType" = "Opaque" "RenderPipeline" = "UniversalPipeline" "UniversalMaterialType" = "Lit" "IgnoreProjector" = "True" }
        LOD 300
        ZWrite [_ZWrite]
        Cull [_Cull]

        Pass
        {
            Name "ForwardLit"
            Tags { "LightMode" = "UniversalForward" }
            Blend [_SrcBlend] [_DstBlend], [_SrcBlendAlpha] [_DstBlendAlpha]
            AlphaToMask [_AlphaToMask]

            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex LitPassVertex
            #pragma fragment LitPassFragment
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitKeywords.hlsl"
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitForwardKeywords.hlsl"
            #pragma multi_compile_fragment _ _SHADOWS_SOFT
            #pragma multi_compile _ LOD_FADE_CROSSFADE
            #pragma multi_compile_fragment _ _WRITE_RENDERING_LAYERS
            #pragma multi_compile _ _FORWARD_PLUS
            #pragma multi_compile _ EVALUATE_SH_MIXED EVALUATE_SH_VERTEX
            #include_with_pragmas "Packages/com.unity.render-pipelines.universal/ShaderLibrary/DOTS.hlsl"
            #pragma multi_compile_fog
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitInput.hlsl"
            #include "Packages/com.probenorm/Runtime/Shaders/Universal/Lighting.hlsl"
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitForwardPass.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "GBuffer"
            Tags { "LightMode" = "UniversalGBuffer" }

            HLSLPROGRAM
            #pragma target 4.5
            #pragma vertex LitGBufferPassVertex
            #pragma fragment LitGBufferPassFragment
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitKeywords.hlsl"
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitGBufferKeywords.hlsl"
            #pragma multi_compile_fragment _ _SHADOWS_SOFT
            #pragma multi_compile _ LOD_FADE_CROSSFADE
            #pragma multi_compile_fragment _ _WRITE_RENDERING_LAYERS
            #include_with_pragmas "Packages/com.unity.render-pipelines.universal/ShaderLibrary/DOTS.hlsl"
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitInput.hlsl"
            #include "Packages/com.probenorm/Runtime/Shaders/Universal/Lighting.hlsl"
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitGBufferPass.hlsl"
            ENDHLSL
        }
        UsePass "Universal Render Pipeline/Lit/SHADOWCASTER"
        UsePass "Universal Render Pipeline/Lit/DEPTHONLY"
        UsePass "Universal Render Pipeline/Lit/DEPTHNORMALS"
        UsePass "Universal Render Pipeline/Lit/META"
        UsePass "Universal Render Pipeline/Lit/UNIVERSAL2D"
    }

    // Unity 2021.3
    SubShader
    {
        PackageRequirements { "com.unity.render-pipelines.universal": "[12.0.0,14.0.0)" }
        Tags { "RenderType" = "Opaque" "RenderPipeline" = "UniversalPipeline" "UniversalMaterialType" = "Lit" "IgnoreProjector" = "True" }
        LOD 300
        ZWrite [_ZWrite]
        Cull [_Cull]

        Pass
        {
            Name "ForwardLit"
            Tags { "LightMode" = "UniversalForward" }
            Blend [_SrcBlend] [_DstBlend]

            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex LitPassVertex
            #pragma fragment LitPassFragment
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitKeywords.hlsl"
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitForwardKeywords.hlsl"
            #pragma multi_compile_fragment _ _SHADOWS_SOFT
            #pragma multi_compile _ DOTS_INSTANCING_ON
            #pragma target 4.5 DOTS_INSTANCING_ON
            #pragma multi_compile_fog
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitInput.hlsl"
            #include "Packages/com.probenorm/Runtime/Shaders/Universal/Lighting.hlsl"
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitForwardPass.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "GBuffer"
            Tags { "LightMode" = "UniversalGBuffer" }

            HLSLPROGRAM
            #pragma target 4.5
            #pragma vertex LitGBufferPassVertex
            #pragma fragment LitGBufferPassFragment
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitKeywords.hlsl"
            #include_with_pragmas "Packages/com.probenorm/Runtime/Shaders/Universal/LitGBufferKeywords.hlsl"
            #pragma multi_compile_fragment _ _SHADOWS_SOFT
            #pragma multi_compile_fragment _ _LIGHT_LAYERS
            #pragma multi_compile _ DOTS_INSTANCING_ON
            #pragma target 4.5 DOTS_INSTANCING_ON
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitInput.hlsl"
            #include "Packages/com.probenorm/Runtime/Shaders/Universal/Lighting.hlsl"
            #include "Packages/com.unity.render-pipelines.universal/Shaders/LitGBufferPass.hlsl"
            ENDHLSL
        }
        UsePass "Universal Render Pipeline/Lit/SHADOWCASTER"
        UsePass "Universal Render Pipeline/Lit/DEPTHONLY"
        UsePass "Universal Render Pipeline/Lit/DEPTHNORMALS"
        UsePass "Universal Render Pipeline/Lit/META"
        UsePass "Universal Render Pipeline/Lit/UNIVERSAL2D"
    }

    FallBack "Universal Render Pipeline/Lit"
    CustomEditor "UnityEditor.Rendering.Universal.ShaderGUI.LitShader"
}
