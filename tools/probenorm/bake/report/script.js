"use strict";
// A row is [id, size, texels, average, brightest, least, window, energy, bad, negative, notes, warnings, cubemap, blocks, picture].
// Pictures are in the row (base64), or where there are parts, beside the page. Other files lie beside the page.
const kSeverities = ["", "note", "warning", "error"];
const rankOf = (warning) => kSeverities.indexOf(warning[2]);
const gravestOf = (row) => Math.max(0, ...row[11].map(rankOf));
const kColumns = [
    { name: "probe", value: (row) => row[0], help: "The name of the probe in the manifest." },
    { name: "size", value: (row) => row[2], text: (row) => row[1],
      help: "Texels of the input: of a map, or of a cubemap's six faces. Sorts by their number." },
    { name: "average", value: (row) => row[3], histogram: Math.log10,
      help: "The average of irradiance / pi over all directions, as luminance." },
    { name: "brightest texel", value: (row) => row[4], histogram: Math.log10,
      text: (row) => digits(row[4]) + (row[8] > 0 ? " (finite)" : ""),
      help: "The largest finite channel of all texels. Infinity counts as 65504 in the light; such texels are among the bad ones." },
    { name: "least", value: (row) => row[5], histogram: (x) => x,
      help: "The least irradiance / pi of all directions, after the window. Below zero, the bands are too few for this light." },
    { name: "window", value: (row) => (isWord(row[6]) ? 1 : row[6]), text: (row) => (isWord(row[6]) ? row[6] : digits(row[6])),
      help: "How wide the window is that keeps the irradiance above zero: the less, the stronger. None where none is needed; another word is a window of the manifest." },
    { name: "energy", value: (row) => row[7], histogram: (x) => x,
      text: (row) => (isWord(row[6]) ? "" : `${(100 * row[7]).toFixed(1)} %`),
      help: "What the window keeps of the light above band 0." },
    { name: "bad texels", value: (row) => row[8], isBad: true,
      help: "Texels with a channel that is NaN, infinite or beyond 2^64." },
    { name: "negative", value: (row) => row[9], isBad: true, help: "Texels with a channel below zero." },
    { name: "BC6H error", value: (row) => row[13], text: (row) => (row[13] > 0 ? `${digits(row[13])} stops` : ""),
      help: "Of the compressed cubemap: the root of the mean square of the differences of its channels." },
    { name: "severity", value: gravestOf, text: (row) => kSeverities[gravestOf(row)], isBad: true,
      help: "Of the gravest warning: an error changes light by 1 % or more, or an engine shows it." },
    { name: "warnings", value: (row) => row[11].length, isBad: true,
      help: "How many warnings the probe has; they stand beside its pictures." },
];
const kPanels = ["before", "irradiance +Z, -Z", "factor", "after"];
const kRowsAtOnce = 50;
const kMostPrinted = 2000;
const kBins = 24;

const byId = (id) => document.getElementById(id);
const table = document.querySelector("table");
const collator = new Intl.Collator("en", { numeric: true });
const rows = [];
let expected = 0; // rows, as long as parts are loaded
let shown = []; // rows in the order in which they stand
let drawn = 0; // how many of them are in the table
let order = null; // { column, sign }
let range = null; // { column, low, high } of a bar that was clicked

function make(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
}

const isWord = (value) => typeof value === "string";

function digits(value) {
    return String(Number(value.toPrecision(5)));
}

function textOf(column, row) {
    if (column.text) return column.text(row);
    const value = column.value(row);
    return isWord(value) ? value : digits(value);
}

const pictureOf = (row) => (row[14] ? `data:image/jpeg;base64,${row[14]}` : `probes/${row[0]}.png`);

// To the record, and to the cubemap if there is one.
const linksOf = (row) => ["json", row[12]].filter((ending) => ending !== "none")
    .flatMap((ending) => [make("a", { href: `probes/${row[0]}.${ending}`, textContent: `${row[0]}.${ending}` }), " "]);

// "1 probe has", "2 probes have".
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

function cellOf(column, row) {
    const cell = make(column === kColumns[0] ? "th" : "td", { textContent: textOf(column, row) });
    if (column === kColumns[0]) cell.scope = "row";
    else cell.dataset.name = column.name;
    if (column.isBad && column.value(row) > 0) cell.className = "bad";
    return cell;
}

function pictureRow(row) {
    const alt = `Cube, irradiance, factor and normalized cube of ${row[0]}`;
    const image = make("img", { width: 560, height: 96, loading: "lazy", decoding: "async", src: pictureOf(row), alt });
    const captions = make("figcaption", {}, ...kPanels.map((name) => make("span", { textContent: name })));
    const notes = make("div", { className: "notes" }, ...row[10].map((text) => make("p", { textContent: text })));
    notes.append(make("p", {}, ...linksOf(row)));
    for (const [kind, text, severity] of row[11])
        notes.append(make("p", { className: "warning" }, `${severity}: `, make("b", { textContent: kind }), ` ${text}`));
    const link = make("a", { href: `probes/${row[0]}.png`, title: "The picture as it was written" }, image);
    const probe = make("div", { className: "probe" }, make("figure", {}, link, captions), notes);
    return make("tr", {}, make("td", { colSpan: kColumns.length }, probe));
}

// Draws the next rows; the others follow when the end of the table comes near.
function drawMore() {
    for (const row of shown.slice(drawn, drawn + kRowsAtOnce)) {
        const numbers = make("tr", {}, ...kColumns.map((column) => cellOf(column, row)));
        table.append(make("tbody", {}, numbers, pictureRow(row)));
    }
    drawn = Math.min(drawn + kRowsAtOnce, shown.length);
    byId("more").textContent = drawn < shown.length ? `${drawn} of ${shown.length} drawn; the others follow` : "";
}

function isNearEnd() {
    return drawn < shown.length && byId("more").getBoundingClientRect().top < innerHeight + 1500;
}

function drawWhatIsSeen() {
    do drawMore();
    while (isNearEnd());
}

function isShown(row) {
    const kind = byId("warned").value;
    if (!row[0].toLowerCase().includes(byId("find").value.toLowerCase())) return false;
    if (kind !== "" && !row[11].some((warning) => kind === "*" || warning[0] === kind)) return false;
    if (!range) return true;
    const value = kColumns[range.column].value(row);
    return range.low <= value && value <= range.high;
}

function compare(a, b) {
    return isWord(a) ? collator.compare(a, b) : a - b;
}

// Chooses and orders the rows anew.
function choose() {
    shown = rows.filter(isShown);
    if (order) {
        const valueOf = kColumns[order.column].value;
        shown.sort((a, b) => order.sign * compare(valueOf(a), valueOf(b)));
    }
}

// The same, and begins the table again.
function refresh() {
    choose();
    for (const body of [...table.tBodies]) body.remove();
    drawn = 0;
    drawWhatIsSeen();
    byId("shown").textContent = shown.length === rows.length ? "" : `${shown.length} of ${rows.length} shown`;
    byId("reset").hidden = shown.length === rows.length;
}

// A second click on the same column turns the order round; numbers begin with the largest.
function sortBy(column) {
    const first = column === 0 ? 1 : -1;
    const isAgain = order !== null && order.column === column && order.sign === first;
    order = { column, sign: isAgain ? -first : first };
    [...table.tHead.rows[0].cells].forEach((header, i) => {
        header.ariaSort = i !== column ? "none" : order.sign > 0 ? "ascending" : "descending";
    });
    refresh();
}

function showAll() {
    byId("find").value = "";
    byId("warned").value = "";
    range = null;
    drawSummary();
    refresh();
}

// The values of a column in bins of equal width, on the column's own scale. What the scale does not hold, as the
// logarithm of zero, is left out.
function binsOf(column) {
    const { histogram, value: valueOf } = kColumns[column];
    const scaled = rows.map((row) => [histogram(valueOf(row)), valueOf(row)]).filter(([x]) => Number.isFinite(x));
    let [low, high] = [Infinity, -Infinity];
    for (const [x] of scaled) [low, high] = [Math.min(low, x), Math.max(high, x)];
    const bins = Array.from({ length: kBins }, () => ({ count: 0, low: Infinity, high: -Infinity }));
    for (const [x, value] of scaled) {
        const bin = bins[high > low ? Math.min(Math.floor(((x - low) / (high - low)) * kBins), kBins - 1) : 0];
        bin.count += 1;
        bin.low = Math.min(bin.low, value);
        bin.high = Math.max(bin.high, value);
    }
    return bins;
}

// An element of the picture that text/html makes of its tag.
function makeSvg(text) {
    return make("template", { innerHTML: `<svg>${text}</svg>` }).content.firstChild.firstChild;
}

// Numbers only, so nothing in it can be taken for HTML. The space above a bar can be clicked, too.
function barOf(column, bin, i, most) {
    if (bin.count === 0) return [];
    const isChosen = range !== null && range.column === column && range.low === bin.low;
    const height = Math.max((100 * bin.count) / most, 3);
    const group = makeSvg(`<g><title>${digits(bin.low)} to ${digits(bin.high)}: ${counted(bin.count, "probe", "probes")}</title>
        <rect class="space" x="${10 * i}" y="0" width="10" height="100"/>
        <rect class="${isChosen ? "chosen" : ""}" x="${10 * i}" y="${100 - height}" width="9" height="${height}"/></g>`);
    group.addEventListener("click", () => {
        range = isChosen ? null : { column, low: bin.low, high: bin.high };
        drawSummary();
        refresh();
    });
    return [group];
}

function histogramOf(column) {
    const bins = binsOf(column);
    const filled = bins.filter((bin) => bin.count > 0);
    if (filled.length === 0) return [];
    const most = Math.max(...bins.map((bin) => bin.count));
    const picture = makeSvg(`<svg viewBox="0 0 ${10 * kBins} 100" preserveAspectRatio="none"></svg>`);
    picture.append(...bins.flatMap((bin, i) => barOf(column, bin, i, most)));
    const limits = [filled[0].low, filled[filled.length - 1].high].map((x) => make("span", { textContent: digits(x) }));
    const name = make("b", { textContent: kColumns[column].name });
    return [make("figure", {}, picture, make("figcaption", {}, limits[0], name, limits[1]))];
}

// The gravest first.
function warningCounts() {
    const counts = new Map(), ranks = new Map();
    for (const row of rows) {
        for (const warning of row[11]) ranks.set(warning[0], Math.max(ranks.get(warning[0]) ?? 0, rankOf(warning)));
        for (const kind of new Set(row[11].map((warning) => warning[0]))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => ranks.get(b[0]) - ranks.get(a[0]));
}

function drawSummary() {
    const warned = rows.filter((row) => row[11].length > 0).length;
    const kinds = warningCounts().map(([kind, count]) => `${count} ${kind}`).join(", ");
    const have = warned === 1 ? "has" : "have";
    const text = warned === 0 ? "No probe has a warning."
        : `${warned} of ${counted(rows.length, "probe", "probes")} ${have} warnings: ${kinds}.`;
    const histograms = kColumns.flatMap((column, i) => (column.histogram ? histogramOf(i) : []));
    byId("summary").replaceChildren(make("p", { textContent: text }), ...histograms);
}

function addProbes(more) {
    const isFirst = rows.length === 0;
    for (const row of more) rows.push(row);
    if (isFirst) refresh();
    if (expected > 0) byId("state").textContent = `Loading: ${rows.length} of ${expected} probes.`;
}

// lost: names of parts that could not be loaded.
function finishReport(lost = []) {
    const missing = `Not beside this page: ${lost.join(", ")}; ${counted(expected - rows.length, "probe is", "probes are")} missing.`;
    byId("state").textContent = lost.length > 0 ? missing : "";
    byId("state").className = lost.length > 0 ? "warning" : "";
    for (const [kind] of warningCounts()) byId("warned").append(make("option", { value: kind, textContent: kind }));
    drawSummary();
    if (order) refresh();
    else choose(); // what is drawn already stays
    if (isNearEnd()) drawWhatIsSeen();
    document.documentElement.dataset.loaded = rows.length;
}

// By script elements, since a page that lies on a disk may fetch nothing; one after the other.
async function loadParts(names, count) {
    expected = count;
    const lost = [];
    for (const src of names) {
        await new Promise((done) => {
            const part = make("script", { src, onload: done, onerror: () => done(lost.push(src)) });
            document.head.append(part);
        });
    }
    finishReport(lost);
}

table.tHead.rows[0].append(...kColumns.map((column, i) => {
    const button = make("button", { type: "button", title: column.help, textContent: column.name, onclick: () => sortBy(i) });
    return make("th", { scope: "col", ariaSort: "none" }, button);
}));
for (const { name, help } of kColumns)
    byId("columns").append(make("dt", { textContent: name }), make("dd", { textContent: help }));
byId("find").addEventListener("input", refresh);
byId("warned").addEventListener("change", refresh);
byId("reset").addEventListener("click", showAll);
addEventListener("scroll", () => isNearEnd() && drawWhatIsSeen(), { passive: true });
addEventListener("beforeprint", () => {
    while (drawn < Math.min(shown.length, kMostPrinted)) drawMore();
});
