import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DpError } from "../../../../src/errors.js";
import type { Checkpoint } from "../../../../src/training/checkpoint/checkpoint.js";
import { decodeCheckpoint } from "../../../../src/training/checkpoint/decode-checkpoint.js";
import { encodeCheckpoint } from "../../../../src/training/checkpoint/encode-checkpoint.js";
import type { TrainingRecord } from "../../../../src/training/loop/training-state.js";
import { hasGuarantee } from "../../../../src/training/options/has-guarantee.js";
import { toJson } from "../../../shared/words/to-json.js";
import { makeFolder } from "../make-folder.js";
import { PARTIAL, replaceFile } from "../replace-file.js";
import { type FolderLock, LOCK, lockFolder } from "./run-lock.js";

/** The file with all that a run needs to go on. */
export const CHECKPOINT = "checkpoint.safetensors";
const LEDGER = "ledger.json";

/**
 * The folder of one run. It holds only what follows from the released gradients: no batch, no training loss,
 * no seed of a private run.
 */
export class RunFolder {
  readonly path: string;
  #lock: FolderLock | undefined;
  #isOwn = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Whether there is something to go on with. */
  get hasCheckpoint(): boolean {
    return existsSync(join(this.path, CHECKPOINT));
  }

  /** @throws DpError BAD_INPUT something is there already */
  checkUnused(): void {
    if (!existsSync(this.path)) return;
    if (this.#entries().every((name) => name === LOCK)) return;
    const advice = this.hasCheckpoint ? "choose another folder, or --resume it" : "choose another folder";
    throw new DpError("BAD_INPUT", `--out ${this.path} is in use; ${advice}`, {
      parameter: "--out",
      value: this.path,
      allowed: "a new or empty folder",
    });
  }

  /**
   * Creates the folder where needed and keeps other processes out of it.
   *
   * @throws DpError BAD_INPUT something is there already, it cannot be made, or another process is at work in
   *   it
   */
  async open(): Promise<void> {
    if (this.#lock !== undefined) return;
    this.#isOwn = !existsSync(this.path);
    makeFolder(this.path);
    this.#lock = await lockFolder(this.path);
    this.checkUnused();
  }

  /** Lets other processes in; a new folder that nothing came of goes away. */
  close(): void {
    this.#lock?.release();
    this.#lock = undefined;
    if (!this.#isOwn || this.hasCheckpoint) return;
    try {
      rmSync(join(this.path, LEDGER), { force: true });
      rmdirSync(this.path);
    } catch {
      // There is something in it.
    }
  }

  /**
   * Writes a file of the folder; where it is a symbolic link, the link is replaced.
   *
   * @throws DpError BAD_INPUT another process took the folder over; DATA_UNREADABLE the folder or its lock is
   *   gone
   */
  write(name: string, content: string | Uint8Array): void {
    this.#lock?.check();
    const path = join(this.path, name);
    try {
      replaceFile(path, content);
    } catch (error) {
      this.#lock?.check();
      throw new Error(`cannot write ${path}: ${(error as Error).message}`, { cause: error });
    }
  }

  /**
   * Writes the state of a run: the ledger first, so that it is never behind what any other file tells. A
   * process that is killed meanwhile leaves a ledger that says too much at worst.
   *
   * Without a guarantee there is no ledger: an empty one would read as epsilon 0.
   */
  async save(checkpoint: Checkpoint): Promise<void> {
    const { ledger, history } = checkpoint.state;
    const bytes = await encodeCheckpoint(checkpoint);
    if (hasGuarantee(checkpoint.config)) {
      this.write(LEDGER, `${toJson(ledger, 2)}\n`);
    }
    this.write(CHECKPOINT, bytes);
    this.write("metrics.jsonl", history.map(toLine).join(""));
  }

  /**
   * What to go on from; other processes are kept out from now on.
   *
   * @throws DpError DATA_UNREADABLE there is no checkpoint, or it is corrupted; BAD_INPUT another process is
   *   at work in the folder
   */
  async resume(): Promise<Checkpoint> {
    const path = join(this.path, CHECKPOINT);
    readCheckpoint(path);
    this.#lock = await lockFolder(this.path);
    try {
      const checkpoint = await decodeCheckpoint(readCheckpoint(path), path);
      this.#removePartialFiles();
      return checkpoint;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** What processes left behind that were killed while they wrote. */
  #removePartialFiles(): void {
    for (const name of this.#entries()) {
      if (PARTIAL.test(name)) rmSync(join(this.path, name), { force: true });
    }
  }

  #entries(): string[] {
    try {
      return readdirSync(this.path);
    } catch (cause) {
      const message = `${this.path} cannot be read: ${(cause as Error).message}; choose another folder`;
      throw new DpError("BAD_INPUT", message, { parameter: "--out", value: this.path }, cause);
    }
  }
}

/** @throws DpError DATA_UNREADABLE there is no such file */
function readCheckpoint(path: string): Uint8Array {
  let why = `it is missing`;
  let cause: unknown;
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) return readFileSync(path);
    if (found !== undefined) why = "it is no file";
  } catch (error) {
    cause = error;
    why = (error as Error).message;
  }
  throw new DpError(
    "DATA_UNREADABLE",
    `--resume ${dirname(path)}: there is no ${CHECKPOINT} to read (${why}); start a new run`,
    { parameter: "--resume", value: dirname(path), allowed: `a folder with ${CHECKPOINT}` },
    cause,
  );
}

function toLine(record: TrainingRecord): string {
  return `${toJson(record)}\n`;
}
