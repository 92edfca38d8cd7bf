import { cpus } from "node:os";
import type { ExperimentOptions, ExperimentResult } from "../../../../experiments/experiment.js";
import type { ListedExperiment } from "../../../../experiments/experiments.js";
import { VERSION } from "../version.js";

/** What an experiment came to, and where and how it ran. */
export interface ExperimentReport extends ExperimentResult {
  readonly experiment: string;
  readonly title: string;
  /** Sizes and data, where they are not the paper's. */
  readonly scale: string;
  readonly quick: boolean;
  readonly seed: number;
  /** Wall-clock time. */
  readonly seconds: number;
  /** Of croupier. */
  readonly version: string;
  readonly machine: string;
  /** When it ended, ISO 8601. */
  readonly finished: string;
}

/** Runs an experiment. */
export async function runExperiment(
  { name, title, load }: ListedExperiment,
  options: ExperimentOptions,
): Promise<ExperimentReport> {
  const start = performance.now();
  const { scale, run } = await load();
  const result = await run(options);
  return {
    experiment: name,
    title,
    scale,
    quick: options.quick,
    seed: options.seed,
    ...result,
    seconds: (performance.now() - start) / 1000,
    version: VERSION,
    machine: `${cpus()[0]?.model.trim() ?? "unknown"}, ${cpus().length} cores, Node ${process.versions.node}`,
    finished: new Date().toISOString(),
  };
}
