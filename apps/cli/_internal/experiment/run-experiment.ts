import { cpus } from "node:os";
import type { ExperimentOptions } from "../../../../experiments/experiment.js";
import { type ListedExperiment, titleOf } from "../../../../experiments/listed-experiment.js";
import type { ExperimentReport } from "../../../shared/experiment/experiment-report.js";
import { VERSION } from "../version.js";

/** Runs an experiment. */
export async function runExperiment(
  listed: ListedExperiment,
  options: ExperimentOptions,
): Promise<ExperimentReport> {
  const start = performance.now();
  const { scale, run } = await listed.load();
  const result = await run(options);
  return {
    experiment: listed.name,
    title: titleOf(listed),
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
