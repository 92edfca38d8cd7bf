/** A law of integer scores: the probability `mass[i]` of the score `score[i]`, scores distinct. */
export interface ScoreLaw {
  readonly score: Float64Array;
  readonly mass: Float64Array;
}

/** The law of a score by its entries, entries of equal scores added up. */
export function scoreLaw(entries: Iterable<readonly [score: number, mass: number]>): ScoreLaw {
  const masses = new Map<number, number>();
  for (const [score, mass] of entries) {
    if (mass > 0) masses.set(score, (masses.get(score) ?? 0) + mass);
  }
  const sorted = [...masses].sort(([a], [b]) => a - b);
  return {
    score: Float64Array.from(sorted, ([score]) => score),
    mass: Float64Array.from(sorted, ([, mass]) => mass),
  };
}

/** One law with probability `share`, else the other. */
export function mixedScores(share: number, law: ScoreLaw, other: ScoreLaw): ScoreLaw {
  return scoreLaw([...weighted(law, share), ...weighted(other, 1 - share)]);
}

/** Whether the law is its own mirror image about the centre. */
export function isMirrored({ score, mass }: ScoreLaw, centre: number): boolean {
  const last = score.length - 1;
  return score.every((each, i) => each - centre === centre - score[last - i]! && mass[i] === mass[last - i]);
}

/** The score of nobody. */
export const NO_SCORE: ScoreLaw = { score: Float64Array.of(0), mass: Float64Array.of(1) };

function* weighted({ score, mass }: ScoreLaw, factor: number): Iterable<readonly [number, number]> {
  for (let i = 0; i < score.length; i++) yield [score[i]!, factor * mass[i]!];
}
