using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>tests/unity/host's stand-in for the engine, on a real Vulkan device; it loads the very library that scripts
    /// call.</summary>
    internal sealed class Engine : IDisposable
    {
        private const string Library = "csharp_engine";

        [StructLayout(LayoutKind.Sequential)]
        private struct Event
        {
            internal IntPtr Callback;
            internal long Id;
            internal IntPtr Data;
        }

        [DllImport(Library)]
        private static extern int testEngineStart(string pluginPath);

        [DllImport(Library)]
        private static extern int testEngineStop();

        [DllImport(Library)]
        private static extern IntPtr testEngineMakeCubemap(uint faceSize, byte[] halves);

        [DllImport(Library)]
        private static extern IntPtr testEngineMakeBuffer(uint bytes);

        [DllImport(Library)]
        private static extern void testEngineReadBuffer(IntPtr buffer, uint bytes, [Out] float[] values);

        [DllImport(Library)]
        private static extern void testEngineFrame([In] Event[] events, int count);

        [DllImport(Library)]
        private static extern int testEngineTakeErrorCount();

        internal Engine()
        {
            Check.Equal(1, testEngineStart(Program.Variable("PN_PLUGIN")), "the engine starts");
            CommandBuffer.pluginEvents.Clear();
        }

        /// <summary>Gives a cubemap of halves to the device.</summary>
        internal Cubemap Upload(Cubemap cubemap)
        {
            var faceBytes = cubemap.faceBytes[0].Length;
            var texels = new byte[6 * faceBytes];
            for (var face = 0; face < 6; ++face)
                Buffer.BlockCopy(cubemap.faceBytes[face], 0, texels, face * faceBytes, faceBytes);
            cubemap.nativeTexture = testEngineMakeCubemap((uint)cubemap.width, texels);
            return cubemap;
        }

        internal static GraphicsBuffer MakeBuffer(int floats)
        {
            return new GraphicsBuffer { nativeBuffer = testEngineMakeBuffer(checked((uint)(4 * floats))) };
        }

        internal static float[] Read(GraphicsBuffer buffer, int floats)
        {
            var values = new float[floats];
            testEngineReadBuffer(buffer.nativeBuffer, checked((uint)(4 * floats)), values);
            return values;
        }

        /// <summary>Renders a frame, with what the scripts' command buffers said since the last one.</summary>
        internal void Frame() => Frame(TakeEvents());

        internal void Frame(List<PluginEvent> issued)
        {
            var events = issued.ConvertAll(
                one => new Event { Callback = one.callback, Id = one.eventId, Data = one.data }).ToArray();
            testEngineFrame(events, events.Length);
            ++Time.frameCount;
        }

        internal static List<PluginEvent> TakeEvents()
        {
            var events = new List<PluginEvent>(CommandBuffer.pluginEvents);
            CommandBuffer.pluginEvents.Clear();
            return events;
        }

        internal int TakeErrorCount() => testEngineTakeErrorCount();

        public void Dispose() => Check.Equal(1, testEngineStop(), "the engine saw nothing that must not be");
    }
}
