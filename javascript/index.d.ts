/** What one command of the tool gave. */
export interface Result {
    /** The exit code: 0 is success; docs/cli.md of the project has the others. */
    exit: number;
    /** What it printed. */
    output: string;
    /** Warnings and errors, one line each. */
    messages: string[];
    /** The files that it wrote to the folder "out". */
    files: { name: string; bytes: Uint8Array }[];
}

/** The command line tool as WebAssembly, in a worker. */
export class Tool {
    private constructor();

    /** Begins a tool of its own, with an empty folder. */
    static load(): Promise<Tool>;

    /**
     * Runs one command, such as ["project", "sky.hdr", "--for", "three", "--format", "json", "--device", "cpu"]. Commands run one after the other.
     *
     * @param words the command and its options; results go to "-o", "out/NAME", or "out" where it writes a folder
     * @param files what the command reads, by name; they stay until close()
     */
    run(words: string[], files?: Record<string, Uint8Array>): Promise<Result>;

    /** Ends the tool, and what it is doing. */
    close(): void;
}
