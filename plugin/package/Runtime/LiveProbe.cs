using System;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Keeps a realtime or custom probe normalized while its texture changes. In URP with the renderer feature, in HDRP
    /// and with ProbeNorm's Standard shaders that is all; for other materials name the renderers that receive it. Where the
    /// device can, the light stays on it and shaders of the same frame read it.</summary>
    [AddComponentMenu("ProbeNorm/Live Probe")]
    [DisallowMultipleComponent]
    [RequireComponent(typeof(NormalizedProbe))]
    public sealed class LiveProbe : MonoBehaviour
    {
        [SerializeField, Tooltip("Project one face per frame, where compute shaders project")]
        private bool oneFacePerFrame;
        [SerializeField, Tooltip("Of the simple way; none in URP with the renderer feature, and in HDRP")]
        private NormalizedRenderer[] receivers = new NormalizedRenderer[0];

        private ReflectionProbe probe;
        private NormalizedProbe component;
        private ProbeData baked, live; // of the component: before, and meanwhile
        private Normalization normalization;
        private LiveSource source; // null before the texture is there
        private ComputeDivision selfTest; // null when its verdict is known
        private ProbeTexture followed;
        private string lastProblem = ""; // so that each problem is logged once

        /// <summary>None before the probe has rendered, and where nothing works.</summary>
        public LiveRoute Route { get; private set; }

        private void OnEnable()
        {
            probe = GetComponent<ReflectionProbe>();
            component = GetComponent<NormalizedProbe>();
            baked = component.Data;
            normalization = baked != null && baked.IsBaked ? baked.ToNormalization() : new Normalization().Resolved();
            component.Data = live = ScriptableObject.CreateInstance<ProbeData>();
        }

        private void OnDisable()
        {
            End();
            component.Data = baked;
            Destroy(live);
        }

        // After the scripts that move lights, before cameras render.
        private void LateUpdate()
        {
            var captured = ProbeTexture.Of(probe);
            if (captured.Texture == null)
                return; // not rendered yet
            try
            {
                if (!IsSame(captured))
                    Begin(captured);
                Judge();
                if (source == null || selfTest != null)
                    return;
                source.Step(probe);
                if (source.TryTake(out var result))
                    Take(result);
            }
            catch (Exception problem) when (problem is ProbeNormException || problem is InvalidOperationException)
            {
                Warn(problem.Message); // a round may fail while the device changes its size; the next one tries again
                Route = source != null ? Route : LiveRoute.None;
            }
        }

        private bool IsSame(ProbeTexture captured)
        {
            return followed.Texture != null && followed.Texture.width == captured.Texture.width &&
                followed.HdrDecode.Equals(captured.HdrDecode);
        }

        private void Begin(ProbeTexture captured)
        {
            End();
            followed = captured;
            Follow(LiveSource.Choose(captured, oneFacePerFrame, out var reason), reason);
        }

        private void Follow(LiveRoute route, string reason)
        {
            Route = route;
            if (route == LiveRoute.Plugin || route == LiveRoute.Compute)
                selfTest = new ComputeDivision(new[] { Black(followed.Texture.width) });
            if (route == LiveRoute.None)
                Warn("a live probe is not normalized: " + reason);
            else if (route == LiveRoute.ReadBack)
                Warn("a live probe's light is some frames late, since texels are read back: " + reason);
            source = route == LiveRoute.Plugin ? new LivePlugin(normalization.floor) :
                route == LiveRoute.Compute ? new LiveComputing(followed, normalization.floor, oneFacePerFrame) :
                route == LiveRoute.ReadBack ? new LiveReadBack() : (LiveSource)null;
        }

        // Its kernels are those that this size needs, and each is compared with known bits first.
        private static CubemapTexels Black(int size) =>
            CubemapTexels.FromArray(new byte[6 * size * size * 8], Format.Rgba16F, size);

        private void Judge()
        {
            if (selfTest == null || !selfTest.IsDone)
                return;
            var hasPassed = selfTest.GetResult().IsReproducible;
            selfTest.Dispose();
            selfTest = null;
            if (hasPassed)
                return;
            source.Dispose();
            source = null;
            Follow(LibraryInfo.IsAvailable ? LiveRoute.ReadBack : LiveRoute.None,
                "this device's compute shaders fail their self-test");
        }

        private void Take(ProjectResult result)
        {
            live.Set(BakedProbe.From(result, normalization), probe.transform.position);
            live.LiveRow = source.Row;
            Warn(HdrpNormalization.Write(probe, live));
            foreach (var receiver in receivers)
                receiver.Apply();
        }

        private void End()
        {
            selfTest?.Dispose();
            selfTest = null;
            source?.Dispose();
            source = null;
            followed = default(ProbeTexture);
            Route = LiveRoute.None;
            if (live != null)
                live.LiveRow = -1;
        }

        private void Warn(string problem)
        {
            if (problem.Length > 0 && problem != lastProblem)
                Debug.LogWarning("ProbeNorm: " + probe.name + ": " + problem, this);
            lastProblem = problem.Length > 0 ? problem : lastProblem;
        }
    }
}
