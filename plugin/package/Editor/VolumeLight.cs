using System;
using System.Linq;
using System.Reflection;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Editing
{
    /// <summary>The light that Unity's baker measures where a reflection probe stands, when it bakes Adaptive Probe Volumes.
    /// Since Unity 6 the render pipelines' core package has a public class that takes such requests. This package does not
    /// reference that one, and finds the class by its name. The class forgets its results when scripts are reloaded.</summary>
    internal static class VolumeLight
    {
        private const string ManagerName = "UnityEngine.Rendering.AdditionalGIBakeRequestsManager";
        private const float MostInvalid = 0.33f; // HDRP uses what is less
        private const float Black = 1e30f;       // Unity writes the largest float where no light arrives

        private static Type manager; // null: not looked for yet

        /// <summary>The class that takes requests; null where this version of Unity has none.</summary>
        internal static Type Manager
        {
            get => (manager ?? (manager = FindManager())) != typeof(void) ? manager : null;
            set => manager = value;
        }

        /// <summary>Asks the baker to measure the light there, unless it was asked before.</summary>
        internal static void Request(ReflectionProbe probe)
        {
            Answer answer;
            if (IsKnown(probe, out answer) && answer.Position == probe.transform.position)
                return;
            var update = Find("UpdatePositionForRequest", typeof(Vector3));
            if (update != null)
                update.Invoke(Instance, new[] { KeyOf(probe, update), probe.transform.position });
        }

        /// <summary>False: the baker has not measured it, or could not.</summary>
        internal static bool TryGet(ReflectionProbe probe, out SphericalHarmonicsL2 light)
        {
            Answer answer;
            var isMeasured = IsKnown(probe, out answer) && answer.IsValid && answer.Position == probe.transform.position;
            light = isMeasured && answer.Light[0, 0] < Black ? answer.Light : new SphericalHarmonicsL2();
            return isMeasured;
        }

        private static object Instance => Manager.GetProperty("instance").GetValue(null);

        private static Type FindManager()
        {
            return AppDomain.CurrentDomain.GetAssemblies().Select(assembly => assembly.GetType(ManagerName, false))
                .FirstOrDefault(type => type != null) ?? typeof(void);
        }

        // Until 6000.2 a probe was named by its instance ID, since then by its EntityId.
        private static bool IsKnown(ReflectionProbe probe, out Answer answer)
        {
            answer = new Answer();
            var sh = typeof(SphericalHarmonicsL2).MakeByRefType();
            var vector = typeof(Vector3).MakeByRefType();
            var newer = Find("RetrieveProbe", vector, sh, typeof(float).MakeByRefType());
            var older = newer == null ? Find("RetrieveProbeSH", sh, vector) : null;
            if (newer == null && older == null)
                return false;
            var arguments = new object[newer != null ? 4 : 3];
            arguments[0] = KeyOf(probe, newer ?? older);
            var isFound = (bool)(newer ?? older).Invoke(Instance, arguments);
            answer.Position = (Vector3)arguments[newer != null ? 1 : 2];
            answer.Light = (SphericalHarmonicsL2)arguments[newer != null ? 2 : 1];
            answer.IsValid = isFound && (newer == null || (float)arguments[3] < MostInvalid);
            return newer != null ? isFound : !float.IsInfinity(answer.Position.x);
        }

        // A method of the manager that takes a probe's key and these. Earlier versions numbered requests themselves, and
        // their methods of the same name return that number.
        private static MethodInfo Find(string name, params Type[] others)
        {
            if (Manager == null)
                return null;
            return Manager.GetMethods().FirstOrDefault(method =>
                method.Name == name && method.ReturnType != typeof(int) &&
                method.GetParameters().Skip(1).Select(parameter => parameter.ParameterType).SequenceEqual(others));
        }

        private static object KeyOf(ReflectionProbe probe, MethodInfo method)
        {
            var isNumber = method.GetParameters()[0].ParameterType == typeof(int);
            return isNumber ? probe.GetInstanceID() : probe.GetType().GetMethod("GetEntityId").Invoke(probe, null);
        }

        private struct Answer
        {
            internal Vector3 Position;
            internal SphericalHarmonicsL2 Light;
            internal bool IsValid;
        }
    }
}
