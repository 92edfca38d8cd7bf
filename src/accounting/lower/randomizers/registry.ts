import type { LocalReport } from "../../rounds/round.js";
import { answersCohort } from "./answers-cohort.js";
import type { CohortRow } from "./cohort-row.js";
import { discreteChannelCohort } from "./discrete-channel-cohort.js";
import { laplaceScalarCohort } from "./laplace-scalar-cohort.js";
import { localCohort } from "./local-cohort.js";
import { randomizedResponseCohort } from "./randomized-response-cohort.js";
import { subsetResponseCohort } from "./subset-response-cohort.js";

/** Every kind of local randomizer; one that is missing here does not compile. */
const COHORT_ROWS: { readonly [Kind in LocalReport["kind"]]: CohortRow<Kind> } = {
  local: localCohort,
  randomizedResponse: randomizedResponseCohort,
  subsetResponse: subsetResponseCohort,
  discreteChannel: discreteChannelCohort,
  laplaceScalar: laplaceScalarCohort,
  answers: answersCohort,
};

export function cohortRowOf<Kind extends LocalReport["kind"]>({
  kind,
}: {
  readonly kind: Kind;
}): CohortRow<Kind> {
  return COHORT_ROWS[kind];
}
