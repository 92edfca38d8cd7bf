import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import stringWidth from "fast-string-width";

const MAIN = resolve(import.meta.dirname, "../../../../dist/apps/cli/croupier.js");
const ROWS = 50;

export interface TerminalOptions {
  readonly columns: number;
  /** Where the shell stands. */
  readonly cwd: string;
  /** How the shell starts: bash by default. */
  readonly shell?: string;
}

/** A terminal with a shell in it, which knows `croupier` as a command. */
export class Terminal {
  readonly #socket = `croupier-${randomUUID()}`;
  readonly #home = mkdtempSync(join(tmpdir(), "croupier-terminal-"));

  constructor({ columns, cwd, shell = "bash --norc --noprofile" }: TerminalOptions) {
    mkdirSync(join(this.#home, "bin"));
    symlinkSync(MAIN, join(this.#home, "bin", "croupier"));
    const env = {
      PATH: `${join(this.#home, "bin")}:${process.env.PATH}`,
      HOME: this.#home,
      LANG: "C.UTF-8",
      HISTFILE: "/dev/null",
      NO_COLOR: "1",
    };
    const size = ["-x", String(columns), "-y", String(ROWS)];
    execFileSync(
      "tmux",
      ["-L", this.#socket, "-f", "/dev/null", "new-session", "-d", ...size, "-c", cwd, shell],
      { env },
    );
  }

  /** Types a line and presses Enter. */
  enter(line: string): void {
    this.type(line);
    this.#tmux("send-keys", "Enter");
  }

  type(text: string): void {
    this.#tmux("send-keys", "-l", "--", text);
  }

  /** Presses Ctrl-C. */
  interrupt(): void {
    this.#tmux("send-keys", "C-c");
  }

  /** Presses the tab key. */
  complete(): void {
    this.#tmux("send-keys", "Tab");
  }

  hasCursor(): boolean {
    return this.#tmux("display-message", "-p", "#{cursor_flag}").trim() === "1";
  }

  resize(columns: number): void {
    this.#tmux("resize-window", "-x", String(columns));
  }

  /**
   * What stands on the screen and above it; a line that was broken at the edge is longer than the terminal is
   * wide.
   */
  lines(): string[] {
    const text = this.#tmux("capture-pane", "-p", "-J", "-S", "-");
    return text.split("\n").map((line) => line.trimEnd());
  }

  /** Waits until the screen shows something, and meets a condition, at most 40 s. */
  async shows(
    pattern: RegExp,
    condition: (lines: readonly string[]) => boolean = () => true,
  ): Promise<string> {
    for (const deadline = Date.now() + 40_000; Date.now() < deadline; await setTimeout(50)) {
      const lines = this.lines();
      const text = lines.join("\n");
      if (pattern.test(text) && condition(lines)) return text;
    }
    throw new Error(`never came: ${pattern}; the screen shows\n${this.lines().join("\n").trimEnd()}`);
  }

  close(): void {
    this.#tmux("kill-server");
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  #tmux(...args: string[]): string {
    return execFileSync("tmux", ["-L", this.#socket, ...args], { encoding: "utf8" });
  }
}

/** The widest line's columns. */
export function widthOf(text: string): number {
  return Math.max(...text.split("\n").map((line) => stringWidth(line)));
}
