#!/usr/bin/env python3
"""Reads a sub graph of Shader Graph as Unity's importer does, and writes the HLSL function that it stands for.

What the importer would refuse or silently drop is an error here: an id that nothing has, an edge between slots that are
not there, two edges into one input, a Custom Function node whose slots are not its function's parameters.
usage: subgraph.py GRAPH.shadersubgraph... > OUT.hlsl; the .hlsl files and .meta files lie beside the graphs.
"""
import json
import pathlib
import re
import sys

INPUT, OUTPUT = 0, 1
KINDS = "UnityEditor.ShaderGraph."
WIDTHS = {"Vector1MaterialSlot": 1, "Vector2MaterialSlot": 2, "UVMaterialSlot": 2, "Vector3MaterialSlot": 3,
          "NormalMaterialSlot": 3, "PositionMaterialSlot": 3, "Vector4MaterialSlot": 4}
# What Shader Graph's own nodes give, by the names that its generated code has for them.
GEOMETRY = {"PositionNode": "IN.WorldSpacePosition", "NormalVectorNode": "IN.WorldSpaceNormal",
            "ViewDirectionNode": "IN.WorldSpaceViewDirection", "ScreenPositionNode": "float4(IN.NDCPosition.xy, 0.0, 0.0)"}
WORLD = 2


def require(holds, message):
    if not holds:
        raise ValueError(message)


def kind_of(thing):
    return thing["m_Type"].removeprefix(KINDS)


def type_of(width):
    return f"float{width}" if width > 1 else "float"


def parameters_of(path, name, precision):
    text = re.search(rf"void {name}_{precision}\(([^)]*)\)", path.read_text())
    require(text, f"{path.name} has no {name}_{precision}")
    found = [re.fullmatch(rf"\s*(out )?{precision}([23]?) (\w+)", each) for each in text.group(1).split(",")]
    require(all(found), f"{name}_{precision} has a parameter of another type")
    return [(OUTPUT if each[1] else INPUT, int(each[2] or 1), each[3]) for each in found]


class SubGraph:
    def __init__(self, path):
        self.folder, self.name = path.parent, path.stem
        blocks = [block for block in path.read_text().split("\n\n") if block.strip()]
        objects = [json.loads(block) for block in blocks]
        self.things = {each["m_ObjectId"]: each for each in objects}
        require(len(self.things) == len(objects), "two objects share an id")
        require(all(re.fullmatch("[0-9a-f]{32}", each) for each in self.things), "ids are 32 hexadecimal digits")
        self.graph = objects[0]
        require(kind_of(self.graph) == "GraphData", "the graph comes first")
        self.nodes = [self.find(each) for each in self.graph["m_Nodes"]]
        self.sources = {}
        for edge in self.graph["m_Edges"]:
            self.connect(edge["m_OutputSlot"], edge["m_InputSlot"])
        self.check_ids(self.graph)

    def find(self, reference):
        require(reference["m_Id"] in self.things, f"nothing has the id {reference['m_Id']}")
        return self.things[reference["m_Id"]]

    def check_ids(self, thing):
        """Every object is reached from the graph, as Unity would write it."""
        reached, left = set(), [thing]
        while left:
            each = left.pop()
            if isinstance(each, dict):
                named = each.get("m_Id") if isinstance(each.get("m_Id"), str) else None
                if named and named not in reached:
                    reached.add(named)
                    left.append(self.find(each))
                left.extend(each.values())
            elif isinstance(each, list):
                left.extend(each)
        require(reached == set(self.things) - {thing["m_ObjectId"]}, "an object belongs to nothing")

    def slots(self, node, direction):
        slots = [self.find(each) for each in node["m_Slots"]]
        require(len({each["m_Id"] for each in slots}) == len(slots), f"{node['m_Name']} has a slot twice")
        return [each for each in slots if each["m_SlotType"] == direction]

    def connect(self, source, target):
        for end, direction in ((source, OUTPUT), (target, INPUT)):
            node = self.find(end["m_Node"])
            numbers = [each["m_Id"] for each in self.slots(node, direction)]
            require(end["m_SlotId"] in numbers, f"{node['m_Name']} has no slot {end['m_SlotId']}")
        key = (target["m_Node"]["m_Id"], target["m_SlotId"])
        require(key not in self.sources, "an input has two edges")
        self.sources[key] = (self.find(source["m_Node"]), source["m_SlotId"])

    def value(self, node, slot, lines, done):
        """The expression for an input, with what has to be computed before it in lines."""
        width = WIDTHS[kind_of(slot)]
        key = (node["m_ObjectId"], slot["m_Id"])
        if key not in self.sources:
            return self.unconnected(node, slot)
        source, number = self.sources[key]
        text, given = self.result(source, number, lines, done)
        require(given >= width, f"{source['m_Name']} gives too little to {node['m_Name']}")
        return text if given == width else f"({text}).{'xyzw'[:width]}"

    @staticmethod
    def unconnected(node, slot):
        require(kind_of(slot) == "UVMaterialSlot", f"{node['m_Name']} has nothing for {slot['m_DisplayName']}")
        return f"IN.uv{slot['m_Channel']}.xy"

    def result(self, node, number, lines, done):
        slot = next(each for each in self.slots(node, OUTPUT) if each["m_Id"] == number)
        width, kind = WIDTHS[kind_of(slot)], kind_of(node)
        if kind in GEOMETRY:
            require(node.get("m_Space", WORLD) == WORLD, f"{node['m_Name']} is in world space")
            return GEOMETRY[kind], width
        if kind == "PropertyNode":
            return self.find(node["m_Property"])["m_Name"], width
        if node["m_ObjectId"] not in done:
            done.add(node["m_ObjectId"])
            self.write(node, kind, lines, done)
        return f"n{node['m_ObjectId'][:8]}_{number}", width

    def write(self, node, kind, lines, done):
        inputs = [self.value(node, slot, lines, done) for slot in self.slots(node, INPUT)]
        outputs = [(f"n{node['m_ObjectId'][:8]}_{slot['m_Id']}", WIDTHS[kind_of(slot)]) for slot in self.slots(node, OUTPUT)]
        if kind == "BakedGINode":
            normal, position, static_uv, dynamic_uv = inputs
            lines.append(f"float3 {outputs[0][0]} = SHADERGRAPH_BAKED_GI({position}, {normal}, {static_uv}, {dynamic_uv}, true);")
            return
        require(kind == "CustomFunctionNode", f"{kind} is known")
        self.check_function(node)
        lines.extend(f"{type_of(width)} {name};" for name, width in outputs)
        arguments = ", ".join(inputs + [name for name, _ in outputs])
        lines.append(f"{node['m_FunctionName']}_float({arguments});")

    def check_function(self, node):
        guid = node["m_FunctionSource"]
        found = [meta for meta in self.folder.glob("*.hlsl.meta") if f"guid: {guid}" in meta.read_text()]
        require(len(found) == 1, f"no file has the guid {guid}")
        slots = [(each["m_SlotType"], WIDTHS[kind_of(each)], each["m_ShaderOutputName"])
                 for direction in (INPUT, OUTPUT) for each in self.slots(node, direction)]
        for precision in ("float", "half"):
            parameters = parameters_of(found[0].with_suffix(""), node["m_FunctionName"], precision)
            require(parameters == slots, f"{node['m_FunctionName']}_{precision} takes {parameters}, and its node has {slots}")

    def hlsl(self):
        category = self.find(self.graph["m_CategoryData"][0])
        inputs = [self.find(each) for each in category["m_ChildObjectList"] if "ShaderProperty" in self.find(each)["m_Type"]]
        require(len(inputs) == len(self.graph["m_Properties"]), "the category has all inputs")
        require(all(kind_of(self.find(each)) == "ShaderKeyword" for each in self.graph["m_Keywords"]), "keywords are keywords")
        output, lines = self.find(self.graph["m_OutputNode"]), []
        require(kind_of(output) == "SubGraphOutputNode", "the output is an output")
        (slot,) = self.slots(output, INPUT)
        result = self.value(output, slot, lines, set())
        parameters = [f"{type_of(1 if 'Vector1' in each['m_Type'] else 3)} {each['m_Name']}" for each in inputs]
        head = f"void SG_{self.name}_float({', '.join(parameters)}, SurfaceInputs IN, out float3 result)"
        return "\n    ".join([head + "\n{", *lines, f"result = {result};"]) + "\n}\n"


def main():
    for path in sys.argv[1:]:
        try:
            print(SubGraph(pathlib.Path(path)).hlsl())
        except (ValueError, KeyError) as error:
            return f"{path}: {error}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
