import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DpError } from "../../../../src/errors.js";
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from "../../../../src/training/checkpoint.js";
import type { TrainingRecord } from "../../../../src/training/loop/training-state.js";
import { toJson } from "../to-json.js";
import { writeAtomically } from "../write-atomically.js";
import { lockFolder } from "./run-lock.js";

const CHECKPOINT = "checkpoint.safetensors";
const METRICS = "metrics.jsonl";

/**
 * The folder of one run. It holds only what follows from the released gradients: no batch, no training loss, no seed of a
 * private run.
 */
export class RunFolder {
  readonly path: string;
  #release: (() => void) | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** @throws DpError BAD_INPUT something is there already */
  checkUnused(): void {
    if (!existsSync(this.path)) return;
    const held = this.#release === undefined ? 0 : 1;
    if (statSync(this.path).isDirectory() && readdirSync(this.path).length === held) return;
    throw new DpError("BAD_INPUT", `--out ${this.path} is in use; choose another folder, or --resume it`, {
      parameter: "--out",
      value: this.path,
      allowed: "a new or empty folder",
    });
  }

  /**
   * Creates the folder where needed and keeps other processes out of it; `metrics.jsonl` starts out with the evaluations that
   * the run goes on from.
   *
   * @throws DpError BAD_INPUT something is there already, it cannot be made, or another process is at work in it
   */
  open(history: readonly TrainingRecord[]): void {
    if (this.#release === undefined) {
      makeFolder(this.path);
      this.#release = lockFolder(this.path);
      this.checkUnused();
    }
    this.write(METRICS, history.map(toLine).join(""));
  }

  /** Lets other processes in. */
  close(): void {
    this.#release?.();
    this.#release = undefined;
  }

  write(name: string, content: string | Uint8Array): void {
    writeAtomically(join(this.path, name), content);
  }

  /** Checkpoint and ledger first, the figure that they vouch for last. */
  async saveEvaluation(checkpoint: Checkpoint): Promise<void> {
    await this.saveCheckpoint(checkpoint);
    appendFileSync(join(this.path, METRICS), toLine(checkpoint.state.history.at(-1)!));
  }

  /** Without a guarantee there is no ledger: an empty one would read as epsilon 0. */
  async saveCheckpoint(checkpoint: Checkpoint): Promise<void> {
    this.write(CHECKPOINT, await encodeCheckpoint(checkpoint));
    if (checkpoint.config.protocol !== "nonprivate") {
      this.write("ledger.json", `${toJson(checkpoint.state.ledger.event, 2)}\n`);
    }
  }

  /**
   * What to go on from; other processes are kept out from now on.
   *
   * @throws DpError DATA_UNREADABLE there is no checkpoint, or it is corrupted; BAD_INPUT another process is at work in the folder
   */
  async resume(): Promise<Checkpoint> {
    const path = join(this.path, CHECKPOINT);
    if (existsSync(path)) {
      this.#release = lockFolder(this.path);
      return decodeCheckpoint(readFileSync(path), path);
    }
    throw new DpError(
      "DATA_UNREADABLE",
      `--resume ${this.path}: there is no ${CHECKPOINT}; start a new run`,
      {
        parameter: "--resume",
        value: this.path,
        allowed: `a folder with ${CHECKPOINT}`,
      },
    );
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    const message = `--out ${path} cannot be made: ${(cause as Error).message}; choose another folder`;
    throw new DpError("BAD_INPUT", message, { parameter: "--out", value: path }, cause);
  }
}

function toLine(record: TrainingRecord): string {
  return `${toJson(record)}\n`;
}
