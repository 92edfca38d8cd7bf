import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DpError } from "../../../../src/errors.js";
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from "../../../../src/training/checkpoint.js";
import type { TrainingRecord } from "../../../../src/training/training-state.js";
import { toJson } from "../to-json.js";
import { writeAtomically } from "../write-atomically.js";

const CHECKPOINT = "checkpoint.safetensors";
const METRICS = "metrics.jsonl";

/**
 * The folder of one run. It holds only what follows from the released gradients: no batch, no training loss, no seed of a
 * private run.
 */
export class RunFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** @throws DpError BAD_INPUT something is there already */
  checkUnused(): void {
    if (!existsSync(this.path)) return;
    if (statSync(this.path).isDirectory() && readdirSync(this.path).length === 0) return;
    throw new DpError("BAD_INPUT", `--out ${this.path} is in use; choose another folder, or --resume it`, {
      parameter: "--out",
      value: this.path,
      allowed: "a new or empty folder",
    });
  }

  /** Creates the folder where needed; `metrics.jsonl` starts out with the evaluations that the run goes on from. */
  open(history: readonly TrainingRecord[]): void {
    mkdirSync(this.path, { recursive: true });
    this.write(METRICS, history.map(toLine).join(""));
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

  /** @throws DpError DATA_UNREADABLE there is no checkpoint, or it is corrupted */
  async readCheckpoint(): Promise<Checkpoint> {
    const path = join(this.path, CHECKPOINT);
    if (existsSync(path)) return decodeCheckpoint(readFileSync(path), path);
    throw new DpError("DATA_UNREADABLE", `--resume ${this.path}: there is no ${CHECKPOINT}; start a new run`);
  }
}

function toLine(record: TrainingRecord): string {
  return `${toJson(record)}\n`;
}
