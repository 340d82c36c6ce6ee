using System;
using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Native;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>The package's render-thread path inside an engine: scripts, frames, device and domain
    /// reloads.</summary>
    public static class EngineTest
    {
        private const int Domains = 50;

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
                        Check.That(projection.Info.Frame > 0 && RenderPlugin.SafeFrame >= projection.Info.Frame &&
                            RenderPlugin.Frame >= RenderPlugin.SafeFrame, "frames");
                        Check.Equal(1, RenderPlugin.JobCount, "jobs");
                    }
                }
                Check.Equal(0, RenderPlugin.PendingJobCount, "pending jobs");
                Check.Equal(0, engine.TakeErrorCount(), "errors in the engine's log");
            }
        }

        // As a RenderTexture that was released and made anew after the projection was.
        public static void TheTextureIsLookedUpWhenItIsIssued()
        {
            using (var engine = new Engine())
            {
                var cubemap = engine.Upload(Scenes.HalfCubemap(1));
                var other = engine.Upload(Scenes.HalfCubemap(2));
                using (var projection = new RenderThreadProjection(cubemap))
                {
                    Check.That(!projection.IsDone, "not issued");
                    cubemap.nativeTexture = other.nativeTexture;
                    projection.Issue();
                    CheckBits(engine, projection, other);
                }
            }
        }

        // For shaders of the same frame; issued by a command buffer of the scripts.
        public static void CoefficientsAreWrittenIntoABufferOfTheEngine()
        {
            const int offset = 16, bands = 5; // floats
            using (var engine = new Engine())
            using (var commands = new CommandBuffer())
            {
                var cubemap = engine.Upload(Scenes.HalfCubemap(4));
                var buffer = Engine.MakeBuffer(offset + 3 * bands * bands);
                using (var projection = new RenderThreadProjection(
                    cubemap, 0, new ProjectOptions { Bands = bands }, buffer: buffer, bufferOffset: 4 * offset))
                {
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

        public static void DomainsAreUnloadedWithJobsInFlight()
        {
            using (var engine = new Engine())
            {
                var cubemap = engine.Upload(Scenes.HalfCubemap(8));
                for (var i = 0; i < Domains; ++i)
                {
                    List<PluginEvent> late;
                    var numbers = RunInDomain(engine, cubemap, out late);
                    engine.Frame(late); // events of scripts that are gone
                    UnityJobState state;
                    foreach (var number in numbers)
                        Check.Equal(Result.InvalidArgument, Library.pnUnityGetJobState(number, out state), "a stale job");
                }
                engine.Frame();
                Check.Equal(0, engine.TakeErrorCount(), "errors in the engine's log");
                using (var projection = new RenderThreadProjection(cubemap))
                {
                    projection.Issue();
                    CheckBits(engine, projection, cubemap);
                }
            }
        }

        private static ulong[] RunInDomain(Engine engine, Cubemap cubemap, out List<PluginEvent> late)
        {
            var domain = AppDomain.CreateDomain("scripts");
            var guest = (EngineGuest)domain.CreateInstanceAndUnwrap(
                typeof(EngineGuest).Assembly.FullName, typeof(EngineGuest).FullName);
            var numbers = guest.LeaveJobs(cubemap.nativeTexture.ToInt64());
            var events = Array.ConvertAll(numbers, number => new PluginEvent
            {
                callback = RenderPlugin.RenderEvent, eventId = RenderPlugin.RunEventId, data = new IntPtr((long)number),
            });
            engine.Frame(new List<PluginEvent> { events[0], events[1] }); // in flight when the domain goes
            AppDomain.Unload(domain);
            RenderPlugin.ReleaseAllJobs(); // as the first projection of the next domain does
            late = new List<PluginEvent> { events[2], events[1] };
            return numbers;
        }
    }

    /// <summary>Scripts that leave jobs behind: undisposed, and some without their event.</summary>
    public sealed class EngineGuest : MarshalByRefObject
    {
        private readonly List<RenderJob> jobs = new List<RenderJob>();

        public ulong[] LeaveJobs(long texture)
        {
            for (var i = 0; i < 3; ++i)
                jobs.Add(new RenderJob(new IntPtr(texture)));
            return jobs.Select(job => (ulong)job.EventData.ToInt64()).ToArray();
        }
    }
}
