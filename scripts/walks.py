#!/usr/bin/env python3
"""The two walks through the code in docs/architecture.md: which files a cubemap and a manifest pass, and where a step goes back up.

A walk is a tree of functions below. A function is indented below the one that calls it: by its name, or by the word behind "<-" where
a callback or a table stands between the two. A folder or file before a "/" says which one is meant where several have its name. The
files are found in the sources. A step leads from the caller's file to the function's; it is up where code-figures.py would refuse
an include in that direction.

Usage: scripts/walks.py            prints the two tables
       scripts/walks.py --write    writes them into docs/architecture.md
"""

import importlib
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
figures = importlib.import_module("code-figures")
PAGE = figures.ROOT / "docs/architecture.md"

WALKS = {"cubemap": """
pnProjectEnvironment
  readViews
  api/project
    BackendCall::run
      BackendCall::tryRange
        ProjectCall::runRange
          VulkanBackend::project
            VulkanBackend::run
              makePlanProbe
              JobWork::JobWork
                Job::Job <- m_job
                  makeSteps
              Stream::run
                Stream::load
                  UploadRing::start
                    TexelCopies::TexelCopies
                Stream::submit
                  JobWork::prepare
                    Job::prepare
                  JobWork::recordPasses
                    Job::recordPasses
                      StepRecorder::record
                        StepRecorder::recordProjection
                          ShProject::recordChunk
                            ShProjectKernels::project
                              sh_project.comp/main <- sh_project_
                Stream::finish
                  JobWork::finish
                    Job::readReport
                      ShProject::readReport
                  BackendCall::finished
                    ProjectCall::handOver
""", "manifest": """
probenorm/main.cpp/main
  runProgram
    program.cpp/run
      Program::run
        Program::guarded
          command_bake.cpp/run <- m_run
            findManifest
              readManifest
                readWhole
                parseManifest
                  parseJson
                  readSettings <- Reader
            chooseProbes
            WholeBake::run
              WholeBake::bake
                bakeProbes <- bake
                  BakeRun::run
                    Pipeline::run
                      Pipeline::runJobs
                        Pipeline::load
                          Pipeline::tryToLoad
                            loadProbe
                              loadChanged
                                loadInput
                                  loadEnvironment
                                    formats/environment.cpp/readPicture
                                      readContainer
                                        ProbeReader::read
                                          FolderReader::readBeneath
                                        DecoderPool::decode
                                          decodeFile <- m_decode
                                            readRadiance <- decode
                                          decoder_process.cpp/DecoderProcess::decode
                                            DecoderProcess::ask
                                              askForClaim
                                                Pipeline::admit <- asked
                              resampleToCube
                            DeviceStage::run
                              DeviceStage::runGroup
                                DeviceStage::project
                                  FallbackContext::run
                                    run_project.cpp/ProjectCall::run <- items
                                      pnProjectEnvironments
                        Pipeline::write
                          writeProbe
                            drawProbe
                            writeCubemap
                              writeCubemapFile
                            makeRecord
                              makeResult
                      GroupThread::run <- m_commits
                        Pipeline::commit <- m_work
                          CommitTeam::commitProbes
                            CommitTeam::commitFiles
                              OutputFile::publish
              summary.cpp/writeSummary
"""}


def sources():
    files = [file for file in figures.code_files() if file.suffix in (".h", ".cpp", ".comp")]
    return {str(file.relative_to(figures.ROOT)): file.read_text() for file in files}


def body_at(text, begin):
    """A function's text from its beginning to the line of its last brace; None for a declaration."""
    depth, end = 1, text.index("(", begin) + 1
    while depth > 0:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    indent = re.match(" *", text[begin:])[0]
    found = re.match(rf"[^;{{]*\{{(?:[^\n]*\}}$|.*?^{indent}\}})", text[end:], re.M | re.S)
    return found and text[begin:end] + found[0]


def definitions(name, texts):
    """(file, text) of each function of this name."""
    folder, _, qualified = name.rpartition("/")
    owner, _, bare = qualified.rpartition("::")
    result = r"(?:[\w:<>,&*\[\] ]+[ &*])?"
    for file, text in texts.items():
        if folder and f"/{folder}/" not in f"/{file}/":
            continue
        places = [(0, text, rf"^(?! ){result}(?:\w+::)*{qualified}\(")]
        for inside in re.finditer(rf"^(?:class|struct) (?:\w+::)*{owner}\b.*?^\}};", text, re.M | re.S) if owner else []:
            places.append((inside.start(), inside[0], rf"^    {result}{bare}\("))
        for offset, part, pattern in places:
            for found in re.finditer(pattern, part, re.M):
                if body := body_at(text, offset + found.start()):
                    yield file, body


def steps(walk, texts):
    """((caller's file, caller), file, function) along a walk; fails on a function that is not there, or that its caller does not name."""
    above = []
    for line in walk.strip().splitlines():
        depth, (name, _, word) = (len(line) - len(line.lstrip())) // 2, line.strip().partition(" <- ")
        bare = re.split("[:/]", name)[-1]
        found = list(definitions(name, texts))
        files = {file for file, _ in found}
        if len(files) != 1:
            raise SystemExit(f"{name} is defined in {sorted(files) or 'no file'}")
        del above[depth:]
        if above and not re.search(rf"\b{word or bare}" + ("" if word.endswith("_") else r"\b"), above[-1][2]):
            raise SystemExit(f"{above[-1][1]} does not name {word or bare}")
        function = name.rpartition("/")[2]
        yield above[-1][:2] if above else None, found[0][0], function
        above.append((found[0][0], function, "\n".join(body for _, body in found)))


def way(before, file):
    if before.startswith("tools/") and file.startswith("plugin/"):
        return "down"  # through the public header
    is_same = before.rpartition("/")[0] == file.rpartition("/")[0]
    return "UP" if figures.is_upward(before, file) else "stays" if is_same else "down"


def shortened(functions):
    """Without the class where the one before has it too."""
    for before, function in zip(["", *functions], functions):
        owner, _, bare = function.rpartition("::")
        yield bare if owner and before.startswith(owner + "::") else function


def table(walk, texts):
    rows = []  # each visit of a file: the file, its functions, the step to it
    for caller, file, function in steps(walk, texts):
        if caller and caller[0] == file:
            next(functions for name, functions, _ in rows if name == file and caller[1] in functions).append(function)
        elif rows and rows[-1][0] == file:
            rows[-1][1].append(function)
        else:
            rows.append((file, [function], way(caller[0], file) if caller else ""))
    lines = [f"{step:7}{re.sub('^(plugin|tools/probenorm)/', '', file):40}{' '.join(shortened(functions))}"
             for file, functions, step in rows]
    down, same, up = (sum(row[2] == step for row in rows) for step in ("down", "stays", "UP"))
    total = f"{len({row[0] for row in rows})} files; steps down: {down}, in the same folder: {same}, back up: {up}."
    return "\n".join(["```", *lines, "```", total])


def main():
    texts = sources()
    page = PAGE.read_text()
    for name, walk in WALKS.items():
        written = f"<!-- walk: {name} -->\n{table(walk, texts)}\n<!-- end -->"
        if "--write" not in sys.argv:
            print(written)
        page = re.sub(rf"<!-- walk: {name} -->.*?<!-- end -->", lambda _: written, page, flags=re.S)
    if "--write" in sys.argv:
        PAGE.write_text(page)


if __name__ == "__main__":
    main()
