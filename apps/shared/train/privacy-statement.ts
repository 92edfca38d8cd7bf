import { hasGuarantee } from "../../../src/training/options/has-guarantee.js";
import { protocolKindOf } from "../../../src/training/options/kinds/protocol-kind-of.js";
import { describeNoise } from "../account/describe-noise.js";
import { shuffleWords } from "./shuffle-words.js";
import type { TrainSummary } from "./train-summary.js";

export interface PrivacyStatement {
  /** Why the run is not private at all, where it is not. */
  readonly warning?: string;
  /** Whom the figures protect against, by how much Gaussian noise, and whether one of them is proven. */
  readonly scope: readonly string[];
  /** Methods that have nothing to say, and why. */
  readonly silent: readonly string[];
}

const NO_GUARANTEE = "No privacy guarantee: trained without clipping and noise.";

const SEEDED =
  "Seeded: not private. Whoever knows the seed can take the noise away; the figures are those of the same run without a seed.";

const SHUFFLED =
  "The figures protect against an analyzer who sees every round's shuffled noisy reports, and so against whoever sees the models.";

const CENTRAL = "The figures protect against whoever sees the models, after every round if they like.";

const MOVING =
  "Windows lie one after the other: a word more or less in a text changes all the windows behind it, which is as many records.";

/** By who makes the noise. */
const SEEN_BY = { users: SHUFFLED, server: CENTRAL, nobody: NO_GUARANTEE } as const;

/** What is to be said about a run's privacy besides its figures. */
export function privacyStatement(summary: TrainSummary): PrivacyStatement {
  const { config, seeded, guarantees, notApplicable, unit, init, sample, task } = summary;
  if (!hasGuarantee(config)) return { warning: NO_GUARANTEE, scope: [], silent: [] };
  const proven = guarantees.some(({ side, status }) => side === "upper" && status === "proven");
  return {
    ...(seeded ? { warning: SEEDED } : {}),
    scope: [
      SEEN_BY[protocolKindOf(config).noiseBy],
      ...noiseOf(summary),
      ...shuffleWords(summary),
      testedOn(sample !== undefined),
      unitOf(unit),
      ...(task === "text" ? [MOVING] : []),
      ...(init === undefined ? [] : [begunWith(init)]),
      ...(proven ? [] : ["No proven figure applies to this mechanism."]),
    ],
    silent: notApplicable.map(({ method, reason }) => `${method} (${reason})`),
  };
}

/** In the words of `croupier account`; other noise has none. */
function noiseOf({ event, config }: TrainSummary): string[] {
  if (event === null || !hasGuarantee(config)) return [];
  const words = describeNoise([{ event, adjacency: config.adjacency }]);
  return words === undefined ? [] : [words];
}

function unitOf(unit: string): string {
  return `One record is ${unit}; whoever has several of them in the data is protected less, by as many at once.`;
}

function testedOn(hasSample: boolean): string {
  const quoted = hasSample ? ", and the sample begins with words of theirs" : "";
  return `No figure covers the test records: results are measured on them as they are${quoted}.`;
}

function begunWith(init: string): string {
  return `The run began with the weights of ${init}: no figure covers what those were trained on.`;
}
