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

namespace UnityEngine.Rendering
{
    public enum TextureDimension
    {
        Tex2D = 2,
        Cube = 4,
    }

    public enum GraphicsDeviceType
    {
        Null = 4,
        Vulkan = 21,
    }

    public struct ReflectionProbeBlendInfo
    {
        public ReflectionProbe probe;
        public float weight;
    }

    public struct SphericalHarmonicsL2
    {
        private float[] values;

        public float this[int rgb, int coefficient]
        {
            get => values == null ? 0 : values[9 * rgb + coefficient];
            set
            {
                values = values == null ? new float[27] : (float[])values.Clone(); // it is a value
                values[9 * rgb + coefficient] = value;
            }
        }

        /// <summary>Of the bands 0 and 1, which is what the tests look at.</summary>
        public void Evaluate(Vector3[] directions, Color[] results)
        {
            for (var i = 0; i < directions.Length; ++i)
            {
                var d = directions[i];
                var rgb = new float[3];
                for (var c = 0; c < 3; ++c)
                    rgb[c] = this[c, 0] + this[c, 1] * d.y + this[c, 2] * d.z + this[c, 3] * d.x;
                results[i] = new Color(rgb[0], rgb[1], rgb[2], 1);
            }
        }
    }

    public struct PluginEvent
    {
        public IntPtr callback;
        public int eventId;
        public IntPtr data;
    }

    /// <summary>Its device draws one thing: the face of a cubemap, decoded, as halves.</summary>
    public sealed class CommandBuffer : IDisposable
    {
        /// <summary>For a device that runs them; tests/csharp/unity/Engine.cs.</summary>
        public static readonly List<PluginEvent> pluginEvents = new List<PluginEvent>();

        private readonly List<Action> commands = new List<Action>();
        private readonly Dictionary<int, Vector4> vectors = new Dictionary<int, Vector4>();
        private Texture source;
        private RenderTexture target;

        public string name { get; set; }

        public void SetGlobalTexture(int id, Texture value) => commands.Add(() => source = value);
        public void SetGlobalVector(int id, Vector4 value) => commands.Add(() => vectors[id] = value);
        public void SetRenderTarget(RenderTexture value) => commands.Add(() => target = value);

        public void DrawProcedural(
            Matrix4x4 matrix, Material material, int pass, MeshTopology topology, int vertexCount)
        {
            commands.Add(() => target.faceBytes = new[] { DrawFace() });
        }

        public void IssuePluginEventAndData(IntPtr callback, int eventId, IntPtr data)
        {
            commands.Add(() => pluginEvents.Add(
                new PluginEvent { callback = callback, eventId = eventId, data = data }));
        }

        public void Dispose() { }

        internal void Execute() => commands.ForEach(command => command());

        private byte[] DrawFace()
        {
            var decode = vectors[Shader.PropertyToID("_ProbeNormDecode")];
            var colors = source.faceColors[(int)vectors[Shader.PropertyToID("_ProbeNormFace")].x];
            var bytes = new byte[8 * colors.Length];
            for (var i = 0; i < colors.Length; ++i)
            {
                var scale = decode.x * Math.Pow(decode.w * (colors[i].a - 1) + 1, decode.y);
                var channels = new[] { colors[i].r * scale, colors[i].g * scale, colors[i].b * scale, 1 };
                for (var channel = 0; channel < 4; ++channel)
                    BitConverter.GetBytes(Halves.FromDouble(channels[channel])).CopyTo(bytes, 8 * i + 2 * channel);
            }
            return bytes;
        }

    }

    /// <summary>Of zero and positive normal numbers, which is what the tests draw with.</summary>
    internal static class Halves
    {
        internal static ushort FromDouble(double value)
        {
            if (value == 0)
                return 0;
            var exponent = (int)Math.Floor(Math.Log(value, 2));
            var mantissa = (int)Math.Round((value / Math.Pow(2, exponent) - 1) * 1024);
            return (ushort)((exponent + 15 << 10) + mantissa);
        }

        internal static float ToFloat(byte[] bytes, int index)
        {
            var half = BitConverter.ToUInt16(bytes, 2 * index);
            return half == 0 ? 0 : (float)((1 + (half & 1023) / 1024.0) * Math.Pow(2, (half >> 10) - 15));
        }

        internal static Color[] ToColors(byte[] bytes)
        {
            var colors = new Color[bytes.Length / 8];
            for (var i = 0; i < colors.Length; ++i)
                colors[i] = new Color(ToFloat(bytes, 4 * i), ToFloat(bytes, 4 * i + 1), ToFloat(bytes, 4 * i + 2),
                    ToFloat(bytes, 4 * i + 3));
            return colors;
        }
    }

    /// <summary>Is done when it was asked three times, or waited for.</summary>
    public sealed class AsyncGPUReadbackRequestState
    {
        public byte[] data;
        public int polls;
        public bool hasError;
    }

    public struct AsyncGPUReadbackRequest
    {
        internal AsyncGPUReadbackRequestState state;

        public bool done => ++state.polls > 3;
        public bool hasError => state.hasError;
        public void WaitForCompletion() => state.polls = 3;

        public Unity.Collections.NativeArray<T> GetData<T>(int layer = 0) where T : struct
        {
            if (state.polls < 3)
                throw new InvalidOperationException("not done");
            return new Unity.Collections.NativeArray<T>((T[])(object)state.data);
        }
    }

    public static class AsyncGPUReadback
    {
        public static bool fails;

        public static AsyncGPUReadbackRequest Request(
            Texture source, int mip, int x, int width, int y, int height, int z, int depth,
            Action<AsyncGPUReadbackRequest> callback = null)
        {
            return Make(source.faceBytes[z]);
        }

        public static AsyncGPUReadbackRequest Request(
            Texture source, int mip, TextureFormat format, Action<AsyncGPUReadbackRequest> callback = null)
        {
            return Make(source.faceBytes[0]);
        }

        private static AsyncGPUReadbackRequest Make(byte[] data)
        {
            return new AsyncGPUReadbackRequest
            {
                state = new AsyncGPUReadbackRequestState { data = data, hasError = fails },
            };
        }
    }
}
