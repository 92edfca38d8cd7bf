/** What a figure assumes beyond the event; `describeAssumption` says each in words. */
export type Assumption =
  | "honest-shuffler"
  | "honest-shuffler-alone"
  | "unlinkable-blocks"
  | "honest-aggregator"
  | "secret-participation"
  | "homogeneous-cohort"
  | "one-direction"
  | "published-inclusion-rate"
  | "renyi-accounting"
  | "worst-case-direction-unmoved"
  | "independent-plays"
  | "independent-coins"
  | "gaussian-trade-off";

const WORDS: Readonly<Record<Assumption, string>> = {
  "honest-shuffler":
    "the shuffler permutes the reports uniformly, adds the dummies that it is said to add, shows nobody their order or sender, and every counted user follows the protocol",
  "honest-shuffler-alone":
    "the shuffler permutes the reports uniformly, adds the dummies that it is said to add, and shows nobody their order or sender, whatever the other users do",
  "unlinkable-blocks": "nobody can tell which blocks come from one user, by a key, a length or the time",
  "honest-aggregator": "a trusted server sees the raw updates and adds the noise",
  "secret-participation":
    "who takes part is drawn at random as the event says (by each user's own coin, or by a trusted party), whatever anybody's data, and nobody else sees the draw",
  "homogeneous-cohort":
    "every other user holds the very record that the changed user moves away from; for other cohorts the true loss can be larger",
  "one-direction":
    "only the divergence of the changed from the unchanged data set is bounded, not the reverse",
  "published-inclusion-rate":
    "the changed user joins a round of k reports with probability gamma, as printed, where it is k / n",
  "renyi-accounting": "epsilon is computed from Renyi divergences; other accounting may show that less holds",
  "worst-case-direction-unmoved":
    "the change lies along the direction that permutations of the weights hide best",
  "independent-plays":
    "the game runs the system that the claim is about on neighbouring data sets, and its plays are independent",
  "independent-coins":
    "the run is of the system that the claim is about, and each canary is in its data or not by a fair coin of its own",
  "gaussian-trade-off": "the trade-off curve of the two data sets is that of two normal laws",
};

/**
 * An assumption in one sentence for a person.
 *
 * @example describeAssumption("honest-aggregator"); // a trusted server sees the raw updates and adds the noise
 */
export function describeAssumption(assumption: Assumption): string {
  return WORDS[assumption];
}
