// The tool as a function that a page turns into a worker: a worker's file could not be read from file://.
function probenormWorker() {
    let output = [], messages = [], isReady = false;
    var Module = {
        print: (line) => output.push(line),
        printErr: (line) => messages.push(line),
        onAbort: (reason) => isReady || postMessage({ exit: 4, messages: [`this browser cannot run the tool: ${reason}`] }),
        onRuntimeInitialized: () => {
            FS.mkdir("/work");
            FS.mkdir("/work/out");
            FS.chdir("/work");
            isReady = true;
            postMessage({});
        },
    };
