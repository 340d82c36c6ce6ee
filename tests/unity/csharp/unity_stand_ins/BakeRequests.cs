using System.Collections.Generic;

namespace UnityEngine.Rendering
{
    /// <summary>Packages/com.unity.render-pipelines.core/Runtime/Lighting/ProbeVolume/ProbeGIBaking (17.0): light that the
    /// baker measures beside the volumes, by the number of who asked. A request that is new or was moved has no
    /// result.</summary>
    public class AdditionalGIBakeRequestsManager
    {
        public static AdditionalGIBakeRequestsManager instance { get; } = new AdditionalGIBakeRequestsManager();

        private readonly BakeRequests<int> requests = new BakeRequests<int>();

        public void UpdatePositionForRequest(int probeInstanceID, Vector3 newPosition)
        {
            requests.Update(probeInstanceID, newPosition);
        }

        public bool RetrieveProbeSH(int probeInstanceID, out SphericalHarmonicsL2 sh, out Vector3 pos)
        {
            float validity;
            return requests.Retrieve(probeInstanceID, out pos, out sh, out validity) && validity < 0.33f;
        }

        public static void Bake(SphericalHarmonicsL2 light, float validity = 0) => instance.requests.Bake(light, validity);
        public static void Forget() => instance.requests.Clear();
    }

    /// <summary>Results by key; Unity's class is of one kind of key in each version.</summary>
    public sealed class BakeRequests<TKey>
    {
        private sealed class Request
        {
            internal Vector3 position;
            internal SphericalHarmonicsL2 light;
            internal float validity = 1;
        }

        private readonly Dictionary<TKey, Request> all = new Dictionary<TKey, Request>();

        public void Update(TKey key, Vector3 position) => all[key] = new Request { position = position };

        public bool Retrieve(TKey key, out Vector3 position, out SphericalHarmonicsL2 light, out float validity)
        {
            Request found;
            var isFound = all.TryGetValue(key, out found);
            const float none = float.NegativeInfinity;
            position = isFound ? found.position : new Vector3(none, none, none);
            light = isFound ? found.light : new SphericalHarmonicsL2();
            validity = isFound ? found.validity : none;
            return isFound;
        }

        /// <summary>Places without light get the largest float.</summary>
        public void Bake(SphericalHarmonicsL2 light, float validity)
        {
            if (light[0, 0] == 0)
                light[0, 0] = light[1, 0] = light[2, 0] = float.MaxValue;
            foreach (var request in all.Values)
            {
                request.light = light;
                request.validity = validity;
            }
        }

        public void Clear() => all.Clear();
    }
}
