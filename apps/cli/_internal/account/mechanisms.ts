/** The values of a command's flags, by name. */
export type FlagValues = Readonly<Record<string, number | undefined>>;

/** A shorthand for an event: the flags that it needs and may take, and the event of one round that they make. */
export interface Mechanism {
  readonly needs: readonly string[];
  readonly takes?: readonly string[];
  /** Raw, to be checked by `readEvent`. */
  readonly round: (flags: FlagValues) => object;
}

/** How users come to send reports: wraps the event of a report. */
interface Cohort extends Omit<Mechanism, "round"> {
  readonly round: (flags: FlagValues, report: object) => object;
}

const GAUSSIAN: Mechanism = {
  needs: ["noiseMultiplier"],
  round: ({ noiseMultiplier }) => ({ kind: "gaussian", noiseMultiplier }),
};

const REPORTS: Readonly<Record<string, Mechanism>> = {
  gaussian: GAUSSIAN,
  local: {
    needs: ["localEpsilon"],
    takes: ["localDelta"],
    round: ({ localEpsilon: epsilon, localDelta: delta }) => ({
      kind: "local",
      epsilon,
      ...(delta === undefined ? {} : { delta }),
    }),
  },
  "randomized-response": {
    needs: ["localEpsilon", "categories"],
    round: ({ localEpsilon: epsilon, categories }) => ({ kind: "randomizedResponse", epsilon, categories }),
  },
};

const COHORTS: Readonly<Record<string, Cohort>> = {
  shuffle: {
    needs: ["users"],
    round: ({ users }, of) => ({ kind: "shuffle", users, of }),
  },
  "subsampled-shuffle": {
    needs: ["users", "sampled"],
    round: ({ users, sampled }, of) => ({ kind: "subsampledShuffle", users, sampled, of }),
  },
  "check-in": {
    needs: ["users", "checkInRate"],
    round: ({ users, checkInRate }, of) => ({ kind: "checkInShuffle", users, checkInRate, of }),
  },
};

/** The shorthands by name. */
export const MECHANISMS: Readonly<Record<string, Mechanism>> = {
  gaussian: GAUSSIAN,
  "poisson-gaussian": {
    needs: ["samplingRate", "noiseMultiplier"],
    round: (flags) => ({ kind: "poissonSample", rate: flags.samplingRate, of: GAUSSIAN.round(flags) }),
  },
  "random-allocation-gaussian": {
    needs: ["steps", "noiseMultiplier"],
    round: (flags) => ({ kind: "randomAllocation", steps: flags.steps, of: GAUSSIAN.round(flags) }),
  },
  ...Object.fromEntries(
    Object.entries(COHORTS).flatMap(([cohort, each]) =>
      Object.entries(REPORTS).map(([report, of]) => [`${cohort}-${report}`, combined(each, of)]),
    ),
  ),
};

function combined(cohort: Cohort, report: Mechanism): Mechanism {
  return {
    needs: [...cohort.needs, ...report.needs],
    ...(report.takes === undefined ? {} : { takes: report.takes }),
    round: (flags) => cohort.round(flags, report.round(flags)),
  };
}
