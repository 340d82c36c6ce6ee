"use strict";
const table = document.querySelector("table");
const headers = [...table.tHead.rows[0].cells];
const probes = [...table.tBodies];
const find = document.getElementById("find");
const warned = document.getElementById("warned");

function valueOf(probe, column) {
    const text = probe.rows[0].cells[column].dataset.value;
    return column === 0 ? text : Number(text);
}

function compare(a, b) {
    return typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b;
}

// A second click on the same column turns the order round; numbers begin with the largest.
function sortBy(column) {
    const header = headers[column];
    const first = column === 0 ? "ascending" : "descending";
    const second = column === 0 ? "descending" : "ascending";
    const order = header.ariaSort === first ? second : first;
    for (const other of headers) other.ariaSort = "none";
    header.ariaSort = order;
    const sign = order === "ascending" ? 1 : -1;
    probes.sort((a, b) => sign * compare(valueOf(a, column), valueOf(b, column)));
    table.append(...probes);
}

function filter() {
    const wanted = find.value.toLowerCase();
    let count = 0;
    for (const probe of probes) {
        const isNamed = valueOf(probe, 0).toLowerCase().includes(wanted);
        probe.hidden = !isNamed || (warned.checked && !probe.classList.contains("warned"));
        count += probe.hidden ? 0 : 1;
    }
    document.getElementById("shown").textContent = count === probes.length ? "" : `${count} of ${probes.length} shown`;
}

headers.forEach((header, column) => header.firstChild.addEventListener("click", () => sortBy(column)));
find.addEventListener("input", filter);
warned.addEventListener("change", filter);
