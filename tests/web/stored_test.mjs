// node stored_test.mjs --modules DIR --chromium EXE
//
// The page as it is stored: it opens, stills lie over the picture, and touch moves the camera. Prints how far reflections by
// one divided cubemap are from those by a capture of each state.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { expect } from "../engines/browser.mjs";
import { reportOfPage, sample } from "./page.mjs";

const kMostMoved = 2;        // pixels
const kLeastMatch = 0.5;     // of edges
const kMostDarker = 16;      // of 255, in the mean: shadows of contact are the truth's alone
const kTurn = 100 * 0.004;   // radians, of 100 pixels
const kWay = 2 * 0.5;        // metres, in half a second

const { values: options } = parseArgs({ options: { modules: { type: "string" }, chromium: { type: "string" } } });
const { stills, touched, states } = await reportOfPage("stored.mjs", join(sample, "data"), options);
for (const { view, isShown, means, halves } of stills) {
    console.log(`${view}: edges match ${halves.map((half) => `${half.match.toFixed(2)} at ${half.moved}`).join(" and ")}, means ${means.map(Math.round)}`);
    expect(isShown, `the still of ${view} to be shown`);
    for (const { match, moved } of halves)
        expect(match > kLeastMatch && Math.max(...moved.map(Math.abs)) <= kMostMoved, `the still of ${view} to lie over the picture`);
    expect(Math.abs(means[0] - means[1]) < kMostDarker, `the still of ${view} to be as bright as the picture`);
}
const isNear = (found, wanted) => Math.abs(found - wanted) < 1e-3;
expect(isNear(touched.turned, kTurn) && touched.isStillHidden, `a finger to turn the camera, found ${JSON.stringify(touched)}`);
expect(isNear(touched.ahead, kWay) && isNear(touched.aside, 0) && touched.after === 0, `the stick to walk ahead until it is left, found ${JSON.stringify(touched)}`);

// The mean in stops, where the state's own capture shows something.
function stopsBetween(found, own) {
    const stops = own.flatMap((value, i) => (value > 1e-5 ? [Math.abs(Math.log2(Math.max(found[i], 1e-9) / value))] : []));
    return (stops.reduce((a, b) => a + b) / stops.length).toFixed(2);
}

for (const { state, view, own, divided, last } of states)
    console.log(`${state}, ${view}: stops from the state's own capture: divided ${stopsBetween(divided, own)}, dusk's capture as it is ${stopsBetween(last, own)}`);
