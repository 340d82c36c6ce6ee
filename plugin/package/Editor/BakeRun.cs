using System;
using System.Collections.Generic;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>Bakes probes one after the other, some on their way at a time, by being asked to step.</summary>
    internal sealed class BakeRun : IDisposable
    {
        private const int MostInFlight = 4; // one is read back while another is projected

        private readonly Context context;
        private readonly IReadOnlyList<ReflectionProbe> probes;
        private readonly ProbeNormSettings settings;
        private readonly Normalization normalization;
        private readonly Queue<KeyValuePair<ReflectionProbe, TextureProjection>> inFlight =
            new Queue<KeyValuePair<ReflectionProbe, TextureProjection>>();
        private int nextProbe;

        internal BakeRun(IReadOnlyList<ReflectionProbe> probes, ProbeNormSettings settings)
        {
            this.probes = probes;
            this.settings = settings;
            normalization = settings.Normalization.Resolved();
            context = new Context(new ContextOptions { Backend = settings.Backend, KeepLog = true });
        }

        internal int Completed { get; private set; }
        internal int Total => probes.Count;
        internal bool IsDone => IsCancelled || Completed == Total;
        internal bool IsCancelled { get; private set; }
        internal string DeviceName => context.Name;
        /// <summary>A line for each probe that could not be baked; the others are.</summary>
        internal List<string> Errors { get; } = new List<string>();

        /// <summary>Starts and finishes what it can without waiting.</summary>
        internal void Step()
        {
            while (!IsDone && nextProbe < probes.Count && inFlight.Count < MostInFlight)
                Start(probes[nextProbe++]);
            while (!IsDone && inFlight.Count > 0 && inFlight.Peek().Value.IsDone)
                Finish(false);
            PluginLog.Flush(context);
        }

        /// <summary>The rest, waiting.</summary>
        internal void Wait()
        {
            while (!IsDone)
            {
                Step();
                if (!IsDone && inFlight.Count > 0)
                    Finish(true);
            }
        }

        /// <summary>What is finished stays.</summary>
        internal void Cancel()
        {
            IsCancelled = true;
            while (inFlight.Count > 0)
                inFlight.Dequeue().Value.Dispose();
        }

        public void Dispose()
        {
            Cancel();
            context.Dispose();
        }

        private void Start(ReflectionProbe probe)
        {
            try
            {
                inFlight.Enqueue(new KeyValuePair<ReflectionProbe, TextureProjection>(
                    probe, TextureProjection.OfProbe(context, probe, settings.Options)));
            }
            catch (InvalidOperationException exception)
            {
                Fail(probe, exception);
            }
        }

        private void Finish(bool waits)
        {
            var work = inFlight.Dequeue();
            try
            {
                var result = waits ? work.Value.Wait() : work.Value.GetResult();
                ProbeAssets.Save(work.Key, BakedProbe.From(result, normalization), settings.OutputFolder);
                ++Completed;
            }
            catch (Exception exception) when (exception is ProbeNormException || exception is InvalidOperationException)
            {
                Fail(work.Key, exception);
            }
            finally
            {
                work.Value.Dispose();
            }
        }

        private void Fail(ReflectionProbe probe, Exception exception)
        {
            Errors.Add(probe.name + ": " + exception.Message);
            ++Completed;
        }
    }
}
