using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>Bakes several probes at a time. Call Step once a frame, or Wait.</summary>
    internal sealed class BakeRun : IDisposable
    {
        private const int MostInFlight = 4; // one is read back while another is projected

        private readonly Context context;
        private readonly IReadOnlyList<ReflectionProbe> probes;
        private readonly ProbeNormSettings settings;
        private readonly Normalization normalization;
        private readonly List<Work> inFlight = new List<Work>();
        private readonly int step = ProbeAssets.BeginStep(); // of undo
        private int nextProbe;

        internal BakeRun(IReadOnlyList<ReflectionProbe> probes, ProbeNormSettings settings)
        {
            if (UnavailableReason.Length > 0)
                throw new InvalidOperationException(UnavailableReason);
            ProbeAssets.RequireEditMode();
            ProbeAssets.RequireLinearSpace();
            this.probes = probes;
            this.settings = settings;
            normalization = settings.ResolveNormalization();
            if (LibraryInfo.IsAvailable) // else by compute shaders
                context = new Context(new ContextOptions { Backend = settings.Backend, KeepLog = true });
            else if (settings.Fixes != FixFlags.None)
                throw new InvalidOperationException("fixing needs the native library; see Fixes in Project Settings > ProbeNorm");
        }

        /// <summary>Why nothing can be baked here; "" where it can.</summary>
        internal static string UnavailableReason =>
            LibraryInfo.IsAvailable || ComputeProjection.UnavailableReason.Length == 0 ? "" : LibraryInfo.UnavailableReason;

        internal int Completed { get; private set; }
        internal int Total => probes.Count;
        internal bool IsDone => IsCancelled || Completed == Total;
        internal bool IsCancelled { get; private set; }
        internal string DeviceName => context != null ? context.Name : SystemInfo.graphicsDeviceName + " (compute shaders)";
        /// <summary>A line for each probe that could not be baked; the others are.</summary>
        internal List<string> Errors { get; } = new List<string>();
        /// <summary>A line for each probe that is baked, but perhaps wrongly.</summary>
        internal List<string> Warnings { get; } = new List<string>();

        /// <summary>Starts and finishes what it can without waiting.</summary>
        internal void Step()
        {
            while (!IsDone && nextProbe < probes.Count && inFlight.Count < MostInFlight)
                Start(probes[nextProbe++]);
            foreach (var work in inFlight.ToArray()) // poll all of them: data that was read back lives for one frame
                if (!IsCancelled && HasEnded(work))
                    Finish(work, false);
            if (context != null)
                PluginLog.Flush(context);
        }

        /// <summary>Bakes the rest and waits for it. isWanted is asked after each probe; where it says no, the run is
        /// cancelled.</summary>
        internal void Wait(Func<bool> isWanted = null)
        {
            while (!IsDone)
            {
                if (isWanted != null && !isWanted())
                {
                    Cancel();
                    return;
                }
                Step();
                if (!IsDone && inFlight.Count > 0)
                    Finish(inFlight[0], true);
            }
        }

        /// <summary>Probes that are finished keep their data.</summary>
        internal void Cancel()
        {
            IsCancelled = true;
            foreach (var work in inFlight)
                work.Projection.Dispose();
            inFlight.Clear();
        }

        public void Dispose()
        {
            if (!IsDone)
                Cancel();
            ProbeAssets.AsOneStep(step);
            context?.Dispose();
        }

        private void Start(ReflectionProbe probe)
        {
            var name = probe != null ? probe.name : "a probe that is gone";
            try
            {
                if (probe != null && ToolBake.IsNeeded(probe))
                {
                    ProbeAssets.Save(probe, ToolBake.Bake(probe, settings), settings);
                    ++Completed;
                    return;
                }
                var work = new Work
                {
                    Probe = probe, Name = name, Projection = TextureProjection.OfProbe(context, probe, settings.Options),
                };
                Warn(name, ProbeStatus.ClippingOf(probe));
                if (context != null)
                    work.Projection.Prepare = texels => work.Prepare(context, texels, settings);
                inFlight.Add(work);
            }
            catch (Exception exception)
            {
                Fail(name, exception);
            }
        }

        // An exception that is swallowed here is thrown again by GetResult.
        private static bool HasEnded(Work work)
        {
            try
            {
                return work.Projection.IsDone;
            }
            catch (Exception)
            {
                return true;
            }
        }

        private void Finish(Work work, bool waits)
        {
            inFlight.Remove(work);
            try
            {
                var result = waits ? work.Projection.Wait() : work.Projection.GetResult();
                if (work.Probe == null)
                    throw new InvalidOperationException("it is gone");
                if (!IsTrusted(work, result))
                    return;
                var baked = BakedProbe.From(result, normalization);
                baked.Findings = work.Findings;
                ProbeAssets.Save(work.Probe, baked, settings);
                ++Completed;
            }
            catch (Exception exception)
            {
                Fail(work.Name, exception);
            }
            finally
            {
                work.Projection.Dispose();
            }
        }

        // Where the device is not to be trusted, the other probes would be as wrong.
        private bool IsTrusted(Work work, ProjectResult result)
        {
            var problem = work.Projection.SelfTestProblem;
            if (problem.Length == 0 && !result.Info.IsReproducible)
                problem = "this device fails the library's self-test";
            if (problem.Length == 0 || settings.AllowsFailedSelfTest)
            {
                Warn(work.Name, problem);
                return true;
            }
            Errors.Add(work.Name + ": " + problem + ". Nothing was saved. Bake on another device or graphics API, or allow it: " +
                "Allows Failed Self Test in Project Settings > ProbeNorm");
            Cancel();
            return false;
        }

        private void Warn(string name, string problem)
        {
            if (problem.Length > 0)
                Warnings.Add(name + ": " + problem);
        }

        // Any error fails this probe only. A scene may be closed or a folder be read-only while other probes bake.
        private void Fail(string name, Exception exception)
        {
            Errors.Add(name + ": " + exception.Message);
            ++Completed;
        }

        private sealed class Work
        {
            internal ReflectionProbe Probe;
            internal string Name;
            internal TextureProjection Projection;
            internal ProbeFinding[] Findings = { };

            // Fixes first, as the tool does, so that what is fixed is not reported.
            internal CubemapTexels Prepare(Context context, CubemapTexels texels, ProbeNormSettings settings)
            {
                if (settings.Fixes != FixFlags.None)
                    texels = CubemapTexels.FromArray(
                        context.FixEnvironment(texels, settings.Fixes).Texels, Format.Rgba32F, texels.FaceSize);
                if (settings.Checks)
                    Findings = Array.ConvertAll(context.CheckEnvironment(texels), ProbeFinding.From);
                return texels;
            }
        }
    }

    /// <summary>Bakes chosen probes at once: one probe, the selected probes, or the stale probes.</summary>
    internal static class BakeMenu
    {
        /// <summary>Bakes all of them behind a progress bar that can be cancelled; a line for each that could not be
        /// baked.</summary>
        internal static List<string> Bake(IReadOnlyList<ReflectionProbe> probes)
        {
            try
            {
                using (var run = new BakeRun(probes, ProbeNormSettings.instance))
                {
                    run.Wait(() => !EditorUtility.DisplayCancelableProgressBar("ProbeNorm",
                        run.Completed + " of " + run.Total + " probes", (float)run.Completed / run.Total));
                    LogWarnings(run.Warnings);
                    if (run.IsCancelled)
                        run.Errors.Add("cancelled: " + run.Completed + " of " + run.Total + " probes are done");
                    return run.Errors;
                }
            }
            catch (Exception exception)
            {
                return new List<string> { exception.Message };
            }
            finally
            {
                EditorUtility.ClearProgressBar();
            }
        }

        internal static List<ReflectionProbe> FindSelected() =>
            Selection.gameObjects.Select(each => each.GetComponent<ReflectionProbe>())
                .Where(probe => probe != null).ToList();

        /// <summary>The stale probes of the open scenes.</summary>
        internal static List<ReflectionProbe> FindStale() =>
            ProbeAssets.FindProbes()
                .Where(probe => ProbeStatus.IsStale(ProbeStatus.Of(probe, ProbeNormSettings.instance))).ToList();

        [MenuItem("CONTEXT/ReflectionProbe/Bake ProbeNorm")]
        private static void BakeOne(MenuCommand command) => Log(Bake(new[] { (ReflectionProbe)command.context }));

        [MenuItem("GameObject/Light/ProbeNorm: Bake Selected Probes")]
        private static void BakeSelected() => Log(Bake(FindSelected()));

        [MenuItem("GameObject/Light/ProbeNorm: Bake Selected Probes", true)]
        private static bool CanBakeSelected() =>
            !EditorApplication.isPlayingOrWillChangePlaymode && FindSelected().Count > 0;

        internal static void Log(IEnumerable<string> errors)
        {
            foreach (var error in errors)
                Debug.LogError("ProbeNorm: " + error);
        }

        internal static void LogWarnings(IEnumerable<string> warnings)
        {
            foreach (var warning in warnings)
                Debug.LogWarning("ProbeNorm: " + warning);
        }
    }
}
