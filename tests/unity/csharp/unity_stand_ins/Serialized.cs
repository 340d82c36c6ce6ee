using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace UnityEditor
{
    /// <summary>Knows the fields by name, as Unity's serializer does: Editor/Mono/SerializedObject.bindings.cs
    /// (2021.3.0f1).</summary>
    public sealed class SerializedObject
    {
        private readonly List<SerializedProperty> written = new List<SerializedProperty>();

        public SerializedObject(UnityEngine.Object target) : this(new[] { target }) { }

        public SerializedObject(UnityEngine.Object[] targets)
        {
            targetObjects = targets;
        }

        public UnityEngine.Object[] targetObjects { get; }

        public SerializedProperty FindProperty(string path)
        {
            var holders = new List<object>();
            FieldInfo field = null;
            foreach (var target in targetObjects)
            {
                object holder = null, at = target;
                foreach (var name in path.Split('.'))
                {
                    holder = at;
                    field = holder.GetType().GetField(
                        name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
                    if (field == null)
                        return null;
                    at = field.GetValue(holder);
                }
                holders.Add(holder);
            }
            return new SerializedProperty(holders, field, written);
        }

        public void Update() { }

        /// <summary>True where something was changed, which is then told to the objects.</summary>
        public bool ApplyModifiedProperties()
        {
            var isChanged = written.Count > 0;
            foreach (var property in written)
                property.Commit();
            written.Clear();
            if (isChanged)
                foreach (var target in targetObjects)
                    UnityEngine.Messages.Send(target, "OnValidate");
            return isChanged;
        }
    }

    public sealed class SerializedProperty
    {
        private readonly List<object> holders;
        private readonly FieldInfo field;
        private readonly List<SerializedProperty> written;
        private object next;

        internal SerializedProperty(List<object> holders, FieldInfo field, List<SerializedProperty> written)
        {
            this.holders = holders;
            this.field = field;
            this.written = written;
        }

        public string name => field.Name;
        public bool boolValue => (bool)field.GetValue(holders[0]);

        public bool hasMultipleDifferentValues =>
            holders.Any(holder => !Equals(field.GetValue(holder), field.GetValue(holders[0])));

        internal void Write(object value)
        {
            next = value;
            written.Add(this);
        }

        internal void Commit()
        {
            foreach (var holder in holders)
                field.SetValue(holder, next);
        }
    }
}
