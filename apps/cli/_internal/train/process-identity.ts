import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Which process something is of. */
export interface ProcessIdentity {
  readonly host: string;
  /**
   * What process numbers are counted in: two containers on one host count apart. Empty where the platform
   * does not say.
   */
  readonly space: string;
  readonly pid: number;
  /**
   * When it started, in the platform's own terms: numbers are used again. Empty where the platform does not
   * say.
   */
  readonly started: string;
}

export function thisProcess(): ProcessIdentity {
  const { pid } = process;
  return { host: hostname(), space: processSpace(), pid, started: startOf(pid) };
}

/** Whether a process runs, as far as this one can know; undefined where it cannot. */
export function isRunning({ host, space, pid, started }: ProcessIdentity): boolean | undefined {
  if (host !== hostname() || space !== processSpace()) return undefined;
  if (!isListed(pid)) return false;
  const state = stateOf(pid);
  const now = startOf(pid);
  if (ENDED.includes(state)) return false;
  if (started !== "" && now !== "") return started === now;
  return pid === process.pid ? false : undefined;
}

/** States of processes that have ended and are listed until somebody asks how: nobody may, in a container. */
const ENDED = ["Z", "X"];

function isListed(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** The running kernel, and its list of processes that this one is in. */
function processSpace(): string {
  const kernel = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  return `${kernel} ${attempt(() => readlinkSync("/proc/self/ns/pid"))}`.trim();
}

/** Clock ticks after the machine's own start. */
function startOf(pid: number): string {
  return statusOf(pid)[19] ?? "";
}

function stateOf(pid: number): string {
  return statusOf(pid)[0] ?? "";
}

/** The fields of Linux' /proc/<pid>/stat from the third on: the second may have spaces and brackets. */
function statusOf(pid: number): string[] {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
