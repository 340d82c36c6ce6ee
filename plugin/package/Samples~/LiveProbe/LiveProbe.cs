using System.Collections;
using UnityEngine;

namespace ProbeNorm.Samples
{
    /// <summary>Follows a realtime reflection probe: projects what it last rendered, and normalizes receivers by
    /// it.</summary>
    public sealed class LiveProbe : MonoBehaviour
    {
        [SerializeField] private ReflectionProbe probe;
        [SerializeField] private NormalizedProbe result;
        [SerializeField] private NormalizedRenderer[] receivers;

        private Context context;
        private LiveProjection projection; // null between two rounds

        private void OnEnable()
        {
            context = new Context();
            result.Data = ScriptableObject.CreateInstance<ProbeData>();
            StartCoroutine(Follow());
        }

        // A coroutine that is stopped runs no more of its own code, so what it holds is released here.
        private void OnDisable()
        {
            StopAllCoroutines();
            projection?.Dispose();
            projection = null;
            context.Dispose();
            Destroy(result.Data);
        }

        private IEnumerator Follow()
        {
            var normalization = new Normalization { preset = Preset.Classic }.Resolved();
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

        // A round that fails costs only itself: the device may be on its way to another size.
        private void Take(Normalization normalization)
        {
            try
            {
                result.Data.Set(BakedProbe.From(projection.GetResult(), normalization), probe.transform.position);
            }
            catch (ProbeNormException exception)
            {
                Debug.LogWarning("ProbeNorm: " + exception.Message, this);
                return;
            }
            foreach (var receiver in receivers)
                receiver.Apply();
        }
    }
}
