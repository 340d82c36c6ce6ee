using System;
using System.Linq;
using System.Threading;

namespace ProbeNorm.Tests
{
    /// <summary>Progress, cancel and log by polling.</summary>
    public static class AsyncTest
    {
        internal static CubemapTexels[] BigCubemaps(int count)
        {
            var texels = Reference.Floats(6 * 256 * 256 * 4); // some 10 ms each
            return Enumerable.Repeat(CubemapTexels.FromArray(texels, Format.Rgba32F, 256), count).ToArray();
        }

        public static void ProgressIsSeenWhileItRunsAndCancelKeepsIt()
        {
            var cubemaps = BigCubemaps(400);
            using (var context = Reference.CpuContext(1))
            using (var projection = context.StartProjecting(cubemaps))
            {
                int last = 0, steps = 0;
                while (steps < 3 && !projection.IsDone)
                {
                    var completed = projection.Completed;
                    Check.That(completed >= last && completed <= projection.Total, "progress only grows");
                    steps += completed > last ? 1 : 0;
                    last = completed;
                    Thread.Sleep(1);
                }
                Check.Equal(400, projection.Total, "total");
                projection.Cancel();
                var exception = Check.Throws<ProbeNormException>(() => projection.Wait(), "cancel");
                Check.Equal(Result.Cancelled, exception.Result, "result");
                Check.That(exception.Finished.Length >= last && exception.Finished.Length < 400, "some are finished");
                var alone = context.ProjectCubemap(cubemaps[0]).Sh.ToArray();
                foreach (var result in exception.Finished)
                    Check.SameBits(alone, result.Sh.ToArray(), "finished coefficients");
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

        public static void ContextMayBeDisposedWhileItWorks()
        {
            var context = Reference.CpuContext(1);
            var projection = context.StartProjecting(BigCubemaps(4));
            while (projection.Completed == 0 && !projection.IsDone)
                Thread.Sleep(1);
            context.Dispose();
            Check.Equal(4, projection.Task.ContinueWith(task => task.Result.Length).Result, "results");
            using (context = Reference.CpuContext(1))
            {
                projection = context.StartProjecting(BigCubemaps(400));
                projection.Dispose();
                Check.That(projection.IsDone, "it waits until the arrays are free");
            }
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
