using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Uploads the table of all probes before a camera of the Built-in pipeline renders. Materials with ProbeNorm's
    /// Standard shaders look their probes up in it. The other pipelines do not call it.</summary>
    internal static class BuiltInProbes
    {
        private static readonly ProbeTable table = new ProbeTable();
        private static readonly List<NormalizedProbe> probes = new List<NormalizedProbe>();

        internal static void Add(NormalizedProbe probe)
        {
            if (probes.Count == 0)
                Camera.onPreCull += Upload;
            probes.Add(probe);
        }

        internal static void Remove(NormalizedProbe probe)
        {
            probes.Remove(probe);
            if (probes.Count > 0)
                return;
            Camera.onPreCull -= Upload;
            table.Clear();
            table.Upload();
        }

        // The table has room for the nearest.
        private static void Upload(Camera camera)
        {
            IEnumerable<NormalizedProbe> chosen = probes;
            if (probes.Count > ProbeTable.MostProbes)
                chosen = probes.OrderBy(probe => (probe.transform.position - camera.transform.position).sqrMagnitude);
            table.Clear();
            foreach (var probe in chosen.Take(ProbeTable.MostProbes))
                table.Add(probe.Data, probe.transform.position);
            table.Upload();
        }
    }
}
