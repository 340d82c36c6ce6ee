using System;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
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
                var alone = context.ProjectEnvironment(cubemaps[0]).Sh.ToArray();
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
                    Check.Fails(Result.InvalidArgument, "environments[1].faceBytes", () => projection.Wait());
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
                System.Threading.Tasks.Parallel.For(0, 200, i => Check.SameBits(Reference.Get("rgba32f-16-3"),
                    context.ProjectEnvironment(Reference.Cubemap(16)).Sh.ToArray(), "coefficients " + i));
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

    /// <summary>What is disposed, forgotten, or left behind in a domain that is unloaded.</summary>
    public static class LifetimeTest
    {
        private const int Domains = 50;

        // Resident memory and mappings of this process; Mono's own heap has settled after the first rounds.
        private static long ResidentKilobytes()
        {
            foreach (var line in File.ReadLines("/proc/self/status"))
                if (line.StartsWith("VmRSS:"))
                    return long.Parse(line.Substring(6).Replace("kB", "").Trim());
            throw new InvalidDataException("/proc/self/status");
        }

        private static int ThreadCount() => Directory.GetDirectories("/proc/self/task").Length;

        private static void CheckThreads(int before)
        {
            for (var wait = 0; wait < 100 && ThreadCount() > before + 2; ++wait)
                Thread.Sleep(10);
            Check.That(ThreadCount() <= before + 2, ThreadCount() - before + " threads left"); // Mono's own workers
        }

        private static void Collect()
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
        }

        // As the constructor of a window would: nobody disposes, and finalizers come in any order. One of four is disposed of.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void Use(int count)
        {
            for (var i = 0; i < count; ++i)
            {
                var context = Reference.CpuContext(1);
                if (i % 4 != 0)
                    context.ProjectEnvironment(Reference.Cubemap(2));
                if (i % 4 == 1)
                    context.StartProjecting(new[] { Reference.Cubemap(8) });
                if (i % 4 == 3)
                    context.Dispose();
            }
        }

        public static void ContextsAreCollectedInAnyOrder()
        {
            var threads = 0;
            long before = 0;
            for (var i = 0; i < 50; ++i)
            {
                Use(25);
                Collect();
                if (i == 9)
                {
                    before = ResidentKilobytes();
                    threads = ThreadCount();
                }
            }
            var growth = ResidentKilobytes() - before;
            Check.That(growth < 1024, growth + " kB grown"); // 1000 contexts that stay are 5000
            CheckThreads(threads);
        }

        public static void DomainsAreUnloadedWithJobsInFlight()
        {
            var threads = ThreadCount();
            for (var i = 0; i < Domains; ++i)
                RunInDomain("reload " + i);
            Collect();
            CheckThreads(threads);
            using (var context = Reference.CpuContext())
                Check.SameBits(Reference.Get("rgba32f-16-3"),
                    context.ProjectEnvironment(Reference.Cubemap(16)).Sh.ToArray(), "the library still works");
        }

        private static void RunInDomain(string name)
        {
            var domain = AppDomain.CreateDomain(name);
            var guest = (DomainGuest)domain.CreateInstanceAndUnwrap(
                typeof(DomainGuest).Assembly.FullName, typeof(DomainGuest).FullName);
            Check.That(guest.StartJobs() > 0, "jobs are in flight");
            AppDomain.Unload(domain);
            Check.Throws<AppDomainUnloadedException>(() => guest.StartJobs(), "");
        }
    }

    /// <summary>What a script of the domain that is about to go has left running: one job alone, two that share a
    /// context, and contexts that nobody disposes.</summary>
    public sealed class DomainGuest : MarshalByRefObject
    {
        private Context context, other;
        private Projection first, second, third;

        public int StartJobs()
        {
            context = Reference.CpuContext(2);
            other = Reference.CpuContext(1);
            var cubemaps = AsyncTest.BigCubemaps(200);
            first = context.StartProjecting(cubemaps);
            second = context.StartProjecting(cubemaps);
            third = other.StartProjecting(cubemaps);
            while (first.Completed + second.Completed == 0 || third.Completed == 0)
                Thread.Sleep(1);
            return (first.IsDone ? 0 : 1) + (second.IsDone ? 0 : 1) + (third.IsDone ? 0 : 1);
        }
    }
}
