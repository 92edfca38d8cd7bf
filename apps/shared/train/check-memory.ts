import { DpError } from "../../../src/errors.js";
import { configuredModel } from "../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../src/training/config/train-config.js";
import { kernelMemory } from "../../../src/training/models/kernel-memory.js";
import { dimensionOf, frozenDimensionOf } from "../../../src/training/models/model.js";

/**
 * Bytes of a weight outside the kernels at a run's peak: itself, old and new, for threads, and the sum with
 * its noise in double precision.
 */
const WEIGHT_BYTES = 28;
/** More with Adam: its memory, old and new, and a direction in double precision. */
const ADAM_BYTES = 16;
/** More with an average: it, old and new. */
const AVERAGE_BYTES = 8;
/** Of a frozen weight: itself, and what threads share. */
const FROZEN_BYTES = 8;

const MEBIBYTE = 2 ** 20;

/**
 * Refuses a model that the machine has no memory for, before anything is read or allocated: a process that
 * takes too much is ended by the system without a word.
 *
 * @param available bytes that this process may take
 */
export function checkMemory(config: TrainConfig, threads: number, available: number): void {
  const needed = memoryOf(config, threads);
  if (needed <= available) return;
  const parameter = `--model ${config.model}: memory`;
  const allowed = `at most the ${Math.floor(available / MEBIBYTE)} MiB that are free`;
  const advice = "take fewer --threads, --train lora, a shorter --sequence-length or a smaller model";
  const message = `${parameter} must be ${allowed}, and about ${Math.ceil(needed / MEBIBYTE)} MiB are needed; ${advice}`;
  throw new DpError("OUT_OF_RANGE", message, { parameter: "--model", value: needed, allowed });
}

/** Bytes, roughly, that training takes besides the data. */
function memoryOf(config: TrainConfig, threads: number): number {
  const model = configuredModel(config);
  const each =
    WEIGHT_BYTES +
    (config.optimizer === "adam" ? ADAM_BYTES : 0) +
    (config.averageDecay > 0 ? AVERAGE_BYTES : 0);
  return (
    each * dimensionOf(model) +
    FROZEN_BYTES * frozenDimensionOf(model) +
    threads * kernelMemory(`--model ${config.model}`, model)
  );
}
