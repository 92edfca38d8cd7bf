import { type ChildProcess, spawn } from "node:child_process";

/** Why no line came. */
export type Silence = "ended" | "failed" | "hung";

export interface PlayerOptions {
  readonly timeoutMs: number;
}

/** A process that the shell runs: it reads a bit a line and prints a number a line. */
export class Player {
  readonly #child: ChildProcess;
  readonly #timeoutMs: number;
  readonly #lines: string[] = [];
  #partial = "";
  #end: Silence | undefined;
  #wake: (() => void) | undefined;

  constructor(command: string, { timeoutMs }: PlayerOptions) {
    this.#timeoutMs = timeoutMs;
    // A group of its own: a Ctrl-C is for the audit, and whatever the shell started ends together.
    this.#child = spawn(command, { shell: true, detached: true, stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdin!.on("error", () => {}); // one that ends early does not read
    this.#child.stdout!.setEncoding("utf8").on("data", (text: string) => this.#receive(text));
    this.#child.on("error", () => this.#finish("failed"));
    this.#child.on("close", (status) => this.#finish(status === 0 ? "ended" : "failed"));
    process.once("exit", this.#kill);
  }

  /** Lines that nobody asked for. */
  get unread(): readonly string[] {
    return this.#lines;
  }

  /** Sends a bit and waits for a line. */
  async ask(bit: boolean): Promise<{ readonly line: string } | { readonly silence: Silence }> {
    if (this.#end === undefined) this.#child.stdin!.write(bit ? "1\n" : "0\n");
    const came = await this.#until(() => this.#lines.length > 0);
    return came ? { line: this.#lines.shift()! } : { silence: this.#end ?? "hung" };
  }

  /** Closes its input and waits for its end. */
  async finish(): Promise<Silence> {
    this.#child.stdin!.end();
    await this.#until(() => this.#end !== undefined);
    return this.#end ?? "hung";
  }

  /** Ends it at once, and all that it started. */
  stop(): void {
    this.#kill();
    process.off("exit", this.#kill);
  }

  readonly #kill = (): void => {
    if (this.#child.pid === undefined || this.#end !== undefined) return;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL"); // where there are no groups
    }
  };

  #receive(text: string): void {
    const [first = "", ...rest] = text.split("\n");
    this.#partial += first;
    for (const next of rest) {
      this.#lines.push(this.#partial);
      this.#partial = next;
    }
    this.#wake?.();
  }

  #finish(end: Silence): void {
    if (this.#end === undefined && this.#partial !== "") this.#lines.push(this.#partial);
    this.#end ??= end;
    process.off("exit", this.#kill);
    this.#wake?.();
  }

  /** Waits until a condition holds, the process has ended or the time is up. */
  async #until(holds: () => boolean): Promise<boolean> {
    if (holds() || this.#end !== undefined) return holds();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#timeoutMs);
      this.#wake = () => {
        if (!holds() && this.#end === undefined) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
    return holds();
  }
}
