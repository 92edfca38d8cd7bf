import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { LastLine } from "../../../shared/words/last-line.js";

/** Why no line came. */
export type Silence = "ended" | "failed" | "hung" | "endless";

export interface PlayerOptions {
  readonly timeoutMs: number;
}

/** Characters of a line, at the most; a number has far fewer. */
export const MAX_LINE_LENGTH: number = 2 ** 16;
/** Lines that nobody has read: one is a fault already, and the rest may wait in the pipe. */
const MAX_UNREAD = 1000;
/** How long output may come after its process: what else holds the other end may hold it for ever. */
const LATE_OUTPUT_MS = 500;

/** A process that the shell runs: it reads a bit a line and prints a number a line. */
export class Player {
  readonly #child: ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
  readonly #timeoutMs: number;
  readonly #lines: string[] = [];
  readonly #errors = new LastLine();
  #partial = "";
  #end: Silence | undefined;
  #ending = "";
  #wake: (() => void) | undefined;

  constructor(command: string, { timeoutMs }: PlayerOptions) {
    this.#timeoutMs = timeoutMs;
    // A group of its own: a Ctrl-C is for the audit, and whatever the shell started ends together.
    this.#child = spawn(command, { shell: true, detached: true, stdio: "pipe" });
    const { stdin, stdout, stderr } = this.#child;
    stdin.on("error", () => {}); // one that ends early does not read
    stdout.setEncoding("utf8").on("data", (text: string) => this.#receive(text));
    stderr.on("data", (part: Buffer) => {
      process.stderr.write(part);
      this.#errors.add(part);
    });
    this.#child.on("error", () => this.#finish("failed"));
    this.#child.on("close", (status, signal) => this.#close(status, signal));
    this.#child.on("exit", (status, signal) => {
      setTimeout(() => this.#close(status, signal), LATE_OUTPUT_MS).unref();
    });
    process.once("exit", this.#kill);
  }

  /** Lines that nobody asked for. */
  get unread(): readonly string[] {
    return this.#lines;
  }

  /**
   * How it ended where it failed, and the last line of its error output; empty where there is nothing to say.
   */
  get lastWords(): { readonly ending: string; readonly line: string } {
    return { ending: this.#ending, line: this.#errors.text };
  }

  /** Sends a bit and waits for a line. */
  async ask(bit: boolean): Promise<{ readonly line: string } | { readonly silence: Silence }> {
    if (this.#end === undefined) this.#child.stdin.write(bit ? "1\n" : "0\n");
    const came = await this.#until(() => this.#lines.length > 0);
    if (!came) return { silence: this.#end ?? "hung" };
    this.#child.stdout.resume();
    return { line: this.#lines.shift()! };
  }

  /** Closes its input and waits for its end, or for a line too many. */
  async finish(): Promise<Silence> {
    this.#child.stdin.end();
    await this.#until(() => this.#end !== undefined || this.#lines.length > 0);
    return this.#end ?? "hung";
  }

  /** Ends it at once, and all that it started; what holds its output nonetheless is not waited for. */
  stop(): void {
    this.#kill();
    process.off("exit", this.#kill);
    const { stdin, stdout, stderr } = this.#child;
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
    this.#child.unref();
  }

  readonly #kill = (): void => {
    if (this.#child.pid === undefined) return;
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
    if (this.#partial.length > MAX_LINE_LENGTH) {
      this.#partial = "";
      this.#finish("endless");
      this.stop();
    } else if (this.#lines.length > MAX_UNREAD) this.#child.stdout.pause();
    this.#wake?.();
  }

  #close(status: number | null, signal: NodeJS.Signals | null): void {
    this.#ending = signal ?? `exit status ${status}`;
    this.#finish(status === 0 ? "ended" : "failed");
  }

  #finish(end: Silence): void {
    if (this.#end === undefined && this.#partial !== "") this.#lines.push(this.#partial);
    this.#end ??= end;
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
