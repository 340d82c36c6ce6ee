#!/usr/bin/env python3
"""Draws docs/images/prefilter_time.svg, error against time, from the table in docs/prefiltering.md."""

import math
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTH, HEIGHT, LEFT, TOP, PANEL = 900, 420, 62, 30, 370
LOWER = {"Godot, high quality": -6, "Unity HDRP": 16}  # labels that would lie on others


def rows():
    """Tool, median rms in %, ms of one core, us of an H200; times may be missing."""
    for line in (ROOT / "docs/prefiltering.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 8 and "/" in cells[2]:
            yield cells[0].replace("`", ""), float(cells[2].split("/")[0]), cells[6], cells[7]


def panel(left, title, points, decades):
    low, high = decades
    across = lambda time: left + PANEL * (math.log10(time) - low) / (high - low)
    down = lambda error: TOP + 330 * (2 - math.log10(error)) / 5  # 100 % to .001 %
    parts = [f'<text x="{left}" y="{TOP - 12}" font-weight="bold">{title}</text>']
    for decade in range(low, high + 1):
        x = across(10**decade)
        parts.append(f'<path d="M{x:.0f} {TOP}V{TOP + 330}" stroke="#ddd"/><text x="{x:.0f}" y="{TOP + 348}" text-anchor="middle">{10**decade:g}</text>')
    for decade in range(-3, 3):
        y = down(10**decade)
        parts.append(f'<path d="M{left} {y:.0f}H{left + PANEL}" stroke="#ddd"/><text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{10**decade:g}</text>')
    for name, time, error in points:
        x, y, ours = across(time), down(error), name.startswith("ProbeNorm")
        side = ('end', -8) if x > left + PANEL * 0.6 else ('start', 8)
        parts.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4.5" fill="{"#c2410c" if ours else "#475569"}"/>'
                     f'<text x="{x + side[1]:.0f}" y="{y + LOWER.get(name, 4):.0f}" text-anchor="{side[0]}">{name}</text>')
    return parts


def main():
    table = list(rows())
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    parts += panel(LEFT, "one core: ms per cubemap", [(n, float(ms), e) for n, e, ms, _ in table if ms], (1, 5))
    parts += panel(LEFT + PANEL + 70, "H200: us per cubemap", [(n, float(us), e) for n, e, _, us in table if us], (0, 3))
    parts.append(f'<text x="{LEFT - 45}" y="{HEIGHT - 12}">rms error in % of the mean, the median of 780 cells, against time; 128², mips 1 to 6</text></svg>')
    (ROOT / "docs/images/prefilter_time.svg").write_text("\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
