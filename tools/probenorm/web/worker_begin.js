// The tool as a function that a page turns into a worker: a worker's file could not be read from file://.
function probenormWorker() {
    let output = [], messages = [];
    var Module = {
        print: (line) => output.push(line),
        printErr: (line) => messages.push(line),
        onRuntimeInitialized: () => {
            FS.mkdir("/work");
            FS.mkdir("/work/out");
            FS.chdir("/work");
            postMessage({});
        },
    };
