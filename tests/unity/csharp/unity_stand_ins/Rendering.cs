using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine.Rendering
{
    public enum TextureDimension { Tex2D = 2, Cube = 4 }
    public enum GraphicsDeviceType { Null = 4, Vulkan = 21 }

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

    public struct PluginEvent { public IntPtr callback; public int eventId; public IntPtr data; }

    /// <summary>Its device draws one thing: the face of a cubemap, decoded, as halves.</summary>
    public sealed class CommandBuffer : IDisposable
    {
        /// <summary>For a device that runs them; tests/unity/csharp/unity/Engine.cs.</summary>
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

    /// <summary>Ends some frames after it was made, each at another, or where it is waited for. What it read lives for
    /// that frame and the next one.</summary>
    public sealed class AsyncGPUReadbackRequest
    {
        internal byte[] data;
        internal int lastFrame; // in which it ends
        internal bool fails;
        internal Action<AsyncGPUReadbackRequest> callback;
        public bool done { get; private set; }
        public bool hasError => fails || done && Time.frameCount > lastFrame + 1;

        public void Update()
        {
            if (done || Time.frameCount < lastFrame)
                return;
            done = true;
            AsyncGPUReadback.pending.Remove(this);
            if (AsyncGPUReadback.callsBack)
                callback?.Invoke(this);
        }

        public void WaitForCompletion()
        {
            lastFrame = Time.frameCount;
            Update();
        }

        public Unity.Collections.NativeArray<T> GetData<T>(int layer = 0) where T : struct
        {
            if (!done || hasError)
                throw new InvalidOperationException("there is no data");
            if (typeof(T) == typeof(byte))
                return new Unity.Collections.NativeArray<T>((T[])(object)data);
            var values = new T[data.Length / System.Runtime.InteropServices.Marshal.SizeOf(typeof(T))];
            Buffer.BlockCopy(data, 0, values, 0, data.Length);
            return new Unity.Collections.NativeArray<T>(values);
        }
    }

    public static class AsyncGPUReadback
    {
        public static bool fails;
        /// <summary>Whether requests call back; an editor that draws nothing does not.</summary>
        public static bool callsBack = true;
        internal static readonly List<AsyncGPUReadbackRequest> pending = new List<AsyncGPUReadbackRequest>();
        private static int count;

        public static AsyncGPUReadbackRequest Request(
            Texture source, int mip, TextureFormat format, Action<AsyncGPUReadbackRequest> callback = null) =>
            Request(source, mip, 0, 0, 0, 0, 0, 1, callback);

        public static AsyncGPUReadbackRequest Request(
            Texture source, int mip, int x, int width, int y, int height, int z, int depth,
            Action<AsyncGPUReadbackRequest> callback = null) => Add(source.faceBytes[z], callback);

        public static AsyncGPUReadbackRequest Request(
            ComputeBuffer source, Action<AsyncGPUReadbackRequest> callback = null) => Add(source.Read(), callback);

        private static AsyncGPUReadbackRequest Add(byte[] data, Action<AsyncGPUReadbackRequest> callback)
        {
            pending.Add(new AsyncGPUReadbackRequest
            {
                data = data, callback = callback, fails = fails,
                lastFrame = Time.frameCount + 1 + 3 * (count++ % 7),
            });
            return pending[pending.Count - 1];
        }

        /// <summary>A frame begins.</summary>
        internal static void Advance()
        {
            if (callsBack)
                pending.ToList().ForEach(request => request.Update());
        }
    }
}
