using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Editing
{
    /// <summary>What Unity's baker says about a place.</summary>
    internal struct BakeAnswer
    {
        internal Vector3 Position;
        internal SphericalHarmonicsL2 Light;
        internal float Invalidity; // 0: the place is good; 1: not measured yet, or inside of a wall
    }

    /// <summary>Requests to Unity's baker to measure the light of a place. The render pipelines' core package has a public
    /// class for them, which this package finds by its name, since the class has changed:
    ///   in Unity 2021.3 and some versions after it, the class numbers the requests itself (that of 2021.3 does not return
    ///   their positions);
    ///   later, up to 6000.1, a request is named by the instance ID of the probe;
    ///   in 6000.2 and newer, by the EntityId of the probe.
    /// The class forgets its requests when scripts are reloaded, and so does this one.</summary>
    internal sealed class BakeRequests
    {
        private const string ClassName = "AdditionalGIBakeRequestsManager";
        private static readonly string[] namespaces = { "UnityEngine.Rendering.", "UnityEngine.Experimental.Rendering." };
        private static readonly Type[] outputs =
        {
            typeof(Vector3).MakeByRefType(), typeof(SphericalHarmonicsL2).MakeByRefType(), typeof(float).MakeByRefType(),
        };

        private readonly object manager;
        private readonly MethodInfo ask, retrieve;
        private readonly Dictionary<ReflectionProbe, Asked> asked = new Dictionary<ReflectionProbe, Asked>();

        private BakeRequests(object manager, MethodInfo ask, MethodInfo retrieve)
        {
            this.manager = manager;
            this.ask = ask;
            this.retrieve = retrieve;
        }

        /// <summary>Looks in all assemblies. Null: this version of Unity has no such class.</summary>
        internal static BakeRequests Find()
        {
            var assemblies = AppDomain.CurrentDomain.GetAssemblies();
            return Find(name => assemblies.Select(each => each.GetType(name, false)).FirstOrDefault(type => type != null));
        }

        /// <summary>findType: returns the type of that full name, or null.</summary>
        internal static BakeRequests Find(Func<string, Type> findType)
        {
            var type = namespaces.Select(each => findType(each + ClassName)).FirstOrDefault(each => each != null);
            return type != null ? Of(type) : null;
        }

        /// <summary>Null: the class has other methods than those of the known versions.</summary>
        internal static BakeRequests Of(Type type)
        {
            var ask = type.GetMethods().FirstOrDefault(IsAsking);
            var retrieve = type.GetMethods().Where(IsRetrieving).OrderByDescending(each => each.GetParameters().Length)
                .FirstOrDefault(each => ask != null && KeyTypeOf(each) == KeyTypeOf(ask));
            var instance = type.GetProperty("instance");
            return retrieve != null && instance != null ? new BakeRequests(instance.GetValue(null), ask, retrieve) : null;
        }

        /// <summary>Asks the baker to measure the light there at its next bake. Forgets what it measured for this probe
        /// before.</summary>
        internal void Ask(ReflectionProbe probe, Vector3 position)
        {
            var result = ask.Invoke(manager, new[] { KeyOf(probe), position });
            asked[probe] = new Asked { Number = result is int ? (int)result : 0, Position = position };
        }

        /// <summary>False: nobody asked for this probe.</summary>
        internal bool TryGet(ReflectionProbe probe, out BakeAnswer answer)
        {
            answer = new BakeAnswer();
            Asked before;
            var wasAsked = asked.TryGetValue(probe, out before);
            if (IsNumbering && !wasAsked)
                return false;
            var arguments = new object[retrieve.GetParameters().Length];
            arguments[0] = KeyOf(probe);
            var isGood = (bool)retrieve.Invoke(manager, arguments);
            answer.Position = arguments.OfType<Vector3>().DefaultIfEmpty(before.Position).First();
            answer.Light = arguments.OfType<SphericalHarmonicsL2>().First();
            // The first argument is the key, and may be a number. Where no invalidity is returned, the result replaces it.
            answer.Invalidity = arguments.Skip(1).OfType<float>().DefaultIfEmpty(isGood ? 0 : 1).First();
            return !float.IsInfinity(answer.Position.x);
        }

        // Whether the class numbers the requests itself; then its method returns the number.
        private bool IsNumbering => ask.ReturnType == typeof(int);

        private static bool IsAsking(MethodInfo method)
        {
            return method.Name == "UpdatePositionForRequest" &&
                   method.GetParameters().Skip(1).Select(each => each.ParameterType).SequenceEqual(new[] { typeof(Vector3) });
        }

        private static bool IsRetrieving(MethodInfo method)
        {
            var types = method.GetParameters().Skip(1).Select(each => each.ParameterType).ToArray();
            return (method.Name == "RetrieveProbe" || method.Name == "RetrieveProbeSH") && types.Contains(outputs[1]) &&
                   types.All(outputs.Contains);
        }

        private static Type KeyTypeOf(MethodInfo method) => method.GetParameters()[0].ParameterType;

        private object KeyOf(ReflectionProbe probe)
        {
            Asked before;
            if (IsNumbering)
                return asked.TryGetValue(probe, out before) ? before.Number : -1; // -1: a new request
            // By name: older versions of Unity lack the second method, and newer ones deprecate the first.
            var name = KeyTypeOf(ask) == typeof(int) ? "GetInstanceID" : "GetEntityId";
            return probe.GetType().GetMethod(name).Invoke(probe, null);
        }

        private struct Asked
        {
            internal int Number;
            internal Vector3 Position;
        }
    }

    /// <summary>The local light where a probe stands, which the probe's own light should equal.</summary>
    internal static class InPlaceLight
    {
        internal const float Lowest = 0.8f, Highest = 1.25f; // beyond these, somebody should look

        /// <summary>The average luminance of irradiance over pi, from Adaptive Probe Volumes or else from light probes.
        /// Null: the scene has neither, or the baker has not measured the place.</summary>
        internal static float? Measure(ReflectionProbe probe)
        {
            SphericalHarmonicsL2 light;
            if (!VolumeLight.TryGet(probe, out light) && !TryGetLightProbes(probe, out light))
                return null;
            return UnityLight.AverageLuminance(light);
        }

        internal static bool IsOdd(float ratio) => ratio != 0 && (ratio < Lowest || ratio > Highest);

        private static bool TryGetLightProbes(ReflectionProbe probe, out SphericalHarmonicsL2 light)
        {
            light = new SphericalHarmonicsL2();
            var baked = LightmapSettings.lightProbes;
            if (baked == null || baked.count == 0)
                return false;
            LightProbes.GetInterpolatedProbe(probe.transform.position, null, out light);
            return true;
        }
    }

    /// <summary>The light that Unity's baker measures where a reflection probe stands, when it bakes Adaptive Probe
    /// Volumes.</summary>
    internal static class VolumeLight
    {
        private const float MostInvalid = 0.33f; // HDRP uses what is less
        private const float Black = 1e30f;       // Unity writes the largest float where no light arrives

        /// <summary>Unity's class that takes requests; null where this version of Unity has none.</summary>
        internal static BakeRequests Requests { get; set; } = BakeRequests.Find();

        /// <summary>Asks the baker to measure the light there, unless it was asked before.</summary>
        internal static void Request(ReflectionProbe probe)
        {
            var position = probe.transform.position;
            BakeAnswer answer;
            if (Requests != null && !(Requests.TryGet(probe, out answer) && answer.Position == position))
                Requests.Ask(probe, position);
        }

        /// <summary>False: the baker has not measured it, or could not.</summary>
        internal static bool TryGet(ReflectionProbe probe, out SphericalHarmonicsL2 light)
        {
            var answer = new BakeAnswer();
            var isMeasured = Requests != null && Requests.TryGet(probe, out answer) && answer.Invalidity < MostInvalid &&
                             answer.Position == probe.transform.position && !IsZero(answer.Light);
            light = isMeasured && answer.Light[0, 0] < Black ? answer.Light : new SphericalHarmonicsL2();
            return isMeasured;
        }

        // Zero is what Unity 2021.3 answers before it has measured anything.
        private static bool IsZero(SphericalHarmonicsL2 light) =>
            light[0, 0] == 0 && light[1, 0] == 0 && light[2, 0] == 0;
    }
}
