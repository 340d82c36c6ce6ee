#!/usr/bin/env python3
"""Writes the package's sub graphs for Unity's Shader Graph: Custom Function nodes around Universal/Graph.hlsl.

A sub graph is a text file of JSON objects with an empty line between two of them; the first one is the graph, and each
object refers to others by 32 hexadecimal digits. The ids here are hashes of names, so that the same graph gives the same
file. tests/shaders/subgraph.py reads the files as Unity's importer does. Run it without arguments after a change.
"""
import argparse
import hashlib
import json
import pathlib
import re
import sys

SHADERS = pathlib.Path(__file__).resolve().parent.parent / "plugin/package/Runtime/Shaders/Universal"
WORLD = 2              # CoordinateSpace
SINGLE = 0             # GraphPrecision
PREVIEW_3D = 2         # PreviewMode
FILE_SOURCE = 0        # HlslSourceType
BOOLEAN, MULTI_COMPILE, GLOBAL, ALL_STAGES = 0, 1, 1, 63
INPUT, OUTPUT = 0, 1   # SlotType

# What URP declares in its lit shaders, and an Unlit graph does not. A version of URP sets those that it has.
KEYWORDS = ["_REFLECTION_PROBE_BLENDING", "_REFLECTION_PROBE_BOX_PROJECTION", "_FORWARD_PLUS", "_CLUSTER_LIGHT_LOOP",
            "_REFLECTION_PROBE_ATLAS", "REFLECTION_PROBE_ROTATION"]


def zeros(count):
    return 0.0 if count == 1 else {axis: 0.0 for axis in "xyzw"[:count]}


class Graph:
    def __init__(self, name):
        self.name = name
        self.objects = []
        self.nodes, self.properties, self.keywords, self.edges = [], [], [], []

    def id_of(self, what):
        return hashlib.md5(f"com.probenorm/{self.name}/{what}".encode()).hexdigest()

    def add(self, kind, what, version=0, **fields):
        made = {"m_SGVersion": version, "m_Type": f"UnityEditor.ShaderGraph.{kind}", "m_ObjectId": self.id_of(what)}
        self.objects.append({**made, **fields})
        return made["m_ObjectId"]

    def slot(self, node, number, name, width, direction, shader_name=None, kind=None, **fields):
        return self.add(kind or f"Vector{width}MaterialSlot", f"{node}/{direction}/{name}", m_Id=number,
                        m_DisplayName=name, m_SlotType=direction, m_Hidden=False,
                        m_ShaderOutputName=shader_name or name, m_StageCapability=3, m_Value=zeros(width),
                        m_DefaultValue=zeros(width), m_Labels=[], **fields)

    def node(self, kind, what, title, slots, place, version=0, **fields):
        self.nodes.append(self.add(
            kind, what, version, m_Group={"m_Id": ""}, m_Name=title,
            m_DrawState={"m_Expanded": True, "m_Position": {"serializedVersion": "2", "x": float(place[0]),
                                                             "y": float(place[1]), "width": 200.0, "height": 100.0}},
            m_Slots=[{"m_Id": slot} for slot in slots], synonyms=[], m_Precision=0, m_PreviewExpanded=False,
            m_DismissedVersion=0, m_PreviewMode=0, m_CustomColors={"m_SerializableColors": []}, **fields))
        return self.nodes[-1]

    def edge(self, source, source_slot, target, target_slot):
        self.edges.append({"m_OutputSlot": {"m_Node": {"m_Id": source}, "m_SlotId": source_slot},
                           "m_InputSlot": {"m_Node": {"m_Id": target}, "m_SlotId": target_slot}})

    def shader_input(self, what, name, reference, shown):
        digits = self.id_of(what + "/guid")
        parts = [digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]]
        return {"m_Guid": {"m_GuidSerialized": "-".join(parts)}, "m_Name": name, "m_DefaultRefNameVersion": 1,
                "m_RefNameGeneratedByDisplayName": name, "m_DefaultReferenceName": "_" + name,
                "m_OverrideReferenceName": reference, "m_GeneratePropertyBlock": shown, "m_UseCustomSlotLabel": False,
                "m_CustomSlotLabel": "", "m_DismissedVersion": 0}

    def keyword(self, name):
        fields = self.shader_input(name, name.strip("_"), name, False)
        self.keywords.append(self.add(
            "ShaderKeyword", name, 1, **fields, m_KeywordType=BOOLEAN, m_KeywordDefinition=MULTI_COMPILE,
            m_KeywordScope=GLOBAL, m_KeywordStages=ALL_STAGES, m_Entries=[], m_Value=0, m_IsEditable=True))

    def input(self, name, default, place):
        """An input of the sub graph; returns its node. default: a number from 0 to 1, or x y z."""
        width = 1 if isinstance(default, float) else 3
        value = default if width == 1 else dict(zip("xyzw", [*default, 0.0]))
        extra = {"m_FloatType": 1, "m_RangeValues": {"x": 0.0, "y": 1.0}} if width == 1 else {}
        self.properties.append(self.add(
            f"Internal.Vector{width}ShaderProperty", name, 1, **self.shader_input(name, name, "", True), m_Precision=0,
            overrideHLSLDeclaration=False, hlslDeclarationOverride=0, m_Hidden=False, m_Value=value, **extra))
        slot = self.slot(f"{name}/node", 0, name, width, OUTPUT, "Out")
        return self.node("PropertyNode", f"{name}/node", "Property", [slot], place,
                         m_Property={"m_Id": self.properties[-1]})

    def geometry(self, kind, title, place, version=0, **fields):
        slot = self.slot(kind, 0, "Out", 3, OUTPUT)
        return self.node(kind, kind, title, [slot], place, version, m_Space=WORLD, **fields)

    def screen_position(self, place):
        slot = self.slot("ScreenPositionNode", 0, "Out", 4, OUTPUT)
        return self.node("ScreenPositionNode", "ScreenPositionNode", "Screen Position", [slot], place,
                         m_ScreenSpaceType=0)

    def baked_gi(self, place):
        what = "BakedGINode"
        slots = [self.slot(what, 0, "NormalWS", 3, INPUT, kind="NormalMaterialSlot", m_Space=WORLD),
                 self.slot(what, 2, "PositionWS", 3, INPUT, kind="PositionMaterialSlot", m_Space=WORLD),
                 self.slot(what, 3, "StaticUV", 2, INPUT, kind="UVMaterialSlot", m_Channel=1),
                 self.slot(what, 4, "DynamicUV", 2, INPUT, kind="UVMaterialSlot", m_Channel=2),
                 self.slot(what, 1, "Out", 3, OUTPUT)]
        return self.node(what, what, "Baked GI", slots, place, m_ApplyScaling=True)

    def function(self, name, place):
        """A Custom Function node; returns it with the numbers of its slots, which are the function's parameters."""
        slots, numbers = [], {}
        for number, (direction, width, parameter) in enumerate(signature(name)):
            slots.append(self.slot(name, number, parameter, width, direction))
            numbers[parameter] = number
        node = self.node("CustomFunctionNode", name, f"{name} (Custom Function)", slots, place, 1,
                         m_SourceType=FILE_SOURCE, m_FunctionName=name, m_FunctionSource=guid_of("Graph.hlsl"),
                         m_FunctionSourceUsePragmas=False, m_FunctionBody="")
        return node, numbers

    def output(self, name, place):
        slot = self.slot("SubGraphOutputNode", 1, name, 3, INPUT)
        return self.node("SubGraphOutputNode", "SubGraphOutputNode", "Output", [slot], place, IsFirstSlotValid=True)

    def text(self, output):
        category = self.add("CategoryData", "category", m_Name="",
                            m_ChildObjectList=[{"m_Id": each} for each in self.properties + self.keywords])
        context = {"m_Position": {"x": 0.0, "y": 0.0}, "m_Blocks": []}
        graph = {"m_SGVersion": 3, "m_Type": "UnityEditor.ShaderGraph.GraphData", "m_ObjectId": self.id_of("graph"),
                 "m_Properties": refer(self.properties), "m_Keywords": refer(self.keywords), "m_Dropdowns": [],
                 "m_CategoryData": refer([category]), "m_Nodes": refer(self.nodes), "m_GroupDatas": [],
                 "m_StickyNoteDatas": [], "m_Edges": self.edges, "m_VertexContext": context,
                 "m_FragmentContext": context,
                 "m_PreviewData": {"serializedMesh": {"m_SerializedMesh": "{\"mesh\":{\"instanceID\":0}}", "m_Guid": ""},
                                   "preventRotation": False},
                 "m_Path": "ProbeNorm", "m_GraphPrecision": SINGLE, "m_PreviewMode": PREVIEW_3D,
                 "m_OutputNode": {"m_Id": output}, "m_SubDatas": [], "m_ActiveTargets": []}
        rest = sorted(self.objects, key=lambda each: each["m_ObjectId"])
        return "".join(json.dumps(each, indent=4) + "\n\n" for each in [graph, *rest])


def refer(ids):
    return [{"m_Id": each} for each in ids]


def guid_of(file):
    return re.search(r"^guid: (\w{32})$", (SHADERS / (file + ".meta")).read_text(), re.MULTILINE).group(1)


def signature(name):
    """The parameters of a function of Graph.hlsl: direction, width and name of each."""
    text = re.search(rf"void {name}_float\(([^)]*)\)", (SHADERS / "Graph.hlsl").read_text()).group(1)
    for parameter in text.split(","):
        found = re.fullmatch(r"\s*(out )?float([23]?) (\w+)", parameter)
        yield OUTPUT if found[1] else INPUT, int(found[2] or 1), found[3]


def make(name, function_name, inputs, result):
    """A sub graph whose inputs go to the parameters of the same name; the surface's place fills the others."""
    graph = Graph(name)
    for keyword in KEYWORDS:
        graph.keyword(keyword)
    function, numbers = graph.function(function_name, (0, 0))
    for row, (parameter, default) in enumerate(inputs):
        graph.edge(graph.input(parameter, default, (-700, 60 * row)), 0, function, numbers[parameter])
    position = graph.geometry("PositionNode", "Position", (-700, -340), 1, m_PositionSource=0)
    view = graph.geometry("ViewDirectionNode", "View Direction", (-700, -220), 1)
    screen = graph.screen_position((-700, -100))
    graph.edge(position, 0, function, numbers["Position"])
    graph.edge(view, 0, function, numbers["View"])
    graph.edge(screen, 0, function, numbers["ScreenUV"])
    own = graph.geometry("NormalVectorNode", "Normal Vector", (-1200, -220))
    given = graph.input("Normal", (0.0, 0.0, 0.0), (-1200, -340))
    chosen, choice = graph.function("ProbeNormChooseNormal", (-950, -280))
    graph.edge(given, 0, chosen, choice["Given"])
    graph.edge(own, 0, chosen, choice["Own"])
    light = graph.baked_gi((-350, -280))
    graph.edge(chosen, choice["Normal"], light, 0)
    graph.edge(position, 0, light, 2)
    graph.edge(chosen, choice["Normal"], function, numbers["Normal"])
    graph.edge(light, 1, function, numbers["BakedGI"])
    output = graph.output(result, (300, 0))
    graph.edge(function, numbers[result], output, 1)
    return graph.text(output)


def graphs():
    yield "ProbeNormReflectionGraph", make(
        "ProbeNormReflectionGraph", "ProbeNormReflection", [("Smoothness", 0.5)], "Reflection")
    yield "ProbeNormSurroundingsGraph", make(
        "ProbeNormSurroundingsGraph", "ProbeNormSurroundings",
        [("Albedo", (0.5, 0.5, 0.5)), ("Metallic", 0.0), ("Smoothness", 0.5), ("Occlusion", 1.0)], "Color")


def main():
    parser = argparse.ArgumentParser(description="Writes the sub graphs of the Unity package.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file is not what would be written")
    check = parser.parse_args().check
    stale = []
    for name, text in graphs():
        path = SHADERS / (name + ".shadersubgraph")
        if check and (not path.exists() or path.read_text() != text):
            stale.append(str(path))
        elif not check:
            path.write_text(text)
    for path in stale:
        print(f"{path} is not what scripts/unity-subgraph.py writes", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
