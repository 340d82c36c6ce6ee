    const takeFiles = (folder) => FS.readdir(folder).filter((name) => name !== "." && name !== "..").map((name) => {
        const bytes = FS.readFile(`${folder}/${name}`);
        FS.unlink(`${folder}/${name}`);
        return { name, bytes };
    });

    // Runs one command of the tool. It answers with the exit code, what was printed, and the files in out/.
    onmessage = ({ data: { name, bytes, words } }) => {
        if (bytes) FS.writeFile(name, bytes);
        output = [];
        messages = [];
        let exit;
        try {
            exit = Module.callMain(words);
        } catch (error) {
            exit = 4;
            messages.push(`probenorm: ${error.message ?? error}`);
        }
        const files = takeFiles("out");
        postMessage({ exit, output: output.join("\n"), messages, files }, files.map((file) => file.bytes.buffer));
    };
}
