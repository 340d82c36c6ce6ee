using System;
using System.Collections.Generic;
using UnityEngine.Experimental.Rendering;
using UnityEngine.Rendering;

namespace Unity.Collections
{
    public struct NativeArray<T> where T : struct
    {
        private readonly T[] values;
        public NativeArray(T[] values) => this.values = values;
        public int Length => values == null ? 0 : values.Length;
        public T this[int index] => values[index];
        public T[] ToArray() => (T[])values.Clone();
    }
}

namespace UnityEngine
{
    public struct Hash128
    {
        private readonly ulong value;
        public Hash128(ulong low, ulong high) => value = low ^ high;
        public bool isValid => value != 0;
        public override string ToString() => value.ToString("x32");
    }

    public enum CubemapFace { PositiveX = 0 }
    public enum TextureFormat { RGBAHalf = 17 }
    public enum RenderTextureFormat { ARGBHalf = 2 }
    public enum RenderTextureReadWrite { Linear = 1 }
    public enum MeshTopology { Triangles = 0 }

    public class Texture : Object
    {
        public int width { get; internal set; }
        public int mipmapCount { get; internal set; } = 1;
        public bool isReadable { get; set; }
        public TextureDimension dimension { get; set; } // Unity's setter throws but for a RenderTexture
        public GraphicsFormat graphicsFormat { get; internal set; }
        public IntPtr nativeTexture = new IntPtr(64);
        public IntPtr GetNativeTexturePtr() => nativeTexture;

        /// <summary>Of what the importer read; textures that are drawn have none. Editor only:
        /// Runtime/Export/Graphics/Texture.bindings.cs, line 74 (2021.3.0f1).</summary>
        public Hash128 imageContentsHash { get; set; }

        /// <summary>What the device holds, by face.</summary>
        public byte[][] faceBytes;
        /// <summary>The same as the colours a sampler gives; for formats that the device decodes.</summary>
        public Color[][] faceColors;
    }

    /// <summary>Runtime/Export/Graphics/GraphicsBuffer.bindings.cs, line 306 (2021.3.0f1).</summary>
    public sealed class GraphicsBuffer
    {
        public IntPtr nativeBuffer; // of the engine that the tests run in
        public IntPtr GetNativeBufferPtr() => nativeBuffer;
    }

    public sealed class Cubemap : Texture
    {
        public Cubemap(int width, GraphicsFormat format)
        {
            this.width = width;
            graphicsFormat = format;
            dimension = TextureDimension.Cube;
        }

        public Cubemap(int width, TextureFormat format, bool mipChain) : this(width, GraphicsFormat.R16G16B16A16_SFloat) =>
            faceBytes = new byte[6][];

        public void SetPixelData<T>(T[] data, int mip, CubemapFace face)
        {
            faceBytes[(int)face] = new byte[System.Buffer.ByteLength(data)];
            System.Buffer.BlockCopy(data, 0, faceBytes[(int)face], 0, faceBytes[(int)face].Length);
        }

        public void Apply(bool updateMipmaps, bool makeNoLongerReadable)
        {
            isReadable = !makeNoLongerReadable;
            faceColors = Array.ConvertAll(faceBytes, Halves.ToColors);
        }

        public Unity.Collections.NativeArray<T> GetPixelData<T>(int mip, CubemapFace face) where T : struct
        {
            return new Unity.Collections.NativeArray<T>((T[])(object)faceBytes[(int)face]);
        }

        public Color[] GetPixels(CubemapFace face, int mip) => faceColors[(int)face];
    }

    public sealed class RenderTexture : Texture
    {
        public static int temporaryCount;
        public static RenderTexture GetTemporary(
            int width, int height, int depthBuffer, RenderTextureFormat format, RenderTextureReadWrite readWrite)
        {
            ++temporaryCount;
            return new RenderTexture { width = width, dimension = TextureDimension.Tex2D };
        }

        public static void ReleaseTemporary(RenderTexture temporary) => --temporaryCount;
    }

    public sealed class Shader : Object
    {
        private static readonly Dictionary<string, int> ids = new Dictionary<string, int>();

        /// <summary>Those that a project has.</summary>
        public static readonly Dictionary<string, Shader> known = new Dictionary<string, Shader>();
        public bool isSupported => true;
        public static Shader Find(string name) => known.TryGetValue(name, out var shader) ? shader : null;
        public static void SetGlobalFloat(int id, float value) => globalFloats[id] = value;
        public static readonly Dictionary<int, float> globalFloats = new Dictionary<int, float>();

        public static int PropertyToID(string name)
        {
            if (!ids.TryGetValue(name, out var id))
                ids[name] = id = ids.Count + 1;
            return id;
        }
    }

    public sealed class Material : Object
    {
        private Shader current;
        public Material(Shader shader) => current = shader;

        /// <summary>A new shader brings its own queue: Runtime/Export/Shaders/Material.bindings.cs of 2021.3.0f1 leaves
        /// that to native code, and the scripting reference does not say.</summary>
        public Shader shader
        {
            get => current;
            set
            {
                current = value;
                renderQueue = 2000;
            }
        }

#if UNITY_2022_3_OR_NEWER
        /// <summary>Runtime/Export/Shaders/Material.bindings.cs (2022.3.0f1).</summary>
        public bool isVariant { get; set; }
#endif
        public int renderQueue { get; set; } = 2000;
        public string[] shaderKeywords { get; set; } = new string[0];
        public readonly Dictionary<string, Color> colors = new Dictionary<string, Color>();
        public readonly Dictionary<string, float> floats = new Dictionary<string, float>();
        public void SetColor(string name, Color value) => colors[name] = value;
        public void SetFloat(string name, float value) => floats[name] = value;
        public void EnableKeyword(string keyword) { }
    }

    public static class Resources
    {
        public static T Load<T>(string path) where T : Object, new() =>
            path == "ProbeNorm/CubeFaces" ? new T() : null;
    }

    public enum ColorSpace { Gamma = 0, Linear = 1 }

    /// <summary>Runtime/Export/Graphics/QualitySettings.bindings.cs: native, of the project's settings.</summary>
    public static class QualitySettings
    {
        public static ColorSpace activeColorSpace { get; set; } = ColorSpace.Linear;
        public static string[] names { get; } = { "Low", "High" };
        public static readonly RenderPipelineAsset[] pipelines = new RenderPipelineAsset[2];
        public static RenderPipelineAsset GetRenderPipelineAssetAt(int index) => pipelines[index];
    }

    public static class SystemInfo
    {
        public static GraphicsDeviceType graphicsDeviceType { get; set; } = GraphicsDeviceType.Vulkan;
        public static bool supportsAsyncGPUReadback { get; set; } = true;
        public static bool supportsComputeShaders { get; set; } = true;
        public static bool supportsSetConstantBuffer => true;
        /// <summary>Runtime/Export/SystemInfo/SystemInfo.cs, line 677 (2021.3.0f1).</summary>
        public static long maxGraphicsBufferSize { get; set; } = int.MaxValue;
        public static string graphicsDeviceName => "stand-in";
#if UNITY_2023_2_OR_NEWER
        public static bool IsFormatSupported(GraphicsFormat format, GraphicsFormatUsage usage) => true;
#else
        public static bool IsFormatSupported(GraphicsFormat format, FormatUsage usage) => true;
#endif
    }

    public static class Graphics { public static void ExecuteCommandBuffer(CommandBuffer buffer) => buffer.Execute(); }
}

namespace UnityEngine.Experimental.Rendering
{
    public enum GraphicsFormat
    {
        None = 0,
        R8G8B8A8_SRGB = 4,
        R8G8B8A8_UNorm = 8,
        R16G16B16A16_SFloat = 48,
        R32G32B32_SFloat = 51,
        R32G32B32A32_SFloat = 52,
        E5B9G9R9_UFloatPack32 = 73,
        B10G11R11_UFloatPack32 = 74,
        RGBA_DXT5_SRGB = 100,
        RGB_BC6H_UFloat = 106,
    }

    // Runtime/Export/Graphics/GraphicsEnums.cs: line 575 (2021.3.0f1), line 655 (6000.0), where the first is obsolete.
#if UNITY_2023_2_OR_NEWER
    public enum GraphicsFormatUsage { ReadPixels = 1 << 10 }
#else
    public enum FormatUsage { ReadPixels = 9 }
#endif

    public static class GraphicsFormatUtility
    {
        public static bool IsSRGBFormat(GraphicsFormat format) =>
            format == GraphicsFormat.R8G8B8A8_SRGB || format == GraphicsFormat.RGBA_DXT5_SRGB;
    }
}
