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

        private IEnumerator Start()
        {
            var normalization = new Normalization().Resolved();
            result.Data = ScriptableObject.CreateInstance<ProbeData>();
            using (var context = new Context())
            {
                while (isActiveAndEnabled)
                {
                    yield return null;
                    if (probe.texture == null) // not rendered yet
                        continue;
                    using (var projection = new LiveProjection(context, probe))
                    {
                        while (!projection.IsDone)
                            yield return null;
                        var baked = BakedProbe.From(projection.GetResult(), normalization);
                        result.Data.Set(baked, probe.transform.position);
                    }
                    foreach (var receiver in receivers)
                        receiver.Apply();
                }
            }
        }
    }
}
