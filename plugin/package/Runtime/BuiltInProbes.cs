using System.Collections.Generic;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Uploads the table of all probes before a camera of the Built-in pipeline renders. Materials with ProbeNorm's
    /// Standard shaders look their probes up in it. The other pipelines do not call it.</summary>
    internal static class BuiltInProbes
    {
        private static readonly ProbeTable table = new ProbeTable();
        private static readonly List<NormalizedProbe> probes = new List<NormalizedProbe>();
        private static readonly Nearest nearest = new Nearest();

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

        // The table has room for the nearest. Nothing is allocated per camera.
        private static void Upload(Camera camera)
        {
            nearest.From = camera.transform.position;
            if (probes.Count > ProbeTable.MostProbes)
                probes.Sort(nearest);
            table.Clear();
            for (var i = 0; i < probes.Count && i < ProbeTable.MostProbes; ++i)
                table.Add(probes[i].Data, probes[i].transform.position);
            table.Upload();
        }

        private sealed class Nearest : IComparer<NormalizedProbe>
        {
            internal Vector3 From;

            public int Compare(NormalizedProbe a, NormalizedProbe b)
            {
                return (a.transform.position - From).sqrMagnitude.CompareTo((b.transform.position - From).sqrMagnitude);
            }
        }
    }
}
