import { availableParallelism, cpus } from "node:os";
import type { TrainSummary } from "../../../shared/train/train-summary.js";

/** The machine that trains, and its number of threads. */
export function thisMachine(threads: number): TrainSummary["machine"] {
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    threads,
    node: process.version,
  };
}
