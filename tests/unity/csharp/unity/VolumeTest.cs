using System.Collections.Generic;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>A probe against Adaptive Probe Volumes where it stands: the baker is asked, and its answer calibrates.</summary>
    public static class VolumeTest
    {
        // As 6000.2 and newer have it.
        private sealed class Newer
        {
            private static readonly BakeRequests<EntityId> requests = new BakeRequests<EntityId>();

            public static Newer instance { get; } = new Newer();

            public void UpdatePositionForRequest(EntityId id, Vector3 position) => requests.Update(id, position);

            public bool RetrieveProbeSH(int id, out SphericalHarmonicsL2 sh, out Vector3 position) =>
                throw new System.NotSupportedException("it is obsolete");

            public bool RetrieveProbe(EntityId id, out Vector3 position, out SphericalHarmonicsL2 sh, out float validity) =>
                requests.Retrieve(id, out position, out sh, out validity);

            public static void Bake(SphericalHarmonicsL2 light) => requests.Bake(light, 0);
        }

        // As versions after 2021.3 have it (Runtime/Lighting/ProbeVolume/ProbeReferenceVolume.cs of the core package): the class
        // gives out numbers, and a number below 0 is a new request.
        private sealed class AfterOf2021
        {
            private static readonly BakeRequests<int> requests = new BakeRequests<int>();
            private static int count;

            public static AfterOf2021 instance { get; } = new AfterOf2021();

            public int UpdatePositionForRequest(int requestID, Vector3 position)
            {
                var number = requestID >= 0 && requestID < count ? requestID : count++;
                requests.Update(number, position);
                return number;
            }

            public bool RetrieveProbeSH(int requestID, out SphericalHarmonicsL2 sh, out Vector3 position) =>
                requests.Retrieve(requestID, out position, out sh, out var validity) && validity == 0;

            public static void Bake(SphericalHarmonicsL2 light, float validity = 0) => requests.Bake(light, validity);
            public static int Count => count;
        }

        // As 2021.3 has it (core 12.1.0, lines 54 to 156 of the same file): neither position nor validity are returned, and a
        // request without a result answers zero.
        private sealed class Of2021
        {
            private static readonly List<SphericalHarmonicsL2> results = new List<SphericalHarmonicsL2>();

            public static Of2021 instance { get; } = new Of2021();

            public int UpdatePositionForRequest(int requestID, Vector3 position)
            {
                if (requestID < 0 || requestID >= results.Count)
                    results.Add(new SphericalHarmonicsL2());
                var number = requestID >= 0 && requestID < results.Count ? requestID : results.Count - 1;
                results[number] = new SphericalHarmonicsL2();
                return number;
            }

            public bool RetrieveProbeSH(int requestID, out SphericalHarmonicsL2 sh)
            {
                var isKnown = requestID >= 0 && requestID < results.Count;
                sh = isKnown ? results[requestID] : new SphericalHarmonicsL2();
                return isKnown;
            }

            public static void Bake(SphericalHarmonicsL2 light)
            {
                for (var i = 0; i < results.Count; ++i)
                    results[i] = light;
            }
        }

        // A version that nobody knows yet.
        private sealed class Unknown
        {
            public static Unknown instance { get; } = new Unknown();
            public void UpdatePositionForRequest(string name, Vector3 position) => throw new System.NotSupportedException();
            public bool RetrieveProbeSH(int number, out SphericalHarmonicsL2 sh) => throw new System.NotSupportedException();
        }

        private static ReflectionProbe Hall()
        {
            AdditionalGIBakeRequestsManager.Forget();
            VolumeLight.Requests = BakeRequests.Find();
            EditorEvents.Listen();
            var probe = Scenes.Hall(1)[0];
            Lightmapping.Start();
            return probe;
        }

        private static float Ratio(ReflectionProbe probe) => probe.GetComponent<NormalizedProbe>().Data.InPlaceRatio;

        // Of so many times the average light of the probe.
        private static SphericalHarmonicsL2 Light(ReflectionProbe probe, float ratio)
        {
            var light = new SphericalHarmonicsL2();
            for (var c = 0; c < 3; ++c)
                light[c, 0] = ratio * probe.GetComponent<NormalizedProbe>().Data.AverageLuminance;
            return light;
        }

        // In each version: nothing before the baker has been there, then the ratio, however often it is asked, and nothing where the
        // probe has been moved to.
        public static void EveryVersionMeasuresWhereTheProbeStands()
        {
            CheckVersion(typeof(AdditionalGIBakeRequestsManager), light => AdditionalGIBakeRequestsManager.Bake(light));
            CheckVersion(typeof(Newer), Newer.Bake);
            CheckVersion(typeof(AfterOf2021), light => AfterOf2021.Bake(light));
            Check.Equal(1, AfterOf2021.Count, "requests: one for each probe");
            CheckVersion(typeof(Of2021), Of2021.Bake);
        }

        private static void CheckVersion(System.Type version, System.Action<SphericalHarmonicsL2> bake)
        {
            var probe = Hall();
            VolumeLight.Requests = BakeRequests.Of(version);
            Lightmapping.Start();
            Scenes.Bake(probe);
            Scenes.CompleteLighting();
            Check.Equal(0f, Ratio(probe), version + ": nothing is measured yet");
            bake(Light(probe, 1.5f));
            ProbeAssets.RequestLight();
            Scenes.CompleteLighting();
            Check.Near(1.5, Ratio(probe), 1e-5, version + ": ratio");
            Check.Near(1.5, probe.GetComponent<NormalizedProbe>().Data.Calibration, 1e-5, version + ": calibration");
            probe.transform.position = new Vector3(5, 5, 5);
            Scenes.Bake(probe);
            Check.Equal(0f, Ratio(probe), version + ": the baker has not been there");
        }

        // The class of Unity's has forgotten everything then.
        public static void WhatWasMeasuredOutlivesAReload()
        {
            var probe = Hall();
            Scenes.Bake(probe);
            AdditionalGIBakeRequestsManager.Bake(Light(probe, 1.5f));
            Scenes.CompleteLighting();
            AdditionalGIBakeRequestsManager.Forget();
            Scenes.Bake(probe);
            Check.Near(1.5, Ratio(probe), 1e-5, "at the same place");
            probe.transform.position = new Vector3(5, 5, 5);
            Scenes.Bake(probe);
            Check.Equal(0f, Ratio(probe), "elsewhere");
        }

        public static void OtherPlacesAndBadAnswersDoNotCount()
        {
            var probe = Hall();
            Scenes.Bake(probe);
            var light = Light(probe, 1.5f);
            AdditionalGIBakeRequestsManager.Bake(light, 0.5f);
            Scenes.CompleteLighting();
            Check.Equal(0f, Ratio(probe), "inside of a wall");
            AdditionalGIBakeRequestsManager.Bake(light);
            probe.transform.position = new Vector3(5, 5, 5);
            Scenes.CompleteLighting();
            Check.Equal(0f, Ratio(probe), "measured where it stood before");
            Lightmapping.Start();
            AdditionalGIBakeRequestsManager.Bake(new SphericalHarmonicsL2());
            Scenes.Bake(probe);
            Check.Equal(0f, Ratio(probe), "no light");
            Check.Equal(1f, probe.GetComponent<NormalizedProbe>().Data.Calibration, "no light is a mistake");
        }

        // In earlier versions the class is in a namespace of experiments.
        public static void TheClassIsFoundInBothNamespaces()
        {
            const string name = "AdditionalGIBakeRequestsManager";
            foreach (var space in new[] { "UnityEngine.Rendering.", "UnityEngine.Experimental.Rendering." })
                Check.That(BakeRequests.Find(full => full == space + name ? typeof(AfterOf2021) : null) != null, space);
            Check.That(BakeRequests.Find(full => null) == null, "no such class");
        }

        public static void VersionsThatNobodyKnowsAreLeftAlone()
        {
            var probe = Hall();
            Check.That(BakeRequests.Of(typeof(Unknown)) == null, "other methods");
            VolumeLight.Requests = null;
            Lightmapping.Start();
            Scenes.Bake(probe);
            Scenes.CompleteLighting();
            Check.Equal(0f, Ratio(probe), "ratio");
        }
    }
}
