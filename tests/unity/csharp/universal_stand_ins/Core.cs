using System;
using System.Collections.Generic;

// Packages/com.unity.render-pipelines.core: names and signatures of 12.1.0, 14.0.8 and 17.
namespace UnityEngine.Rendering
{
    /// <summary>Runtime/Debugging/DebugManager.cs (12.1.0).</summary>
    public interface IDebugData { Action GetReset(); }

    public sealed class DebugManager
    {
        private readonly Dictionary<string, DebugUI.Panel> panels = new Dictionary<string, DebugUI.Panel>();
        private Action reset;
        public static DebugManager instance { get; } = new DebugManager();

        public DebugUI.Panel GetPanel(string displayName, bool createIfNull = false, int groupIndex = 0, bool overrideIfExist = false)
        {
            if (!panels.TryGetValue(displayName, out var panel) && createIfNull)
                panels[displayName] = panel = new DebugUI.Panel();
            return panel;
        }

        public void RegisterData(IDebugData data) => reset += data.GetReset();
        public void Reset() => reset();
    }

    /// <summary>Runtime/Debugging/DebugUI*.cs (12.1.0).</summary>
    public class DebugUI
    {
        public class Panel { public List<Widget> children { get; } = new List<Widget>(); }

        public abstract class Widget
        {
            public string displayName { get; set; }
            public string tooltip { get; set; }
        }

        public class EnumField : Widget
        {
            public int[] enumValues;
            public Func<int> getter { get; set; }
            public Action<int> setter { get; set; }
            public Func<int> getIndex { get; set; }
            public Action<int> setIndex { get; set; }
            public Type autoEnum { set => enumValues = (int[])Enum.GetValues(value); }
        }
    }

    public sealed class VolumeComponentMenu : Attribute { public VolumeComponentMenu(string menu) { } }
    public class VolumeComponent : ScriptableObject { }

    /// <summary>Runtime/Volume/VolumeParameter.cs (12.1.0).</summary>
    public sealed class ClampedFloatParameter
    {
        private readonly float min, max;
        private float current;

        public ClampedFloatParameter(float value, float min, float max, bool overrideState = false)
        {
            this.min = min;
            this.max = max;
            current = value;
        }

        public float value { get => current; set => current = Math.Min(Math.Max(value, min), max); }
    }

    /// <summary>Runtime/Volume/VolumeStack.cs (12.1.0): the blended components of a camera; null for one that it lacks.</summary>
    public sealed class VolumeStack
    {
        public readonly List<VolumeComponent> components = new List<VolumeComponent>();
        public T GetComponent<T>() where T : VolumeComponent => components.Find(each => each is T) as T;
    }

    public sealed class VolumeManager
    {
        public static VolumeManager instance { get; } = new VolumeManager();
        public VolumeStack stack { get; set; }
    }

#if PROBENORM_CORE_17
    /// <summary>Runtime/Lighting/ProbeVolume/ProbeReferenceVolume.cs (17): asks the baking set, which is null without volumes. A
    /// factor of 0 says that nothing is blended.</summary>
    public sealed class ProbeReferenceVolume
    {
        public static ProbeReferenceVolume instance { get; } = new ProbeReferenceVolume();
        public string lightingScenario { get; set; }
        public string otherScenario { get; private set; }
        public float scenarioBlendingFactor { get; set; }

        public void BlendLightingScenario(string other, float blendingFactor)
        {
            otherScenario = other;
            scenarioBlendingFactor = blendingFactor;
        }
    }
#endif
}
