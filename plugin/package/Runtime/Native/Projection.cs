using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>Cubemaps and maps that are being projected on a thread of their own; poll it, await its Task, or cancel
    /// it.</summary>
    public sealed class Projection : IDisposable
    {
        private readonly Context context;
        private readonly EnvironmentTexels[] environments;
        private readonly Native.ProjectOptions options;
        private readonly ProgressWords progress;
        private readonly Thread thread;
        private readonly TaskCompletionSource<ProjectResult[]> source =
            new TaskCompletionSource<ProjectResult[]>(TaskCreationOptions.RunContinuationsAsynchronously);

        internal Projection(Context context, IReadOnlyList<EnvironmentTexels> environments, ProjectOptions options)
        {
            if (environments == null)
                throw new ArgumentNullException(nameof(environments));
            this.context = context;
            this.environments = new EnvironmentTexels[environments.Count];
            for (var i = 0; i < environments.Count; ++i)
                this.environments[i] = environments[i] ??
                    throw new ArgumentException("must not hold null", nameof(environments));
            this.options = ProjectOptions.ToNative(options);
            progress = new ProgressWords();
            thread = new Thread(Run) { IsBackground = true, Name = "ProbeNorm" };
            RunningProjections.Start(this);
        }

        /// <summary>Environments finished so far.</summary>
        public int Completed => (int)progress.Completed;
        public int Total => environments.Length;
        /// <summary>Done, failed or cancelled.</summary>
        public bool IsDone => source.Task.IsCompleted;
        /// <summary>Ends with all results, or with a ProbeNormException that has the finished ones.</summary>
        public Task<ProjectResult[]> Task => source.Task;

        /// <summary>Asks the library to stop; it does so with Result.Cancelled, unless it is done before.</summary>
        public void Cancel() => progress.Cancel();

        /// <summary>Waits; all results, or a ProbeNormException.</summary>
        public ProjectResult[] Wait() => source.Task.GetAwaiter().GetResult();

        /// <summary>Cancels it, and waits until its thread has let go of the arrays.</summary>
        public void Dispose()
        {
            Cancel();
            thread.Join();
        }

        internal void StartThread() => thread.Start();

        private void Run()
        {
            try
            {
                source.TrySetResult(context.Project(environments, options, progress));
            }
            catch (Exception exception)
            {
                source.TrySetException(exception);
            }
            finally
            {
                RunningProjections.End(this);
            }
        }
    }

    /// <summary>All projections whose threads run. They are cancelled and joined when the domain is unloaded, as Unity does
    /// after each compilation, and when the process ends: a thread in native code would block the unloading.</summary>
    internal static class RunningProjections
    {
        private static readonly HashSet<Projection> running = new HashSet<Projection>();
        private static bool isClosed;

        static RunningProjections()
        {
            AppDomain.CurrentDomain.DomainUnload += (sender, arguments) => Close();
            AppDomain.CurrentDomain.ProcessExit += (sender, arguments) => Close();
        }

        internal static void Start(Projection projection)
        {
            lock (running)
            {
                if (isClosed)
                    throw new InvalidOperationException("the domain is being unloaded");
                projection.StartThread();
                running.Add(projection);
            }
        }

        internal static void End(Projection projection)
        {
            lock (running)
                running.Remove(projection);
        }

        /// <summary>Cancels and joins all of them, for hosts that announce a reload themselves.</summary>
        internal static void EndAll()
        {
            Projection[] left;
            lock (running)
            {
                left = new Projection[running.Count];
                running.CopyTo(left);
            }
            foreach (var projection in left)
                projection.Cancel();
            foreach (var projection in left)
                projection.Dispose();
        }

        private static void Close()
        {
            lock (running)
                isClosed = true;
            EndAll();
        }
    }
}
