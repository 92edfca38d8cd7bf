import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DpError } from "../../../../src/errors.js";
import { partialName } from "../replace-file.js";
import { isRunning, type ProcessIdentity, thisProcess } from "./process-identity.js";

/** The lock's file in a folder. */
export const LOCK = "lock";
/** How often a holder gives a sign of life, and after what silence a lock is taken for abandoned. */
const HEARTBEAT_MS = 5_000;
const ABANDONED_MS = 60_000;
/**
 * Longer than another process that found the same abandoned lock takes from looking at it to replacing it.
 */
const SETTLE_MS = 500;
/** More than any lock has. */
const MAX_BYTES = 4096;

/** A folder that this process alone is at work in. */
export interface FolderLock {
  /**
   * @throws DpError BAD_INPUT another process took the folder over, because this one had stood still for
   *   long; DATA_UNREADABLE the folder or its lock was deleted
   */
  check(): void;
  /** Lets other processes in. */
  release(): void;
}

interface Holder extends ProcessIdentity {
  /** Drawn at random by each holder. */
  readonly id: string;
}

/** The locks that this process holds. */
const held = new Set<string>();

/**
 * Makes this process the only one at work in a folder, until it lets go or ends.
 *
 * Two processes that go on with one run would release twice what its ledger says. The lock is a file with its
 * holder's random id, which the holder writes to every few seconds. A lock is replaced where its process is
 * gone for certain, or has been silent for a minute where that cannot be told, as of a process on another
 * machine or in another container; whoever was replaced nonetheless finds out at its next check.
 *
 * @throws DpError BAD_INPUT another process holds the folder, or may; or the lock cannot be written
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, LOCK);
  const holder: Holder = { ...thisProcess(), id: randomUUID() };
  let file = create(path, holder);
  if (file === undefined) {
    refuseIfHeld(folder, path);
    file = replace(path, holder);
    await sleep(SETTLE_MS);
    if (readHolder(path)?.id !== holder.id) {
      closeSync(file);
      throw inUse(folder, "it has just started");
    }
  }
  return hold(path, holder.id, file);
}

function hold(path: string, id: string, file: number): FolderLock {
  const beat = setInterval(() => signOfLife(file), HEARTBEAT_MS).unref();
  const isOwn = (): boolean => readHolder(path)?.id === id;
  const release = (): void => {
    clearInterval(beat);
    process.off("exit", release);
    if (!held.delete(id)) return;
    closeSync(file);
    if (isOwn()) rmSync(path, { force: true });
  };
  held.add(id);
  process.on("exit", release);
  return {
    check: () => {
      if (isOwn()) return;
      const folder = dirname(path);
      if (!existsSync(folder)) throw gone(folder);
      if (!existsSync(path)) throw unlocked(folder);
      throw inUse(folder, "it took over after this one had stood still");
    },
    release,
  };
}

/** Writes what is there already: the file's time changes, by the clock of the disk that it is on. */
function signOfLife(file: number): void {
  try {
    writeSync(file, "{", 0);
  } catch {
    // Whether the lock is still this process's own is checked where it matters.
  }
}

/** The open file of a new lock; undefined where there is one already. */
function create(path: string, holder: Holder): number | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, "wx");
    writeSync(file, JSON.stringify(holder));
    return file;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    if (file !== undefined) {
      closeSync(file);
      rmSync(path, { force: true });
    }
    throw notWritable(path, error);
  }
}

function replace(path: string, holder: Holder): number {
  const temporary = partialName(path);
  const file = create(temporary, holder)!;
  try {
    renameSync(temporary, path);
    return file;
  } catch (error) {
    closeSync(file);
    rmSync(temporary, { force: true });
    throw notWritable(path, error);
  }
}

function refuseIfHeld(folder: string, path: string): void {
  const holder = readHolder(path);
  if (holder !== undefined && held.has(holder.id)) throw inUse(folder, "this very process");
  const running = holder && isRunning(holder);
  if (running === false) return;
  if (running === true) throw inUse(folder, `process ${holder!.pid} on this machine`);
  const silent = silenceOf(path);
  if (silent > ABANDONED_MS) return;
  const who = holder === undefined ? "it does not say who it is" : `process ${holder.pid} on ${holder.host}`;
  throw inUse(folder, who, `, or try again in ${Math.ceil((ABANDONED_MS - silent) / 1000)} s if it is gone`);
}

/**
 * How long a lock has had no sign of life, by the clock of the disk that it is on; for ever where it has just
 * gone.
 */
function silenceOf(path: string): number {
  const probe = partialName(path);
  try {
    closeSync(openSync(probe, "wx"));
    const now = lstatSync(probe).mtimeMs;
    return now - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity);
  } catch (error) {
    throw notWritable(path, error);
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Undefined where there is no lock, or none that says whose it is. */
function readHolder(path: string): Holder | undefined {
  try {
    const entry = lstatSync(path);
    if (!entry.isFile() || entry.size > MAX_BYTES) return undefined;
    const { id, host, space, pid, started } = JSON.parse(readFileSync(path, "utf8"));
    const isWhole = [id, host, space, started].every((part) => typeof part === "string");
    return isWhole && Number.isSafeInteger(pid) && pid > 0 ? { id, host, space, pid, started } : undefined;
  } catch {
    return undefined;
  }
}

function inUse(folder: string, who: string, otherwise = ""): DpError {
  const message = `${folder}: another process is at work in it (${who}); wait for its end${otherwise}`;
  return new DpError("BAD_INPUT", message, {
    parameter: basename(folder),
    value: folder,
    allowed: "a folder that no other process is at work in",
  });
}

function gone(folder: string): DpError {
  const message = `${folder} was deleted or moved while this run was at work in it; start it again`;
  return new DpError("DATA_UNREADABLE", message, {
    parameter: basename(folder),
    value: folder,
    allowed: "left alone while a run is at work in it",
  });
}

/** Nobody holds the folder: it was deleted in part, or somebody else was at work in it and has ended. */
function unlocked(folder: string): DpError {
  const message =
    `${folder}: its file ${LOCK} was deleted or moved while this run was at work in it; ` +
    `what the folder holds may be incomplete, so start the run again in another folder`;
  return new DpError("DATA_UNREADABLE", message, {
    parameter: basename(folder),
    value: folder,
    allowed: "left alone while a run is at work in it",
  });
}

function notWritable(path: string, cause: unknown): DpError {
  const message = `${path} cannot be written: ${(cause as Error).message}`;
  return new DpError("BAD_INPUT", message, { parameter: LOCK, value: path }, cause);
}
