/** The shorthands for events: a name, the flags that it needs, and the event of one round that they make. */
export interface MechanismShorthand {
  readonly summary: string;
  readonly flags: readonly string[];
  /** Raw, to be checked by `readEvent`. */
  readonly round: (flags: Readonly<Record<string, number>>) => object;
}

const gaussian = (flags: Readonly<Record<string, number>>): object => ({
  kind: "gaussian",
  noiseMultiplier: flags.noiseMultiplier,
});

const local = (flags: Readonly<Record<string, number>>): object => ({
  kind: "local",
  epsilon: flags.localEpsilon,
  ...(flags.localDelta === undefined ? {} : { delta: flags.localDelta }),
});

const randomizedResponse = (flags: Readonly<Record<string, number>>): object => ({
  kind: "randomizedResponse",
  epsilon: flags.localEpsilon,
  categories: flags.categories,
});

type Report = (flags: Readonly<Record<string, number>>) => object;

function shuffled(report: Report): Report {
  return (flags) => ({ kind: "shuffle", users: flags.users, of: report(flags) });
}

function subsampled(report: Report): Report {
  return (flags) => ({
    kind: "subsampledShuffle",
    users: flags.users,
    sampled: flags.sampled,
    of: report(flags),
  });
}

function checkedIn(report: Report): Report {
  return (flags) => ({
    kind: "checkInShuffle",
    users: flags.users,
    checkInRate: flags.checkInRate,
    of: report(flags),
  });
}

export const MECHANISMS: Readonly<Record<string, MechanismShorthand>> = {
  gaussian: { summary: "Gaussian noise, once a round", flags: ["noiseMultiplier"], round: gaussian },
  "poisson-gaussian": {
    summary: "central DP-SGD: Poisson sampling, Gaussian noise on the sum",
    flags: ["rate", "noiseMultiplier"],
    round: (flags) => ({ kind: "poissonSample", rate: flags.rate, of: gaussian(flags) }),
  },
  "random-allocation-gaussian": {
    summary: "each record in one of `steps` batches; a round is a pass over all of them",
    flags: ["steps", "noiseMultiplier"],
    round: (flags) => ({ kind: "randomAllocation", steps: flags.steps, of: gaussian(flags) }),
  },
  "shuffle-gaussian": {
    summary: "every user sends a Gaussian report, shuffled",
    flags: ["users", "noiseMultiplier"],
    round: shuffled(gaussian),
  },
  "subsampled-shuffle-gaussian": {
    summary: "`sampled` of the users send Gaussian reports, shuffled",
    flags: ["users", "sampled", "noiseMultiplier"],
    round: subsampled(gaussian),
  },
  "check-in-gaussian": {
    summary: "each user checks in by chance and sends a Gaussian report, shuffled",
    flags: ["users", "checkInRate", "noiseMultiplier"],
    round: checkedIn(gaussian),
  },
  "shuffle-local": {
    summary: "every user sends a report of any local randomizer, shuffled",
    flags: ["users", "localEpsilon"],
    round: shuffled(local),
  },
  "subsampled-shuffle-local": {
    summary: "`sampled` of the users send reports of any local randomizer, shuffled",
    flags: ["users", "sampled", "localEpsilon"],
    round: subsampled(local),
  },
  "shuffle-randomized-response": {
    summary: "every user sends a randomized response, shuffled",
    flags: ["users", "localEpsilon", "categories"],
    round: shuffled(randomizedResponse),
  },
};
