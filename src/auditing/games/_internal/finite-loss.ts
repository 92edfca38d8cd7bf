import { type RandomSource, sampleUniform } from "../../../random/index.js";

/** What one release tells: its log-likelihood ratio of present to absent, drawn. */
export type Loss = (secret: boolean, source: RandomSource) => number;

/** Outcomes with their probabilities under both secrets. */
export interface FinitePair {
  readonly present: readonly number[];
  readonly absent: readonly number[];
}

/** The log-likelihood ratio of an outcome. */
export function finiteLoss({ present, absent }: FinitePair): Loss {
  const losses = present.map((mass, outcome) => Math.log(mass) - Math.log(absent[outcome]!));
  return (secret, source) => losses[drawOutcome(secret ? present : absent, source)]!;
}

/** The number of an outcome; what rounding leaves over goes to the last possible one. */
export function drawOutcome(law: readonly number[], source: RandomSource): number {
  let rest = sampleUniform(source);
  let last = 0;
  for (let outcome = 0; outcome < law.length; outcome++) {
    if (law[outcome] === 0) continue;
    last = outcome;
    rest -= law[outcome]!;
    if (rest < 0) break;
  }
  return last;
}
