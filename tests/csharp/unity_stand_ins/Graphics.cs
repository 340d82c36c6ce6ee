using System;
using System.Collections.Generic;
using UnityEngine.Experimental.Rendering;
using UnityEngine.Rendering;

namespace Unity.Collections
{
    public struct NativeArray<T> where T : struct
    {
        private readonly T[] values;

        internal NativeArray(T[] values)
        {
            this.values = values;
        }

        public T[] ToArray() => (T[])values.Clone();
    }
}

namespace UnityEngine
{
    public enum CubemapFace
    {
        PositiveX = 0,
    }

    public enum TextureFormat
    {
        RGBAHalf = 17,
    }

    public enum RenderTextureFormat
    {
        ARGBHalf = 2,
    }

    public enum RenderTextureReadWrite
    {
        Linear = 1,
    }

    public enum MeshTopology
    {
        Triangles = 0,
    }

    public class Texture : Object
    {
        public int width { get; internal set; }
        public int mipmapCount { get; internal set; } = 1;
        public bool isReadable { get; set; }
        public TextureDimension dimension { get; internal set; }
        public GraphicsFormat graphicsFormat { get; internal set; }
        public IntPtr nativeTexture = new IntPtr(64);
        public IntPtr GetNativeTexturePtr() => nativeTexture;

        /// <summary>What the device holds, by face; only mip 0.</summary>
        public byte[][] faceBytes;
        /// <summary>The same as the colours a sampler gives; for formats that the device decodes.</summary>
        public Color[][] faceColors;
    }

    public sealed class Cubemap : Texture
    {
        public Cubemap(int width, GraphicsFormat format)
        {
            this.width = width;
            graphicsFormat = format;
            dimension = TextureDimension.Cube;
        }

        public Cubemap(int width, TextureFormat format, bool mipChain) : this(width, GraphicsFormat.R16G16B16A16_SFloat)
        {
            faceBytes = new byte[6][];
        }

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

        public bool isSupported => true;

        public static int PropertyToID(string name)
        {
            int id;
            if (!ids.TryGetValue(name, out id))
                ids[name] = id = ids.Count + 1;
            return id;
        }
    }

    public sealed class Material : Object
    {
        public Material(Shader shader) { }
    }

    public static class Resources
    {
        public static T Load<T>(string path) where T : Object, new() => path == "ProbeNorm/CubeFaces" ? new T() : null;
    }

    public static class SystemInfo
    {
        public static GraphicsDeviceType graphicsDeviceType { get; set; } = GraphicsDeviceType.Vulkan;
        public static bool IsFormatSupported(GraphicsFormat format, FormatUsage usage) => true;
    }

    public static class Graphics
    {
        public static void ExecuteCommandBuffer(CommandBuffer buffer) => buffer.Execute();
    }
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
        RGB_BC6H_UFloat = 107,
    }

    public enum FormatUsage
    {
        ReadPixels = 13,
    }

    public static class GraphicsFormatUtility
    {
        public static bool IsSRGBFormat(GraphicsFormat format)
        {
            return format == GraphicsFormat.R8G8B8A8_SRGB || format == GraphicsFormat.RGBA_DXT5_SRGB;
        }
    }
}
