import { DOMAIN, type DomainName, describeRange } from "../../src/validate.js";

/** What is limited, and why there. */
const ROWS: Readonly<Record<DomainName, readonly [quantity: string, reason: string]>> = {
  count: ["users, reports, categories, weights, batches", "more than there are people, a hundred times over"],
  blocks: ["blocks of a vector", "more than a vector of a terabyte needs"],
  noise: [
    "Gaussian noise of an event, and of a block: `noiseMultiplier`, `noiseToClip`, `noiseToWidth`; `batchClipRatio`",
    "with less, one report has ε above 500,000; with more, δ is below 1e-9 at ε = 0",
  ],
  laplaceNoise: [
    "Laplace noise of an event: `noiseToWidth`, `laplaceScale`",
    "with less, one report has ε₀ above 50",
  ],
  composedNoise: ["noise multiplier of a theorem", "T releases with σ are one with σ / √T"],
  localEpsilon: [
    "ε₀ of one report, of an event and of a theorem",
    "above, no shuffle of 1e12 reports hides any; below, reports are noise",
  ],
  epsilon: ["ε of a question, a target or a budget", "at a larger one nothing is left to protect"],
  composedEpsilon: ["ε of a theorem", "that of 1e9 rounds of the least noise is 2e15"],
  rate: ["rate of sampling or check-in; `mass` of a report", "one of the most users"],
  rounds: [
    "rounds in all: each repetition counts, each block of a vector, each batch that a record is in; steps of a theorem",
    "one a second for 30 years",
  ],
  answers: ["answers in one message", "masses of as many factors are right to what sums are rounded by"],
  differentRounds: ["different rounds of one event", "one a day for 27 years"],
  delta: [
    "δ of a question or a budget; δ₀ of a report, which may be 0",
    "far below every chance that a person can meet",
  ],
  sharedDelta: ["δ of a theorem", "what a question's δ leaves to one of the most rounds"],
  order: [
    "λ of a Rényi divergence; ∞ where the curve has a limit",
    "best for the most noise at the least δ is 2e10",
  ],
  outcomeMass: [
    "probability of an outcome of a discrete privacy loss; `overlap` of a report",
    "as small as δ may be",
  ],
  channelEntry: ["entry of a channel's matrix", "ε₀ is then at most 93, or infinite"],
};

/** What is accounted for, as Markdown. */
export function domainTable(): string {
  return [
    "| quantity | range | why |",
    "|---|---|---|",
    ...Object.entries(ROWS).map(
      ([name, [quantity, reason]]) =>
        `| ${quantity} | ${describeRange(DOMAIN[name as DomainName])} | ${reason} |`,
    ),
  ].join("\n");
}
