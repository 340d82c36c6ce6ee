    const takeFiles = (folder) => FS.readdir(folder).filter((name) => name !== "." && name !== "..").map((name) => {
        const bytes = FS.readFile(`${folder}/${name}`);
        FS.unlink(`${folder}/${name}`);
        return { name, bytes };
    });

    // Runs one command of the tool, with files by name, which stay. It answers with the exit code, what was printed, and the files in out/.
    onmessage = ({ data: { given, words } }) => {
        output = [];
        messages = [];
        let exit, files = [];
        try {
            for (const [name, bytes] of Object.entries(given)) {
                FS.mkdirTree(`/work/${name}`.replace(/[^/]*$/, ""));
                FS.writeFile(name, bytes);
            }
            exit = Module.callMain(words);
            files = takeFiles("out");
        } catch (error) {
            exit = 4;
            messages.push(`probenorm: ${error.message ?? error}`);
        }
        postMessage({ exit, output: output.join("\n"), messages, files }, files.map((file) => file.bytes.buffer));
    };
}
