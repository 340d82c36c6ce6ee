#!/usr/bin/env python3
"""The list of mutants: small faults made on purpose in the product, each of which some test should find.

Usage: scripts/mutants.py [REFUSED]     writes tests/mutants/list.txt from the seed, without the mutants that the file REFUSED names

tests/mutants/run.py compiles and runs them; tests/mutants/README.md says what they showed.
"""

import collections
import pathlib
import random
import re
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "tests/mutants/list.txt"
SEED = 26
PER_GROUP = 40
# What a group's files are, and which of these are left out: other machines' code, and code without a decision.
GROUPS = {
    "kernels": (r"shaders/(lib/)?[^/]+\.(comp|glsl)", r"-"),
    "twins": (r"plugin/core/(kernel|sh|light)/[^/]+", r"simd_(config|target)"),
    "boundaries": (r"plugin/(api|vulkan/(job|passes|device)|unity)/[^/]+", r"old_glibc|unload|stay_loaded|unity_interface|/kernels\."),
    "readers": (r"tools/probenorm/image/.*", r"tiff|tga|angular|stb_image"),
    "bake": (r"tools/probenorm/(bake|run)/[^/]+", r"/digest|/bake_index"),
}
SOURCE = re.compile(r"\.(c|cpp|h|comp|glsl)$")

TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*|\s+)
      | (?P<number>\.?\d(?:['\w.]|(?<=[eE])[+-])*)
      | (?P<text>R"(?P<mark>[^(\n]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      | (?P<name>[A-Za-z_]\w*)
      | (?P<sign><<=|>>=|<=>|\.\.\.|::|->|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^<>=!]=|.)""", re.S | re.M | re.X)
SWAPPED = {
    "relational": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    "arithmetic": {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&",
                   "+=": "-=", "-=": "+="},
    "logical": {"&&": "||", "||": "&&"},
}
SWAPPED_NAMES = {
    "relational": {"Lt": "Le", "Gt": "Ge", "Eq": "Ne", "lessThan": "lessThanEqual", "greaterThanEqual": "greaterThan"},
    "arithmetic": {"Add": "Sub", "Sub": "Add", "Mul": "Add"},
    "minmax": {"min": "max", "max": "min", "Min": "Max", "Max": "Min"},
}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="}
STATEMENT_STOPS = {";", "{", "}", "else", "do"}
EXPRESSION_STOPS = STATEMENT_STOPS | ASSIGNMENTS | {",", "?", ":", "return", "throw", "case"}
OPENING = {"(": ")", "[": "]", "{": "}"}
KEYWORDS = {"else", "do", "try", "const", "noexcept", "override", "mutable", "final"}
MESSAGES = {"format", "joined", "refuse", "log", "warn", "print", "message", "assert", "static_assert", "note"}


class Token(typing.NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class Mutant(typing.NamedTuple):
    """One line of the list. The source line's text and which of equal lines it is find it again after code has moved."""
    number: int
    group: str
    file: str
    kind: str
    column: int
    occurrence: int
    becomes: str
    line: str


class Candidate(typing.NamedTuple):
    """A possible mutant of a file: what its line of the list says, and that bytes start to end become mutated."""
    kind: str
    column: int
    occurrence: int
    becomes: str
    line: str
    row: int
    start: int
    end: int
    mutated: str


class Source:
    """The tokens of a file, which brackets belong together, and which tokens no mutant may touch."""

    def __init__(self, text: str):
        self.text = text
        self.tokens = [Token(m.lastgroup if m.lastgroup != "mark" else "text", m[0], m.start(), m.end())
                       for m in TOKEN.finditer(text) if m.lastgroup != "skip"]
        self.match: dict[int, int] = {}
        open_brackets: list[int] = []
        for i, token in enumerate(self.tokens):
            if token.text in OPENING and token.kind == "sign":
                open_brackets.append(i)
            elif token.text in OPENING.values() and token.kind == "sign" and open_brackets:
                self.match[i] = open_brackets.pop()
                self.match[self.match[i]] = i
        self.excluded = {i for start in range(len(self.tokens)) for i in self._excluded_from(start)}

    def word(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) and self.tokens[i].kind != "text" else ""

    def _until_statement_end(self, i: int) -> int:
        """The end of the declaration at i: its semicolon, or the closing brace of its function."""
        has_value = False
        while i < len(self.tokens) and self.word(i) != ";":
            has_value = has_value or self.word(i) == "="
            if self.word(i) in OPENING:
                closing = self.match.get(i, i)
                if self.word(i) == "{" and not has_value and self.word(closing + 1) not in (";", ",", ")"):
                    return closing
                i = closing
            i += 1
        return i

    def _excluded_from(self, i: int) -> range:
        """The tokens that the word at i takes out: what the compiler computes, declares, or prints."""
        word = self.word(i)
        if word == "constexpr" and self.word(i - 1) != "if" or word in ("using", "typedef", "enum", "consteval"):
            return range(i, self._until_statement_end(i))
        if word == "template" and self.word(i + 1) == "<":
            return range(i, next((k for k in range(i, len(self.tokens)) if self.word(k) in ("{", ";", "(")), i))
        opening = i + 2 if self.word(i + 1) == "::" else i + 1
        if (word in MESSAGES | {"constexpr", "layout", "alignas", "decltype", "noexcept", "sizeof", "__attribute__"}
                and self.word(opening) == "("):
            return range(i, self.match.get(opening, i) + 1)
        return range(0)

    def region(self, i: int, stops: set[str]) -> tuple[int, int]:
        """The first and the last token of the smallest expression or statement around token i, up to one of stops."""
        first = last = i
        while first > 0:
            before = self.word(first - 1)
            if before in stops and not (before == "}" and self._is_initializer(first - 1)) or before in OPENING:
                break
            if before in (")", "]", "}"):
                opening = self.match.get(first - 1, first - 1)
                if self.word(opening - 1) in ("if", "for", "while", "switch", "constexpr"):
                    break
                first = opening
            else:
                first -= 1
        while last + 1 < len(self.tokens):
            after = self.word(last + 1)
            if after in OPENING:
                last = self.match.get(last + 1, last + 1)
            elif after in stops or after in OPENING.values():
                break
            else:
                last += 1
        return first, last

    def _is_initializer(self, closing: int) -> bool:
        before = self.match.get(closing, 0) - 1
        return before >= 0 and self.tokens[before].kind == "name" and self.word(before) not in KEYWORDS

    def span(self, first: int, last: int) -> str:
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def is_spaced(self, i: int) -> bool:
        """Whether white space is around the token, as clang-format sets it around operators of two operands."""
        token = self.tokens[i]
        return self.text[token.start - 1].isspace() and self.text[token.end].isspace()

    def candidates(self) -> typing.Iterator[Candidate]:
        seen: collections.Counter[tuple[str, int]] = collections.Counter()
        occurrences: collections.Counter[str] = collections.Counter()
        lines = self.text.split("\n")
        starts = [0]
        for line in lines:
            occurrences[line.strip()] += 1
            seen[line.strip(), len(starts) - 1] = occurrences[line.strip()]
            starts.append(starts[-1] + len(line) + 1)
        row = 0
        for i, token in enumerate(self.tokens):
            while starts[row + 1] <= token.start:
                row += 1
            found = None if i in self.excluded else self._mutation(i)
            if found:
                kind, becomes, first, last, mutated = found
                line = lines[row].strip()
                yield Candidate(kind, token.start - starts[row] - lines[row].index(line), seen[line, row], becomes, line, row,
                                self.tokens[first].start, self.tokens[last].end, mutated)

    def _mutation(self, i: int) -> tuple[str, str, int, int, str] | None:
        """What the token at i can become: the kind, the new text, and what the region around it then is."""
        kind, text, start, end = self.tokens[i]
        if text == "if" and self.word(i + 1) == "(":
            first, last = i + 2, self.match[i + 1] - 1
            return "condition", "if !", first, last, f"!({self.span(first, last)})"
        if text == "return" and self.word(i + 1) != ";":
            return self._changed_return(i)
        if kind == "name" and self.word(i - 1) in STATEMENT_STOPS | {")"}:
            call = self._call(i)
            if call:
                return call
        new = self._swapped(i)
        if new is None:
            return None
        mutation, becomes = new
        first, last = self.region(i, STATEMENT_STOPS if text in ASSIGNMENTS else EXPRESSION_STOPS)
        if mutation == "arithmetic" and any(t.kind == "text" for t in self.tokens[first:last + 1]):
            return None # a message
        before, after = self.tokens[first].start, self.tokens[last].end
        return mutation, becomes, first, last, self.text[before:start] + becomes + self.text[end:after]

    def _swapped(self, i: int) -> tuple[str, str] | None:
        token = self.tokens[i]
        if token.kind == "sign" and self.is_spaced(i):
            return next(((kind, table[token.text]) for kind, table in SWAPPED.items() if token.text in table), None)
        if token.kind == "name" and self.word(i + 1) in ("(", "<"):
            return next(((kind, t[token.text]) for kind, t in SWAPPED_NAMES.items() if token.text in t), None)
        if token.kind == "number" and not self._is_declared_size(i):
            number = re.fullmatch(r"(0x[\da-fA-F]+|0|[1-9]\d*)(u|U|)", token.text)
            if number:
                value = int(number[1], 0) + 1
                return "constant", (hex(value) if number[1].startswith("0x") else str(value)) + number[2]
        return None

    def _is_declared_size(self, i: int) -> bool:
        """Whether the number is a template's argument, a label, or the length of an array that is declared here."""
        if self.word(i - 1) == "case" or any(self.word(k) in "<>" and not self.is_spaced(k) for k in (i - 1, i + 1)):
            return True
        if self.word(i - 1) != "[" or self.word(i + 1) != "]":
            return False
        return i >= 3 and (self.tokens[i - 3].kind == "name" or self.word(i - 3) in (">", "*", "&")) \
            and self.word(i - 3) not in ("return", "else")

    def _call(self, i: int) -> tuple[str, str, int, int, str] | None:
        """A statement that is one call and nothing else."""
        first, last = self.region(i, STATEMENT_STOPS)
        words = [self.word(k) for k in range(first, last + 1)]
        if first != i or self.word(last + 1) != ";" or words[-1] != ")" or any(w in MESSAGES for w in words):
            return None
        chain = [self.word(k) for k in range(first, self.match.get(last, 0))]
        if len(chain) % 2 == 0 or any(word not in (".", "->", "::") for word in chain[1::2]):
            return None
        return "call", "removed", first, last, ""

    def _changed_return(self, i: int) -> tuple[str, str, int, int, str] | None:
        first, last = i + 1, self.region(i + 1, STATEMENT_STOPS)[1]
        words = {self.word(k) for k in range(first, last + 1) if self.word(k) not in "<>" or self.is_spaced(k)}
        value = self.span(first, last)
        if any(t.kind == "text" for t in self.tokens[first:last + 1]) or self.word(first) == "{":
            return None
        if words & {"true", "false", "!", "<", ">", "<=", ">=", "==", "!=", "&&", "||"} and "?" not in words:
            return "return", "return !", first, last, f"!({value})"
        return "return", "return other", first, last, f"PN_OTHER({value})"


def files_of(group: str, root: pathlib.Path) -> list[str]:
    wanted, left_out = GROUPS[group]
    names = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
    return [n for n in names if re.fullmatch(wanted, n) and SOURCE.search(n) and not re.search(left_out, n)]


def chosen(group: str, refused: set[str]) -> typing.Iterator[tuple[str, Candidate]]:
    """The group's mutants in the seed's order: kinds take turns, a line is used once, regions do not overlap."""
    pools: dict[str, list[tuple[str, Candidate]]] = collections.defaultdict(list)
    for file in files_of(group, ROOT):
        for candidate in Source((ROOT / file).read_text()).candidates():
            pools[candidate.kind].append((file, candidate))
    kinds = sorted(pools)
    for kind in kinds:
        random.Random(f"{SEED} {group} {kind}").shuffle(pools[kind])
    taken: dict[str, list[Candidate]] = collections.defaultdict(list)
    while any(pools.values()):
        for kind in kinds:
            while pools[kind]:
                file, new = pools[kind].pop()
                if name_of(file, new) in refused:
                    continue
                if all(new.row != old.row and (new.end <= old.start or old.end <= new.start) for old in taken[file]):
                    taken[file].append(new)
                    yield file, new
                    break


def name_of(file: str, candidate: Candidate | Mutant) -> str:
    return f"{file}\t{candidate.kind}\t{candidate.column}\t{candidate.occurrence}\t{candidate.becomes}\t{candidate.line}"


def make_list(refused: set[str]) -> None:
    rows = []
    for group in GROUPS:
        for _, (file, candidate) in zip(range(PER_GROUP), chosen(group, refused)):
            rows.append(f"{len(rows) + 1}\t{group}\t{name_of(file, candidate)}\n")
    LIST.write_text("".join(rows))


def read_list() -> list[Mutant]:
    fields = (line.split("\t", 7) for line in LIST.read_text().splitlines())
    return [Mutant(int(f[0]), f[1], f[2], f[3], int(f[4]), int(f[5]), f[6], f[7]) for f in fields]


def found_again(mutant: Mutant, candidates: dict[str, list[Candidate]]) -> tuple[str, Candidate] | None:
    """The mutant's place in a tree: in the file of the list, or else in another of its group that has the line."""
    for file in [mutant.file, *sorted(candidates.keys() - {mutant.file})]:
        same = [c for c in candidates.get(file, [])
                if (c.kind, c.column, c.becomes, c.line) == (mutant.kind, mutant.column, mutant.becomes, mutant.line)]
        for candidate in same:
            if candidate.occurrence == mutant.occurrence or file != mutant.file or len(same) == 1:
                return file, candidate
    return None


def placed(root: pathlib.Path) -> dict[str, list[tuple[Mutant, Candidate]]]:
    """The mutants of the list by the file of the tree that holds them now."""
    result = collections.defaultdict(list)
    mutants = read_list()
    for group in GROUPS:
        ours = [m for m in mutants if m.group == group]
        files = {*files_of(group, root), *(m.file for m in ours if (root / m.file).exists())}
        candidates = {f: list(Source((root / f).read_text()).candidates()) for f in files}
        for mutant in ours:
            place = found_again(mutant, candidates)
            if place:
                result[place[0]].append((mutant, place[1]))
    return result


if __name__ == "__main__":
    make_list(set(pathlib.Path(sys.argv[1]).read_text().splitlines()) if len(sys.argv) > 1 else set())
