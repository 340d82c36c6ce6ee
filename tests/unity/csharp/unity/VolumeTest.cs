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

            public bool RetrieveProbeSH(int id, out SphericalHarmonicsL2 sh, out Vector3 position)
            {
                throw new System.NotSupportedException("it is obsolete");
            }

            public bool RetrieveProbe(EntityId id, out Vector3 position, out SphericalHarmonicsL2 sh, out float validity)
            {
                return requests.Retrieve(id, out position, out sh, out validity);
            }

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

            public bool RetrieveProbeSH(int requestID, out SphericalHarmonicsL2 sh, out Vector3 position)
            {
                float validity;
                return requests.Retrieve(requestID, out position, out sh, out validity) && validity == 0;
            }

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

        private static ProbeData DataOf(ReflectionProbe probe) => probe.GetComponent<NormalizedProbe>().Data;

        // Of so many times the average light of a probe.
        private static SphericalHarmonicsL2 Light(ProbeData data, float ratio)
        {
            var light = new SphericalHarmonicsL2();
            for (var c = 0; c < 3; ++c)
                light[c, 0] = ratio * data.AverageLuminance;
            return light;
        }

        private static void Complete()
        {
            Lightmapping.Complete();
            EditorApplication.delayCall();
            EditorApplication.delayCall = null;
        }

        public static void LightingCalibratesWhatIsBaked()
        {
            var probe = Hall();
            Scenes.Bake(probe);
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "nothing is measured yet");
            AdditionalGIBakeRequestsManager.Bake(Light(DataOf(probe), 1.5f));
            Complete();
            Check.Near(1.5, DataOf(probe).InPlaceRatio, 1e-5, "ratio");
            Check.Near(1.5, DataOf(probe).Calibration, 1e-5, "calibration");
        }

        // The class of Unity's has forgotten everything then.
        public static void WhatWasMeasuredOutlivesAReload()
        {
            var probe = Hall();
            Scenes.Bake(probe);
            AdditionalGIBakeRequestsManager.Bake(Light(DataOf(probe), 1.5f));
            Complete();
            AdditionalGIBakeRequestsManager.Forget();
            Scenes.Bake(probe);
            Check.Near(1.5, DataOf(probe).InPlaceRatio, 1e-5, "at the same place");
            probe.transform.position = new Vector3(5, 5, 5);
            Scenes.Bake(probe);
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "elsewhere");
        }

        public static void OtherPlacesAndBadAnswersDoNotCount()
        {
            var probe = Hall();
            Scenes.Bake(probe);
            var light = Light(DataOf(probe), 1.5f);
            AdditionalGIBakeRequestsManager.Bake(light, 0.5f);
            Complete();
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "inside of a wall");
            AdditionalGIBakeRequestsManager.Bake(light);
            probe.transform.position = new Vector3(5, 5, 5);
            Complete();
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "measured where it stood before");
            Lightmapping.Start();
            AdditionalGIBakeRequestsManager.Bake(new SphericalHarmonicsL2());
            Scenes.Bake(probe);
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "no light");
            Check.Equal(1f, DataOf(probe).Calibration, "no light is a mistake");
        }

        // A request that is made again has no result.
        public static void ResultsAreNotThrownAwayByAskingTwice()
        {
            var probe = Hall();
            Scenes.Bake(probe);
            AdditionalGIBakeRequestsManager.Bake(Light(DataOf(probe), 0.9f));
            ProbeAssets.RequestLight();
            Complete();
            Check.Near(0.9, DataOf(probe).InPlaceRatio, 1e-5, "ratio");
        }

        public static void NewerVersionsKnowProbesByEntityId()
        {
            var probe = Hall();
            VolumeLight.Requests = BakeRequests.Of(typeof(Newer));
            Scenes.Bake(probe);
            Lightmapping.Start();
            Newer.Bake(Light(DataOf(probe), 0.75f));
            Complete();
            Check.Near(0.75, DataOf(probe).InPlaceRatio, 1e-5, "ratio");
        }

        public static void LaterVersionsNumberRequestsAndKnowTheirPositions()
        {
            var probe = Hall();
            VolumeLight.Requests = BakeRequests.Of(typeof(AfterOf2021));
            Lightmapping.Start();
            Scenes.Bake(probe);
            var light = Light(DataOf(probe), 0.75f);
            AfterOf2021.Bake(light, 0.5f);
            Complete();
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "inside of a wall");
            AfterOf2021.Bake(light);
            Complete();
            Check.Near(0.75, DataOf(probe).InPlaceRatio, 1e-5, "ratio");
            Lightmapping.Start();
            probe.transform.position = new Vector3(5, 5, 5);
            Lightmapping.Start();
            Check.Equal(1, AfterOf2021.Count, "requests: one for each probe");
            Scenes.Bake(probe);
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "it was moved, and the baker has not been there");
        }

        public static void Unity2021AnswersZeroBeforeItHasMeasured()
        {
            var probe = Hall();
            VolumeLight.Requests = BakeRequests.Of(typeof(Of2021));
            Lightmapping.Start();
            Scenes.Bake(probe);
            Complete();
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "nothing is measured yet");
            Of2021.Bake(Light(DataOf(probe), 1.25f));
            Complete();
            Check.Near(1.25, DataOf(probe).InPlaceRatio, 1e-5, "ratio");
            probe.transform.position = new Vector3(5, 5, 5);
            Scenes.Bake(probe);
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "measured where it stood before");
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
            Complete();
            Check.Equal(0f, DataOf(probe).InPlaceRatio, "ratio");
        }
    }
}
