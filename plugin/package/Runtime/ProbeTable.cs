using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>What surfaces of URP show. The numbers are those of Surroundings.hlsl.</summary>
    public enum ProbeView
    {
        Shading,
        Factor,
        PlainReflection,
        NormalizedReflection,
        NotNormalized,
    }

    /// <summary>The light and the settings of the visible probes, in the layout of Shaders/ProbeTable.hlsl. Fill
    /// it for each camera.</summary>
    public sealed class ProbeTable
    {
        /// <summary>The number of probes that fit into the constant buffer. Further probes are not normalized.</summary>
        public const int MostProbes = 90;
        internal const int VectorCount = 10;
        internal const int SlotCount = 256;
        internal const int FewProbes = 24, FewSlots = 64; // what shaders of phones and headsets read
        private const float CellsPerMetre = 16, CellOffset = 0.381966f;
        private const float Nowhere = 1e30f;

        private static readonly int probesId = Shader.PropertyToID("_ProbeNormProbes");
        private static readonly int slotsId = Shader.PropertyToID("_ProbeNormSlots");
        private static readonly int fewProbesId = Shader.PropertyToID("_ProbeNormFewProbes");
        private static readonly int fewSlotsId = Shader.PropertyToID("_ProbeNormFewSlots");
        private static readonly int countId = Shader.PropertyToID("_ProbeNormCount");

        private readonly Vector4[] probes = new Vector4[MostProbes * VectorCount];
        private readonly Vector4[] slots = new Vector4[SlotCount / 4];
        private readonly Vector4[] fewProbes = new Vector4[FewProbes * VectorCount];
        private readonly Vector4[] fewSlots = new Vector4[FewSlots / 4];

        /// <summary>The number of added probes, including those without data.</summary>
        public int Count { get; private set; }

        /// <summary>Multiplies the weights of the probes that are added after it is set.</summary>
        public float Strength { get; set; } = 1;

        /// <summary>What all cameras show. Not saved.</summary>
        public static ProbeView View { get; set; }

        public void Clear()
        {
            Array.Clear(slots, 0, slots.Length);
            Array.Clear(fewSlots, 0, fewSlots.Length);
            Count = 0;
        }

        /// <summary>Adds the next probe in the render pipeline's order. A probe whose data is null or not baked takes a number
        /// too, and is not normalized. position: of the probe, as the pipeline has it. False: the table is full.</summary>
        public bool Add(ProbeData data, Vector3 position)
        {
            if (Count == MostProbes)
                return false;
            var at = VectorCount * Count++;
            if (data == null || !data.IsBaked)
            {
                probes[at + VectorCount - 1] = new Vector4(Nowhere, Nowhere, Nowhere, 0);
                return true;
            }
            Array.Copy(data.ShaderVectors, 0, probes, at, UnityLight.VectorCount);
            probes[at + UnityLight.VectorCount] = data.Bounds;
            probes[at + UnityLight.VectorCount + 1] =
                new Vector4(data.Floor, data.Weight * Strength, data.UsesFactor ? 1 : 0, data.LiveRow + 1);
            probes[at + VectorCount - 1] = new Vector4(position.x, position.y, position.z, 0);
            Enter(slots, position);
            if (Count <= FewProbes)
                Enter(fewSlots, position);
            return true;
        }

        public void Upload(CommandBuffer commands, ProbeView view = ProbeView.Shading)
        {
            if (Count > 0) // else nothing refers to them
            {
                commands.SetGlobalVectorArray(probesId, probes);
                commands.SetGlobalVectorArray(fewProbesId, FirstProbes());
            }
            commands.SetGlobalVectorArray(slotsId, slots);
            commands.SetGlobalVectorArray(fewSlotsId, fewSlots);
            commands.SetGlobalVector(countId, new Vector4(Count, (float)view, 0, 0));
        }

        /// <summary>The same at once, where no command buffer is at hand.</summary>
        internal void Upload()
        {
            Shader.SetGlobalVectorArray(probesId, probes);
            Shader.SetGlobalVectorArray(fewProbesId, FirstProbes());
            Shader.SetGlobalVectorArray(slotsId, slots);
            Shader.SetGlobalVectorArray(fewSlotsId, fewSlots);
            Shader.SetGlobalVector(countId, new Vector4(Count, 0, 0, 0));
        }

        private Vector4[] FirstProbes()
        {
            Array.Copy(probes, fewProbes, fewProbes.Length);
            return fewProbes;
        }

        internal Vector4[] Probes => probes;

        // The shader computes the same slot from the probe's position in the draw's constants.
        internal static int SlotOf(Vector3 position, int count = SlotCount)
        {
            unchecked
            {
                var mixed = Cell(position.x) * 73856093u ^ Cell(position.y) * 19349663u ^ Cell(position.z) * 83492791u;
                mixed ^= mixed >> 16;
                return (int)(mixed % (uint)count);
            }
        }

        private static uint Cell(float coordinate) =>
            unchecked((uint)(int)Math.Floor(coordinate * CellsPerMetre + CellOffset));

        // The number of the last probe takes the first free slot from there on. There are more slots than probes.
        private void Enter(Vector4[] into, Vector3 position)
        {
            var slot = SlotOf(position, 4 * into.Length);
            while (into[slot / 4][slot % 4] != 0)
                slot = (slot + 1) % (4 * into.Length);
            into[slot / 4][slot % 4] = Count;
        }
    }

    /// <summary>Uploads the table of all probes before a camera of the Built-in pipeline renders. Materials with ProbeNorm's
    /// Standard shaders look their probes up in it. The other pipelines do not call it.</summary>
    internal static class BuiltInProbes
    {
        private static readonly ProbeTable table = new ProbeTable();
        private static readonly List<NormalizedProbe> probes = new List<NormalizedProbe>();
        private static Vector3 from;
        private static readonly IComparer<NormalizedProbe> nearest = Comparer<NormalizedProbe>.Create((a, b) =>
            (a.transform.position - from).sqrMagnitude.CompareTo((b.transform.position - from).sqrMagnitude));

        internal static void Add(NormalizedProbe probe)
        {
            if (probes.Count == 0)
            {
                Camera.onPreCull += Upload;
                LightProbes.tetrahedralizationCompleted += PlaceGrid.Clear;
            }
            probes.Add(probe);
        }

        internal static void Remove(NormalizedProbe probe)
        {
            probes.Remove(probe);
            if (probes.Count > 0)
                return;
            Camera.onPreCull -= Upload;
            LightProbes.tetrahedralizationCompleted -= PlaceGrid.Clear;
            PlaceGrid.Clear();
            table.Clear();
            table.Upload();
        }

        // The table has room for the nearest. Nothing is allocated per camera.
        private static void Upload(Camera camera)
        {
            PlaceGrid.Update(probes);
            from = camera.transform.position;
            if (probes.Count > ProbeTable.FewProbes)
                probes.Sort(nearest);
            table.Clear();
            for (var i = 0; i < probes.Count && i < ProbeTable.MostProbes; ++i)
                table.Add(probes[i].Data, probes[i].transform.position);
            table.Upload();
        }
    }
}
