import { DpError } from "../../../../src/errors.js";
import type { RoundResult, TrainingResult } from "../../../../src/federated/messages/documents.js";
import { wrapText } from "../../../shared/words/wrap-text.js";
import { spentText } from "../clients/result-text.js";
import {
  type FederationReport,
  federationHead,
  federationReport,
  type ReportedCounts,
  reportedCounts,
  roundsTable,
} from "./federation-report.js";
import { type JudgedTraining, judgeTraining } from "./judge-training.js";
import { type FederationRun, runFederation } from "./run-federation.js";
import { trainedWeights } from "./trained-weights.js";
import type { TrainingPlan } from "./training-plan.js";

/** A training over the wire, and how its weights compare with the simulation's. */
export interface TrainingReport extends FederationReport, JudgedTraining {
  readonly task: "training";
  /** Decides the first weights, and all that users and shuffler draw: no user is protected. */
  readonly seed: number;
  readonly warning: string;
  readonly rounds: readonly (ReportedCounts & { readonly weights: string | null })[];
}

const SEEDED =
  "Seeded: not private. The figures are those of the same study with users who draw their own randomness.";

/** Plays a training, and the same in one process. */
export async function playTraining(
  run: FederationRun & { readonly plan: TrainingPlan },
): Promise<TrainingReport> {
  const { plan, folder, say, signal } = run;
  const outcome = await runFederation(run);
  const { study } = outcome.opened;
  if (study.task !== "training" || study.seed === null) throw new Error("the plan's study is another one");
  const results = outcome.results.map(trainingResultOf);
  const common = federationReport(plan, outcome);
  const weights = await trainedWeights(folder.of("analyzer"), study, results.at(-1)!);
  const { pictures } = plan;
  const judged = await judgeTraining({ study, results, weights, pictures }, say, signal);
  return {
    task: "training",
    seed: study.seed,
    warning: SEEDED,
    ...common,
    ...judged,
    rounds: results.map((result) => ({ ...reportedCounts(result), weights: result.update?.weights ?? null })),
  };
}

function trainingResultOf(result: RoundResult): TrainingResult {
  if ("update" in result) return result;
  const message = "result: must be a training's, is a survey's";
  throw new DpError("NOT_APPLICABLE", message, { parameter: "result", value: undefined });
}

/** For a person. */
export function trainingText(report: TrainingReport, width: number): string {
  const { rounds, accuracy, weightsEqualSimulation, simulationSeconds, seed } = report;
  const compared = weightsEqualSimulation
    ? `After each round the weights are bit for bit those of a simulation of seed ${seed} in one process, which took ${simulationSeconds.toFixed(1)} s.`
    : `The weights are NOT those of a simulation of seed ${seed}.`;
  return [
    federationHead(report, rounds.length, width),
    "",
    roundsTable(
      rounds,
      {
        title: "SHA-256 of the weights",
        cells: rounds.map(({ weights }) => weights?.slice(0, 16) ?? "as before"),
      },
      width,
    ),
    "",
    wrapText(`Accuracy on the test pictures: ${(100 * accuracy).toFixed(1)} %. ${compared}`, { width }),
    wrapText(report.warning, { width }),
    "",
    spentText(report, width),
  ].join("\n");
}
