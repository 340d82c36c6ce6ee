#!/usr/bin/python3
"""A blind test: which of two renderings of a view looks more like its path-traced truth? Run by hand; docs/scene.md has
the results.

usage: judges.py keep STUDY                  takes the pictures of `scene study --output STUDY` into views.jpg
       judges.py pairs FOLDER --seed N       writes a picture per view and rival, and FOLDER.json, which tells which is which;
                                             --rival NAME: of that alone
       judges.py record FOLDER ANSWERS --judge KIND   adds a file of lines "NUMBER top" or "NUMBER bottom" to answers.csv
       judges.py tally STUDY                 prints how often `probenorm` was chosen, and how often measures agree

A pair shows one rendering above the truth and one below it, in random order, both and the truth mirrored at random. A
judge sees the pictures and the question, and neither FOLDER.json nor another judge's answers. Debian: python3-pil,
python3-numpy.
"""

import argparse
import csv
import json
import pathlib
import random

import numpy as np
from PIL import Image, ImageOps

HERE = pathlib.Path(__file__).resolve().parent
SHEET, VIEWS, ANSWERS = HERE / "views.jpg", HERE / "views.txt", HERE / "answers.csv"
PICTURED = ("plain", "probenorm", "probenorm, version 3", "hdrp-corrected", "rend2", "blackops", "truth")  # kPictured
OURS, GAP, ENLARGED = "probenorm", 4, 2
FIELDS = ("scene", "view", "rival", "chosen", "judge", "seed")
QUESTION = """Each picture shows a room three times. The middle is the truth. Above and below it are two other renderings
of the same room. Which of the two looks more like the truth to you, as a whole? Answer top or bottom for each picture, also
where they are nearly equal."""
# Whether more of a measure is better.
MEASURES = {"log error": -1, "relative square": -1, "SSIM": 1, "HDR-FLIP": -1}


def pictures_by_view():
    """The pictures of each view, by name: a row of the sheet."""
    names, sheet = VIEWS.read_text().split(), Image.open(SHEET).convert("RGB")
    width, height = ((side + GAP) // count for side, count in zip(sheet.size, (len(PICTURED), len(names))))
    return {view: {name: sheet.crop((x * width, y * height, (x + 1) * width - GAP, (y + 1) * height - GAP))
                   for x, name in enumerate(PICTURED)} for y, view in enumerate(names)}


def keep(options):
    paths = sorted((options.study / "views").glob("*.png"))
    rows = [Image.open(path).convert("RGB") for path in paths]
    width, height = rows[0].size
    sheet = Image.new("RGB", (width, len(rows) * (height + GAP) - GAP), "white")
    for y, row in enumerate(rows):
        sheet.paste(row, (0, y * (height + GAP)))
    sheet.save(SHEET, quality=88)
    VIEWS.write_text("".join(path.stem + "\n" for path in paths))


def pair_picture(pictures, mirrored, top, bottom):
    three = [pictures[top], pictures["truth"], pictures[bottom]]
    width, height = (ENLARGED * side for side in three[0].size)
    whole = Image.new("RGB", (width, 3 * height + 2 * GAP), "white")
    for i, picture in enumerate(three):
        large = picture.resize((width, height), Image.Resampling.BICUBIC)
        whole.paste(ImageOps.mirror(large) if mirrored else large, (0, i * (height + GAP)))
    return whole


def pairs(options):
    generator = random.Random(options.seed)
    rivals = options.rival or [name for name in PICTURED if name not in (OURS, "truth")]
    pictures = pictures_by_view()
    order = [(view, rival) for view in pictures for rival in rivals]
    generator.shuffle(order)
    options.folder.mkdir(parents=True)
    (options.folder / "question.txt").write_text(QUESTION + "\n")
    key = []
    for number, (view, rival) in enumerate(order):
        top, bottom = generator.sample([OURS, rival], 2)
        picture = pair_picture(pictures[view], generator.random() < 0.5, top, bottom)
        picture.save(options.folder / f"{number:03}.png")
        key.append({"view": view, "rival": rival, "top": top, "bottom": bottom})
    key_of(options.folder).write_text(json.dumps({"seed": options.seed, "pairs": key}, indent=1))


def key_of(folder):
    return folder.parent / (folder.name + ".json")


def sides_of(path):
    """What a file of answers says, by number."""
    sides = {}
    for line in path.read_text().splitlines():
        number, side = line.split()
        if side not in ("top", "bottom") or int(number) in sides:
            raise SystemExit(f"{path}: not an answer, or a second one: {line}")
        sides[int(number)] = side
    return sides


def record(options):
    key = json.loads(key_of(options.folder).read_text())
    is_new = not ANSWERS.exists()
    with ANSWERS.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(FIELDS)
        for number, side in sides_of(options.answers).items():
            pair = key["pairs"][number]
            scene, view = split_name(pair["view"])
            writer.writerow((scene, view, pair["rival"], pair[side], options.judge, key["seed"]))


def split_name(name):
    """Scene and view: names of views have no underscore."""
    return name.rsplit("_", 1)


def interval(wins, generator):
    """95 % interval of the share of wins, of views drawn again: answers on one view are not independent."""
    groups = [np.array(group) for group in wins.values()]
    drawn = generator.integers(0, len(groups), (4000, len(groups)))
    sums, counts = np.array([group.sum() for group in groups]), np.array([len(group) for group in groups])
    return np.percentile(sums[drawn].sum(1) / counts[drawn].sum(1), (2.5, 97.5))


def wins_by_view(rows):
    wins = {}
    for row in rows:
        wins.setdefault((row["scene"], row["view"]), []).append(row["chosen"] == OURS)
    return wins


def tally(options):
    rows = list(csv.DictReader(ANSWERS.open()))
    generator = np.random.default_rng(1)
    print("| against | judgements | chosen | 95 % interval | in the own room |\n|---|---|---|---|---|")
    for rival in dict.fromkeys(row["rival"] for row in rows):
        own = [row for row in rows if row["rival"] == rival]
        low, high = interval(wins_by_view(own), generator)
        chosen = sum(row["chosen"] == OURS for row in own)
        room = [row["chosen"] == OURS for row in own if row["scene"] == "own_room"]
        print(f"| `{rival}` | {len(own)} | {chosen / len(own):.0%} | {low:.0%} to {high:.0%} | {sum(room)} of {len(room)} |")
    scores = {(row["scene"], row["view"], row["formula"]): row for row in csv.DictReader((options.study / "scores.csv").open())}
    print("\n| measure | agrees with the judges |\n|---|---|")
    for measure, sign in MEASURES.items():
        agreed = 0
        for row in rows:
            ours, rival = (float(scores[row["scene"], row["view"], name][measure]) for name in (OURS, row["rival"]))
            agreed += (sign * (ours - rival) > 0) == (row["chosen"] == OURS)
        print(f"| {measure} | {agreed / len(rows):.0%} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, call, names in (("keep", keep, ("study",)), ("pairs", pairs, ("folder",)), ("record", record, ("folder", "answers")),
                              ("tally", tally, ("study",))):
        command = commands.add_parser(name)
        command.set_defaults(call=call)
        for argument in names:
            command.add_argument(argument, type=pathlib.Path)
        if name == "pairs":
            command.add_argument("--seed", type=int, required=True)
            command.add_argument("--rival", action="append", choices=PICTURED)
        if name == "record":
            command.add_argument("--judge", required=True)
    options = parser.parse_args()
    options.call(options)


if __name__ == "__main__":
    main()
