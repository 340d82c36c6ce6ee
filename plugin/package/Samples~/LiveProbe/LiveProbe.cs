using System;
using System.Collections;
using UnityEngine;

namespace ProbeNorm.Samples
{
    /// <summary>Follows a realtime reflection probe: projects what it last rendered, and normalizes reflections by it. In URP
    /// with the renderer feature, in HDRP, and in the Built-in pipeline with ProbeNorm's Standard shaders, that is all. For other
    /// materials name the renderers that receive it.</summary>
    public sealed class LiveProbe : MonoBehaviour
    {
        [SerializeField] private ReflectionProbe probe;
        [SerializeField] private NormalizedProbe result;
        [SerializeField, Tooltip("Of the simple way; none in URP with the renderer feature, and in HDRP")]
        private NormalizedRenderer[] receivers = new NormalizedRenderer[0];

        private Context context;           // null where the native library does not load
        private LiveProjection projection; // null between two rounds
        private string lastProblem = "";   // so that each problem is logged once

        private void OnEnable()
        {
            if (!LibraryInfo.IsAvailable)
            {
                Debug.LogWarning("ProbeNorm: " + LibraryInfo.UnavailableReason, this);
                return;
            }
            context = new Context();
            result.Data = ScriptableObject.CreateInstance<ProbeData>();
            StartCoroutine(Follow());
        }

        // A coroutine that is stopped runs no more of its own code, so what it holds is released here.
        private void OnDisable()
        {
            if (context == null)
                return;
            StopAllCoroutines();
            projection?.Dispose();
            projection = null;
            context.Dispose();
            context = null;
            Destroy(result.Data);
        }

        private IEnumerator Follow()
        {
            var normalization = new Normalization().Resolved(); // the default preset
            while (true)
            {
                yield return null;
                if (probe.texture == null) // not rendered yet
                    continue;
                projection = new LiveProjection(context, probe);
                while (!projection.IsDone)
                    yield return null;
                Take(normalization);
                projection.Dispose();
                projection = null;
            }
        }

        // A round may fail while the device changes its size. The next round tries again.
        private void Take(Normalization normalization)
        {
            try
            {
                result.Data.Set(BakedProbe.From(projection.GetResult(), normalization), probe.transform.position);
            }
            catch (ProbeNormException exception)
            {
                Warn(exception.Message);
                return;
            }
            Warn(HdrpNormalization.Write(probe, result.Data));
            foreach (var receiver in receivers)
                receiver.Apply();
        }

        private void Warn(string problem)
        {
            if (problem.Length > 0 && problem != lastProblem)
                Debug.LogWarning("ProbeNorm: " + problem, this);
            lastProblem = problem;
        }
    }

    /// <summary>Projects on the engine's device where that is possible; otherwise it reads the texels back.</summary>
    internal sealed class LiveProjection : IDisposable
    {
        private readonly RenderThreadProjection inFrame; // one of the two is null
        private readonly TextureProjection readBack;

        internal LiveProjection(Context context, ReflectionProbe probe)
        {
            var decode = probe.textureHDRDecodeValues;
            if (RenderPlugin.IsAvailable && decode.x == probe.intensity && decode.w == 0) // the texels are radiance already
            {
                inFrame = new RenderThreadProjection(probe.texture);
                inFrame.Issue();
            }
            else
            {
                readBack = TextureProjection.OfProbe(context, probe);
            }
        }

        internal bool IsDone => inFrame != null ? inFrame.IsDone : readBack.IsDone;

        internal ProjectResult GetResult() => inFrame != null ? inFrame.GetResult() : readBack.GetResult();

        public void Dispose()
        {
            inFrame?.Dispose();
            readBack?.Dispose();
        }
    }
}
