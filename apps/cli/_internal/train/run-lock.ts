import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DpError } from "../../../../src/errors.js";

const LOCK = "lock";

interface Holder {
  readonly host: string;
  readonly pid: number;
}

/**
 * Makes this process the only one at work in a folder, until the function that is returned is called or the process ends.
 *
 * Two processes that go on with one run would release twice what its ledger says. A lock whose process is gone is replaced.
 *
 * @throws DpError BAD_INPUT another process holds the folder, or may
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, LOCK);
  if (!created(path)) takeOver(folder, path);
  const release = (): void => {
    rmSync(path, { force: true });
    process.off("exit", release);
  };
  process.on("exit", release);
  return release;
}

/** Replaces the lock of a process that is gone: one process at a time, since a second one would remove the first one's new lock. */
function takeOver(folder: string, path: string): void {
  const claim = `${path}.claim`;
  if (!created(claim)) throw inUse(folder, claim);
  try {
    const holder = readHolder(path);
    if (holder !== undefined && mayRun(holder)) throw inUse(folder, path);
    rmSync(path, { force: true });
    if (!created(path)) throw inUse(folder, path);
  } finally {
    rmSync(claim, { force: true });
  }
}

/** Whether there was no such file yet. */
function created(path: string): boolean {
  const holder: Holder = { host: hostname(), pid: process.pid };
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw new DpError(
      "BAD_INPUT",
      `${path} cannot be written: ${(error as Error).message}`,
      { parameter: "--out", value: path },
      error,
    );
  }
}

/** Undefined where the holder has just let go; nobody knows whose a file is that says nothing yet. */
function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch (error) {
    return codeOf(error) === "ENOENT" ? undefined : { host: "", pid: 0 };
  }
}

function mayRun({ host, pid }: Holder): boolean {
  if (host !== hostname()) return true;
  if (pid === process.pid) return false; // of an earlier process with this number
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

function inUse(folder: string, path: string): DpError {
  return new DpError(
    "BAD_INPUT",
    `${folder}: another process is at work in it; wait for its end, or remove ${path} if there is none`,
    { value: folder, allowed: "a folder that no other process is at work in" },
  );
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
