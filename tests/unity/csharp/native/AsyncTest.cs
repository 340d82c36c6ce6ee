using System;
using System.Linq;
using System.Threading;

namespace ProbeNorm.Tests
{
    /// <summary>Progress, cancel and log by polling.</summary>
    public static class AsyncTest
    {
        private const int Many = 100; // some waves of the CPU backend

        internal static CubemapTexels[] BigCubemaps(int count)
        {
            var texels = Reference.Floats(6 * 256 * 256 * 4); // some 10 ms each
            return Enumerable.Repeat(CubemapTexels.FromArray(texels, Format.Rgba32F, 256), count).ToArray();
        }

        public static void ProgressIsSeenWhileItRuns()
        {
            var cubemaps = BigCubemaps(Many);
            using (var context = Reference.CpuContext(1))
            using (var projection = context.StartProjecting(cubemaps))
            {
                var last = 0;
                var steps = 0;
                while (!projection.IsDone)
                {
                    var completed = projection.Completed;
                    Check.That(completed >= last && completed <= Many, "progress only grows");
                    steps += completed > last && completed < Many ? 1 : 0;
                    last = completed;
                    Thread.Sleep(1);
                }
                Check.That(steps > 0, "a step in between was seen");
                Check.Equal(Many, projection.Completed, "completed");
                Check.Equal(Many, projection.Total, "total");
                var alone = context.ProjectCubemap(cubemaps[0]).Sh.ToArray();
                foreach (var result in projection.Wait())
                    Check.SameBits(alone, result.Sh.ToArray(), "coefficients");
            }
        }

        public static void CancelEndsWithWhatIsFinished()
        {
            using (var context = Reference.CpuContext(1))
            using (var projection = context.StartProjecting(BigCubemaps(400)))
            {
                while (projection.Completed == 0 && !projection.IsDone)
                    Thread.Sleep(1);
                projection.Cancel();
                var exception = Check.Throws<ProbeNormException>(() => projection.Wait(), "cancel");
                Check.Equal(Result.Cancelled, exception.Result, "result");
                Check.That(exception.Finished.Length > 0 && exception.Finished.Length < 400, "some are finished");
                var alone = context.ProjectCubemap(BigCubemaps(1)[0]).Sh.ToArray();
                Check.SameBits(alone, exception.Finished.Last().Sh.ToArray(), "finished coefficients");
            }
        }

        public static void ErrorsArriveWithTheirMessage()
        {
            using (var context = Reference.CpuContext())
            {
                var cubemaps = BigCubemaps(1).Concat(
                    new[] { CubemapTexels.FromArray(new float[5], Format.Rgba32F, 1) }).ToArray();
                using (var projection = context.StartProjecting(cubemaps))
                    Check.Fails(Result.InvalidArgument, "cubemaps[1].faceBytes", () => projection.Wait());
                using (var projection = context.StartProjecting(new CubemapTexels[0]))
                    Check.Equal(0, projection.Wait().Length, "results of nothing");
            }
        }

        public static void TaskCanBeAwaited()
        {
            using (var context = Reference.CpuContext())
            {
                var projection = context.StartProjecting(new[] { Reference.Cubemap(16) });
                var bands = projection.Task.ContinueWith(task => task.Result[0].Sh.Bands);
                Check.Equal(3, bands.Result, "bands");
            }
        }

        public static void DisposeWaitsUntilTheArraysAreFree()
        {
            using (var context = Reference.CpuContext(1))
            {
                var projection = context.StartProjecting(BigCubemaps(400));
                projection.Dispose();
                Check.That(projection.IsDone, "done");
            }
        }

        public static void ContextMayBeDisposedWhileItWorks()
        {
            var context = Reference.CpuContext(1);
            var projection = context.StartProjecting(BigCubemaps(4));
            while (projection.Completed == 0 && !projection.IsDone)
                Thread.Sleep(1);
            context.Dispose();
            Check.Equal(4, projection.Wait().Length, "results");
        }

        public static void CallsOfManyThreadsTakeTurns()
        {
            using (var context = Reference.CpuContext())
            {
                var expected = Reference.Get("rgba32f-16-3");
                var failures = 0;
                var threads = Enumerable.Range(0, 4).Select(i => new Thread(() =>
                {
                    for (var round = 0; round < 50; ++round)
                        if (!context.ProjectCubemap(Reference.Cubemap(16)).Sh.ToArray().SequenceEqual(expected))
                            Interlocked.Increment(ref failures);
                })).ToArray();
                foreach (var thread in threads)
                    thread.Start();
                foreach (var thread in threads)
                    thread.Join();
                Check.Equal(0, failures, "wrong results");
            }
        }

        // The environment of this test names no driver, which a context that looks for a GPU has to say.
        public static void LogIsPolled()
        {
            LogEntry entry;
            using (var context = new Context(new ContextOptions { KeepLog = true }))
            {
                Check.Equal(Backend.Cpu, context.Backend, "backend");
                Check.That(context.TakeLogMessage(out entry), "there is a message");
                Check.Equal(1L, entry.Number, "number");
                Check.Equal(LogLevel.Info, entry.Level, "level");
                Check.That(entry.Text.Contains("no GPU is used"), entry.Text);
                Check.That(!context.TakeLogMessage(out entry) && entry.Text == "", "there is no other");
            }
            using (var context = Reference.CpuContext())
                Check.Fails(Result.InvalidArgument, "PN_CONTEXT_KEEP_LOG", () => context.TakeLogMessage(out entry));
        }
    }
}
