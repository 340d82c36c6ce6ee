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

        // Up to 2022.3: the manager gave out its own numbers.
        private sealed class Older
        {
            public static Older instance { get; } = new Older();
            public int UpdatePositionForRequest(int request, Vector3 position) => throw new System.NotSupportedException();
            public bool RetrieveProbeSH(int request, out SphericalHarmonicsL2 sh) => throw new System.NotSupportedException();
        }

        private static ReflectionProbe Hall()
        {
            AdditionalGIBakeRequestsManager.Forget();
            VolumeLight.Manager = null;
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
            VolumeLight.Manager = typeof(Newer);
            Scenes.Bake(probe);
            Lightmapping.Start();
            Newer.Bake(Light(DataOf(probe), 0.75f));
            Complete();
            VolumeLight.Manager = null;
            Check.Near(0.75, DataOf(probe).InPlaceRatio, 1e-5, "ratio");
        }

        public static void OlderVersionsAreLeftAlone()
        {
            var probe = Hall();
            foreach (var type in new[] { typeof(Older), typeof(void) })
            {
                VolumeLight.Manager = type;
                Lightmapping.Start();
                Scenes.Bake(probe);
                Complete();
                Check.Equal(0f, DataOf(probe).InPlaceRatio, type.Name);
            }
            VolumeLight.Manager = null;
        }
    }
}
