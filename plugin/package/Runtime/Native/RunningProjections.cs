using System;
using System.Collections.Generic;

namespace ProbeNorm
{
    /// <summary>The projections that have a thread. When the domain goes (Unity reloads it after each compilation) or
    /// the process ends, they are cancelled and joined: a thread in native code would hold up the one and outlive the
    /// other.</summary>
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

        /// <summary>Cancels and joins those that run; for hosts that announce the end of a domain themselves.</summary>
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
