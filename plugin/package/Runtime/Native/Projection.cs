using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>Cubemaps that are being projected on a thread of their own; poll it, await its Task, or cancel
    /// it.</summary>
    public sealed unsafe class Projection : IDisposable
    {
        private readonly Context context;
        private readonly CubemapTexels[] cubemaps;
        private readonly Native.ProjectOptions options;
        private readonly ProgressWords progress;
        private readonly Thread thread;
        private readonly TaskCompletionSource<ProjectResult[]> source =
            new TaskCompletionSource<ProjectResult[]>(TaskCreationOptions.RunContinuationsAsynchronously);

        internal Projection(Context context, IReadOnlyList<CubemapTexels> cubemaps, ProjectOptions options)
        {
            if (cubemaps == null)
                throw new ArgumentNullException(nameof(cubemaps));
            this.context = context;
            this.cubemaps = new CubemapTexels[cubemaps.Count];
            for (var i = 0; i < cubemaps.Count; ++i)
                this.cubemaps[i] = cubemaps[i] ?? throw new ArgumentException("must not hold null", nameof(cubemaps));
            this.options = ProjectOptions.ToNative(options);
            progress = new ProgressWords();
            thread = new Thread(Run) { IsBackground = true, Name = "ProbeNorm" };
            RunningProjections.Start(this);
        }

        /// <summary>Cubemaps finished so far.</summary>
        public int Completed => (int)progress.Completed;
        public int Total => cubemaps.Length;
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
                source.TrySetResult(Project());
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

        private ProjectResult[] Project()
        {
            var pins = new List<CubemapTexels.Pinned>(cubemaps.Length);
            try
            {
                foreach (var cubemap in cubemaps)
                    pins.Add(cubemap.Pin());
                return Project(pins);
            }
            finally
            {
                foreach (var pin in pins)
                    pin.Dispose();
            }
        }

        private ProjectResult[] Project(List<CubemapTexels.Pinned> pins)
        {
            var views = new CubemapView[Math.Max(1, pins.Count)]; // so that fixed gives an address
            for (var i = 0; i < pins.Count; ++i)
                views[i] = pins[i].View();
            var shs = new Native.Sh[views.Length];
            var infos = new Native.ProjectInfo[views.Length];
            infos[0].StructSize = (uint)sizeof(Native.ProjectInfo);

            var native = options;
            native.Progress = progress.Words;
            uint completed;
            Result result;
            string message;
            fixed (CubemapView* firstView = views)
            fixed (Native.Sh* firstSh = shs)
            fixed (Native.ProjectInfo* firstInfo = infos)
            {
                result = context.Project((uint)pins.Count, firstView, ref native, firstSh, firstInfo, out completed);
                message = Utf8.Read(Library.pnGetLastErrorMessage());
            }
            GC.KeepAlive(progress);

            var results = new ProjectResult[completed];
            for (var i = 0; i < results.Length; ++i)
                results[i] = new ProjectResult(ref shs[i], ref infos[i]);
            if (result != Result.Success)
                throw new ProbeNormException(result, message, results);
            return results;
        }
    }
}
