using System;
using System.Collections.Generic;

namespace ProbeNorm
{
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
