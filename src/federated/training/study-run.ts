import { memoize } from "../../numerics/memoize.js";
import { dimensionOf, type Model } from "../../training/models/model.js";
import { modelOf } from "../../training/models/model-name.js";
import { protocolOf, type SettledConfig } from "../../training/options/protocol-of.js";
import type { GradientReport, ReportProtocol } from "../../training/protocols/report-protocol.js";
import { canonicalJson } from "../messages/canonical-json.js";
import type { TrainingStudy } from "../study/study.js";

/** What of a training study decides what is sent and what is made of it. */
export type RunTerms = Pick<
  TrainingStudy,
  "model" | "protocol" | "learning" | "users" | "dummies" | "rounds" | "adjacency" | "localEpsilon" | "budget"
>;

/** A training study as `train` knows a run. */
export interface StudyRun {
  readonly model: Model;
  readonly config: SettledConfig;
  readonly reports: ReportProtocol<GradientReport>;
}

/**
 * The run of a training study whose parts were checked.
 *
 * @throws DpError OUT_OF_RANGE the reports cannot be made for this model or noise
 */
export const studyRun: (study: RunTerms) => StudyRun = memoize(openRun, {
  key: ({ model, protocol, learning, users, dummies, rounds, adjacency, localEpsilon, budget }) =>
    canonicalJson({
      model,
      protocol,
      learning,
      users,
      dummies,
      rounds,
      adjacency,
      localEpsilon,
      delta: budget.delta,
    }),
  capacity: 8,
});

function openRun(study: RunTerms): StudyRun {
  const model = modelOf(study.model);
  const config = configOf(study);
  const reports = protocolOf(config, study.users, model).reports!(dimensionOf(model));
  return { model, config, reports };
}

/** The study's fields side by side, as a run's configuration has them. */
function configOf(study: RunTerms): SettledConfig {
  const { protocol, learning, users, dummies, rounds, adjacency, localEpsilon, budget } = study;
  const { kind, ...fields } = protocol;
  const common = {
    ...learning,
    rounds,
    evaluateEvery: 1,
    adjacency,
    delta: budget.delta,
    dummies,
    dummiesBy: "shuffler",
  };
  const own = kind === "cldp" ? { ...fields, sampled: users, localEpsilon } : fields;
  return { ...common, protocol: kind, ...own } as unknown as SettledConfig;
}
