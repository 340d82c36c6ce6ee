using System;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Keeps a realtime or custom probe normalized while its texture changes. In URP with the renderer feature, in HDRP
    /// and with ProbeNorm's Standard shaders that is all; for other materials name the renderers that receive it. Where the
    /// device can, the light stays on it and shaders of the same frame read it.</summary>
    [AddComponentMenu("ProbeNorm/Live Probe")]
    public sealed class LiveProbe : ProbeOverride
    {
        [SerializeField, Tooltip("Project one face per frame, where compute shaders project")]
        private bool oneFacePerFrame;

        private Normalization normalization;
        private LiveSource source; // null before the texture is there
        private ComputeSelfTest[] selfTests = { }; // empty when their verdict is known
        private bool hasResult; // of this source
        private ProbeTexture followed;

        /// <summary>None before the probe has rendered, and where nothing works.</summary>
        public LiveRoute Route { get; private set; }

        protected override void OnEnable()
        {
            base.OnEnable();
            normalization = baked != null && baked.IsBaked ? baked.ToNormalization() : new Normalization().Resolved();
        }

        protected override void OnDisable()
        {
            EndSource();
            followed = default(ProbeTexture);
            base.OnDisable();
        }

        // After the scripts that move lights, before cameras render.
        private void LateUpdate()
        {
            var captured = ProbeTexture.Of(probe);
            if (captured.Texture == null || captured.HdrDecode.x == 0)
                return; // not rendered yet; or its Intensity is 0, and how its texels are decoded is not known
            try
            {
                if (!IsSame(captured))
                    Begin(captured);
                Judge();
                if (source == null || selfTests.Length > 0)
                    return;
                source.Step(probe);
                if (source.TryTake(out var result))
                    Take(result);
            }
            catch (Exception problem) when (problem is ProbeNormException || problem is InvalidOperationException)
            {
                Warn(problem.Message); // a round may fail while the device changes its size; the next one tries again
                if (Route == LiveRoute.Plugin && !hasResult)
                    Follow(LiveRoute.Compute, "");
                Route = source != null ? Route : LiveRoute.None;
            }
        }

        private bool IsSame(ProbeTexture captured)
        {
            Vector4 a = followed.HdrDecode, b = captured.HdrDecode; // Intensity was divided out of x, with rounding errors
            return followed.Texture != null && followed.Texture.width == captured.Texture.width &&
                Math.Abs(a.x - b.x) <= 1e-4f * a.x && a.y == b.y && a.w == b.w;
        }

        private void Begin(ProbeTexture captured)
        {
            followed = captured;
            Follow(LiveSource.Choose(captured, oneFacePerFrame, out var reason), reason);
        }

        private void Follow(LiveRoute route, string reason)
        {
            EndSource();
            Route = route;
            if (route == LiveRoute.None)
                Warn("a live probe is not normalized: " + reason);
            else if (route == LiveRoute.ReadBack)
                Warn("a live probe's light is some frames late, since texels are read back: " + reason);
            try
            {
                source = route == LiveRoute.Plugin ? new LivePlugin(normalization.floor) :
                    route == LiveRoute.Compute ? new LiveComputing(followed, normalization.floor, oneFacePerFrame) :
                    route == LiveRoute.ReadBack ? new LiveReadBack() : (LiveSource)null;
                if (IsInFrame)
                    selfTests = ComputeSelfTest.ForDivision(Format.Rgba16F, followed.Texture.width, true);
            }
            catch (InvalidOperationException problem) when (IsInFrame)
            {
                FallBack(problem.Message);
            }
        }

        private bool IsInFrame => Route == LiveRoute.Plugin || Route == LiveRoute.Compute;

        private void Judge()
        {
            if (selfTests.Length == 0 || !Array.TrueForAll(selfTests, test => test.IsDone))
                return;
            var failed = Array.Find(selfTests, test => !test.HasPassed);
            selfTests = new ComputeSelfTest[0];
            if (failed != null)
                FallBack(failed.Problem);
        }

        private void FallBack(string reason) =>
            Follow(LibraryInfo.IsAvailable ? LiveRoute.ReadBack : LiveRoute.None, reason);

        private void Take(ProjectResult result)
        {
            live.Set(BakedProbe.From(result, normalization), probe.transform.position);
            live.LiveRow = source.Row;
            hasResult = true;
            Publish();
        }

        private void EndSource()
        {
            ComputeSelfTest.Release(selfTests);
            selfTests = new ComputeSelfTest[0];
            source?.Dispose();
            source = null;
            hasResult = false;
            Route = LiveRoute.None;
            if (live != null)
                live.LiveRow = -1;
        }
    }
}
