import { type LedgerOptions, openLedger } from "../../accounting/ledger/open-ledger.js";
import { DpError } from "../../errors.js";
import { checkSource } from "../../random/check-source.js";
import { secureSource } from "../../random/secure-source.js";
import { checkCallback, checkNumber, checkOptions, RANGES } from "../../validate.js";
import { checkWeights } from "../gradients/_internal/check-gradients.js";
import { initialWeights } from "../models/initial-weights.js";
import { dimensionOf } from "../models/model.js";
import { modelOf } from "../models/model-name.js";
import { readModel } from "../models/read-model.js";
import { layerStepFactors } from "../optimizers/layer-step-factors.js";
import { PROTOCOL_KINDS, PROTOCOL_NAMES } from "../options/kinds/registry.js";
import { protocolOf, type SettledConfig } from "../options/protocol-of.js";
import { readRunConfig } from "../options/read-run-config.js";
import type { BudgetConfig } from "../options/run-config.js";
import { settleConfig } from "../options/settle-config.js";
import type { Protocol } from "../protocols/protocol.js";
import type { GradientReport, ReportProtocol } from "../protocols/report-protocol.js";
import { asBegun } from "./_internal/as-begun.js";
import { checkState } from "./_internal/check-state.js";
import { ServerTrainer } from "./_internal/server-trainer.js";
import { readState } from "./read-state.js";
import type { Trainer, TrainerOptions } from "./trainer.js";
import { startingState } from "./training-state.js";

/** Options besides the hyperparameters. */
const CIRCUMSTANCES = ["model", "source", "users", "weights", "from", "onCharge"];

/**
 * Trains from reports that users send: `begin` a round, gather its reports, `update` by their aggregate.
 *
 * The steps are {@link train}'s: the same sums give the same weights, bit for bit. Each round is charged
 * before it begins, against `privacy.stopAtEpsilon` where that is given. Who takes part in a round, and that
 * each sends one report, is up to the caller: users draw their own coins (check-in), or somebody trusted
 * draws the sample.
 *
 * @param options what {@link train} takes to train by, and `users`, n; `onCharge` makes charges durable;
 *   `from` goes on, also with a round that was begun
 * @returns the trainer; it holds no threads and no files
 * @throws DpError BAD_INPUT an option is missing, unknown or of the wrong shape, or `from` was not charged
 *   for its rounds by this protocol; OUT_OF_RANGE a number is outside its range; NOT_APPLICABLE the
 *   protocol's users send no reports, or no method bounds the target epsilon
 * @example
 * const trainer = openTrainer({
 *   model: { input: { height: 1, width: 1, channels: 2 }, layers: [{ kind: "dense", units: 2 }] },
 *   protocol: { kind: "check-in", samplingRate: 0.5, clipBound: 1, noiseToClip: 4 },
 *   privacy: { adjacency: "zero-out", delta: 1e-6 },
 *   users: 1000,
 *   rounds: 10,
 *   learningRate: 0.5,
 * });
 * trainer.begin();
 * const gradient = new Float32Array(trainer.reports.dimension);
 * const report = trainer.reports.report(gradient, secureSource());
 * const bytes = trainer.reports.encode(report);
 * const sum = trainer.reports.aggregate([trainer.reports.decode(bytes)]);
 * trainer.update({ sum, participants: 1 }).round; // 1
 */
export function openTrainer(options: TrainerOptions): Trainer {
  const where = "openTrainer";
  const { users, weights, from, onCharge } = checkOptions(where, options);
  const examples = checkNumber(`${where}: users`, users, RANGES.positiveInteger);
  checkCallback(`${where}: onCharge`, onCharge);
  const run = readRunConfig(options, CIRCUMSTANCES);
  const model = readModel(where, modelOf(options.model));
  const dimension = dimensionOf(model);
  if (weights !== undefined) checkWeights(`${where}: weights`, weights, dimension);
  const source =
    options.source === undefined ? secureSource() : checkSource(`${where}: source`, options.source);
  const config = settleConfig(run, examples, model);
  const begun = from === undefined ? undefined : readState(`${where}: from`, from);
  const protocol = asBegun(protocolOf(config, examples, model), begun);
  const reports = reportsOf(protocol, config, dimension);
  const state =
    begun === undefined
      ? startingState(weights ?? initialWeights(model, source.fork(0)), examples)
      : checkState(begun, { where: `${where}: from`, examples, model, config, protocol });
  const ledger = openLedger({
    entries: [state.ledger],
    ...budgetOf(config),
    ...(onCharge && { record: onCharge }),
  });
  const stepFactors = layerStepFactors(model, config.layerSteps);
  return new ServerTrainer({ config, stepFactors, reports, ledger, state, event: protocol.describeEvent()! });
}

const WITH_REPORTS = PROTOCOL_NAMES.filter((name) => PROTOCOL_KINDS[name].noiseBy === "users");

function reportsOf(
  protocol: Protocol,
  config: SettledConfig,
  dimension: number,
): ReportProtocol<GradientReport> {
  if (protocol.reports !== undefined) return protocol.reports(dimension);
  const parameter = "openTrainer: protocol.kind";
  const allowed = `one whose users send reports: ${WITH_REPORTS.join(", ")}`;
  throw new DpError("NOT_APPLICABLE", `${parameter} must be ${allowed}, got ${config.protocol}`, {
    parameter,
    value: config.protocol,
    allowed,
  });
}

/** The ledger's budget is the run's. */
function budgetOf(config: SettledConfig): Pick<LedgerOptions, "budget"> {
  const { adjacency, delta, stopAtEpsilon: epsilon, method } = config as BudgetConfig;
  if (epsilon === undefined) return {};
  return { budget: { adjacency, delta, epsilon, ...(method && { method }) } };
}
