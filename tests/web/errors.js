// Everything that the console of the page gets as an error.
window.pageErrors = [];
for (const level of ["error", "warn"]) {
    const write = console[level];
    console[level] = (...words) => { window.pageErrors.push(words.map(String).join(" ")); write.apply(console, words); };
}
addEventListener("error", (event) => window.pageErrors.push(event.message));
addEventListener("unhandledrejection", (event) => window.pageErrors.push(String(event.reason?.stack ?? event.reason)));
