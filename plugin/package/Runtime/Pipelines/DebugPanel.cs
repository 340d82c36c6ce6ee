using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>The panel "ProbeNorm" of the Rendering Debugger.</summary>
    internal sealed class DebugPanel : IDebugData
    {
#if UNITY_EDITOR // once it has loaded: the debugger sets its input actions up
        [UnityEditor.InitializeOnLoadMethod]
        private static void RegisterLater() => UnityEditor.EditorApplication.delayCall += Register;

#endif
        [RuntimeInitializeOnLoadMethod]
        internal static void Register()
        {
            var panel = DebugManager.instance.GetPanel("ProbeNorm", true);
            panel.children.Clear(); // in an editor that enters play mode this runs twice
            panel.children.Add(new DebugUI.EnumField
            {
                displayName = "Reflections of URP", autoEnum = typeof(ProbeView),
                tooltip = "Factor: blue is darker, red brighter, full colour two stops. Not Normalized: red, and grey for what is. " +
                    "Objects whose shader is not ProbeNorm's are shaded as always",
                getter = () => (int)ProbeTable.View, setter = value => ProbeTable.View = (ProbeView)value,
                getIndex = () => (int)ProbeTable.View, setIndex = value => ProbeTable.View = (ProbeView)value,
            });
            DebugManager.instance.RegisterData(new DebugPanel());
        }

        public Action GetReset() => () => ProbeTable.View = ProbeView.Shading;
    }
}
