// The Built-in pipeline's reflections of deferred shading, normalized, for all materials: choose it in Project Settings >
// Graphics > Deferred Reflections > Custom Shader. Unity draws each probe's box with the first pass, the sky over the whole
// screen, and adds the sum to its light with the second.
Shader "ProbeNorm/Deferred Reflections"
{
    Properties
    {
        [HideInInspector] _SrcBlend("", Float) = 1.0
        [HideInInspector] _DstBlend("", Float) = 1.0
    }

    SubShader
    {
        ZWrite Off
        Blend [_SrcBlend] [_DstBlend]

        Pass
        {
            ZTest LEqual

            CGPROGRAM
            #pragma target 3.5
            #pragma vertex vert_deferred
            #pragma fragment frag
            #define PN_PLACE_GRID 1
            #include "Packages/com.probenorm/Runtime/Shaders/BuiltIn/GlobalIllumination.hlsl"
            #include "UnityDeferredLibrary.cginc"
            #include "UnityStandardUtils.cginc"
            #include "UnityGBuffer.cginc"
            #include "UnityStandardBRDF.cginc"
            #include "UnityPBSLighting.cginc"

            sampler2D _CameraGBufferTexture0, _CameraGBufferTexture1, _CameraGBufferTexture2;

            // rgb: what the surface reflects of the probe; a: the probe's share, which falls where its box ends.
            half4 frag(unity_v2f_deferred i) : SV_Target
            {
                const float2 uv = i.uv.xy / i.uv.w;
                const float depth = Linear01Depth(SAMPLE_DEPTH_TEXTURE(_CameraDepthTexture, uv));
                const float3 position = mul(unity_CameraToWorld, float4(i.ray * (_ProjectionParams.z / i.ray.z * depth), 1.0)).xyz;
                const UnityStandardData surface = UnityStandardDataFromGbuffer(
                    tex2D(_CameraGBufferTexture0, uv), tex2D(_CameraGBufferTexture1, uv), tex2D(_CameraGBufferTexture2, uv));
                const float3 view = normalize(_WorldSpaceCameraPos - position);
                const Unity_GlossyEnvironmentData gloss =
                    UnityGlossyEnvironmentSetup(surface.smoothness, view, surface.normalWorld, surface.specularColor);
                UnityLight none = (UnityLight)0;
                none.dir = half3(0.0, 1.0, 0.0);
                UnityIndirect around = (UnityIndirect)0;
                around.specular = surface.occlusion * pnDeferredReflection(gloss, position, surface.normalWorld);
                const half3 color = UNITY_BRDF_PBS(half3(0.0, 0.0, 0.0), surface.specularColor,
                    1.0 - SpecularStrength(surface.specularColor), surface.smoothness, surface.normalWorld, view, none, around).rgb;
                const float3 outside = max(max(position - unity_SpecCube0_BoxMax.xyz, unity_SpecCube0_BoxMin.xyz - position), 0.0);
                return half4(color, saturate(1.0 - length(outside) / unity_SpecCube1_ProbePosition.w));
            }
            ENDCG
        }
        Pass
        {
            ZTest Always

            CGPROGRAM
            #pragma target 3.5
            #pragma vertex vert
            #pragma fragment frag
            #pragma multi_compile _ UNITY_HDR_ON
            #include "UnityCG.cginc"

            sampler2D _CameraReflectionsTexture;

            void vert(float4 vertex : POSITION, out float4 position : SV_POSITION, out float2 uv : TEXCOORD0)
            {
                position = UnityObjectToClipPos(vertex);
                uv = ComputeScreenPos(position).xy;
            }

            half4 frag(float4 position : SV_POSITION, float2 uv : TEXCOORD0) : SV_Target
            {
                const half3 color = tex2D(_CameraReflectionsTexture, uv).rgb;
            #ifdef UNITY_HDR_ON
                return half4(color, 0.0);
            #else
                return half4(exp2(-color), 0.0); // as the light is stored without HDR
            #endif
            }
            ENDCG
        }
    }
}
