using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>The package's render-thread path inside an engine. tests/unity/host holds the plugin to the rest.</summary>
    public static class EngineTest
    {
        private static void CheckBits(Engine engine, RenderThreadProjection projection, Cubemap cubemap, int bands = 3)
        {
            for (var frames = 0; projection.keepWaiting; ++frames)
            {
                engine.Frame();
                Check.That(frames < 20, "it ends within some frames");
            }
            Check.SameBits(Scenes.Project(cubemap, bands).ToArray(), projection.GetResult().Sh.ToArray(), "bits");
        }

        public static void ProjectionHasTheBitsOfTheCpu()
        {
            using (var engine = new Engine())
            {
                Check.That(RenderPlugin.IsAvailable, "available: " + RenderPlugin.UnavailableReason);
                Check.Equal("True 21", RenderPlugin.IsLoaded + " " + RenderPlugin.Renderer, "loaded, on Vulkan");
                for (var seed = 0; seed < 5; ++seed)
                {
                    var isOwn = seed % 2 == 1;
                    var cubemap = engine.Upload(Scenes.HalfCubemap(seed));
                    using (var projection = new RenderThreadProjection(cubemap, ownSubmission: isOwn))
                    {
                        projection.Issue();
                        Check.That(!projection.IsDone, "not before a frame");
                        CheckBits(engine, projection, cubemap);
                        Check.Equal(RenderRoute.Copy, projection.Route, "route");
                        Check.Equal("16 97 " + isOwn, projection.Info.FaceSize + " " + projection.Info.VulkanFormat + " " +
                            projection.Info.IsOwnSubmission, "size, VK_FORMAT_R16G16B16A16_SFLOAT, submission");
                        // A submission of its own is done by its fence, before the engine calls the frame safe.
                        Check.That(projection.Info.Frame > 0 && (isOwn || RenderPlugin.SafeFrame >= projection.Info.Frame) &&
                            RenderPlugin.Frame >= RenderPlugin.SafeFrame, "frames");
                        Check.Equal(1, RenderPlugin.JobCount, "jobs");
                    }
                }
                Check.Equal(0, RenderPlugin.PendingJobCount, "pending jobs");
                Check.Equal(0, engine.TakeErrorCount(), "errors in the engine's log");
            }
        }

        // For shaders of the same frame; issued by a command buffer of the scripts. The texture is looked up only then, as a
        // RenderTexture may have been released and made anew since the projection was.
        public static void CoefficientsAreWrittenIntoABufferOfTheEngine()
        {
            const int offset = 16, bands = 5; // floats
            using (var engine = new Engine())
            using (var commands = new CommandBuffer())
            {
                var released = engine.Upload(Scenes.HalfCubemap(1));
                var cubemap = engine.Upload(Scenes.HalfCubemap(4));
                var buffer = Engine.MakeBuffer(offset + 3 * bands * bands);
                using (var projection = new RenderThreadProjection(
                    released, 0, new ProjectOptions { Bands = bands }, buffer: buffer, bufferOffset: 4 * offset))
                {
                    Check.That(!projection.IsDone, "not issued");
                    released.nativeTexture = cubemap.nativeTexture;
                    projection.Issue(commands);
                    Check.Equal(0, CommandBuffer.pluginEvents.Count, "nothing runs before the buffer does");
                    UnityEngine.Graphics.ExecuteCommandBuffer(commands);
                    CheckBits(engine, projection, cubemap, bands);
                    Check.SameBits(projection.GetResult().Sh.ToArray(),
                        Engine.Read(buffer, offset + 3 * bands * bands).Skip(offset).ToArray(), "bits of the buffer");
                }
            }
        }

        public static void FailedJobTellsWhy()
        {
            using (var engine = new Engine())
            {
                var foreign = Scenes.HalfCubemap(1); // the engine does not know its pointer
                using (var projection = new RenderThreadProjection(foreign))
                {
                    projection.Issue();
                    engine.Frame();
                    Check.Fails(Result.InvalidArgument, "texture", () => projection.GetResult());
                }
                Check.Equal(1, engine.TakeErrorCount(), "errors in the engine's log");
                Debug.lines.Clear();
                PluginLog.FlushRenderPlugin();
                Check.That(Debug.lines.Any(line => line.StartsWith("error: ProbeNorm: ")), "the console has it");
            }
        }
    }

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

        [DllImport(Library)] private static extern int testEngineStart(string pluginPath);
        [DllImport(Library)] private static extern int testEngineStop();
        [DllImport(Library)] private static extern IntPtr testEngineMakeCubemap(uint faceSize, byte[] halves);
        [DllImport(Library)] private static extern IntPtr testEngineMakeBuffer(uint bytes);
        [DllImport(Library)] private static extern void testEngineReadBuffer(IntPtr buffer, uint bytes, [Out] float[] values);
        [DllImport(Library)] private static extern void testEngineFrame([In] Event[] events, int count);
        [DllImport(Library)] private static extern int testEngineTakeErrorCount();

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

        internal static GraphicsBuffer MakeBuffer(int floats) =>
            new GraphicsBuffer { nativeBuffer = testEngineMakeBuffer(checked((uint)(4 * floats))) };

        internal static float[] Read(GraphicsBuffer buffer, int floats)
        {
            var values = new float[floats];
            testEngineReadBuffer(buffer.nativeBuffer, checked((uint)(4 * floats)), values);
            return values;
        }

        /// <summary>Renders a frame, with what the scripts' command buffers said since the last one.</summary>
        internal void Frame()
        {
            var events = CommandBuffer.pluginEvents.ConvertAll(
                one => new Event { Callback = one.callback, Id = one.eventId, Data = one.data }).ToArray();
            CommandBuffer.pluginEvents.Clear();
            testEngineFrame(events, events.Length);
            ++Time.frameCount;
        }

        internal int TakeErrorCount() => testEngineTakeErrorCount();
        public void Dispose() => Check.Equal(1, testEngineStop(), "the engine saw nothing that must not be");
    }
}
