import fc from "fast-check";

/** A law over the letters 0..k-1. */
export type Law = readonly number[];

const numbered = (count: number): string => String.fromCharCode(count);

/**
 * The law of how often each letter occurs among independent reports, one from each of `laws`, by full
 * enumeration. A key has a character for each letter, whose code is the count.
 */
export function histogramLaw(laws: readonly Law[]): ReadonlyMap<string, number> {
  let known = new Map<string, number>([[numbered(0).repeat(laws[0]!.length), 1]]);
  for (const law of laws) {
    const next = new Map<string, number>();
    for (const [key, mass] of known) {
      law.forEach((probability, letter) => {
        const oneMore = numbered(key.charCodeAt(letter) + 1);
        const after = key.slice(0, letter) + oneMore + key.slice(letter + 1);
        next.set(after, (next.get(after) ?? 0) + mass * probability);
      });
    }
    known = next;
  }
  return known;
}

/** sup over events of P - e^epsilon Q. */
export function hockeyStick(
  p: ReadonlyMap<string, number>,
  q: ReadonlyMap<string, number>,
  epsilon: number,
): number {
  const factor = Math.exp(epsilon);
  let sum = 0;
  for (const [key, mass] of p) sum += Math.max(0, mass - factor * (q.get(key) ?? 0));
  return sum;
}

/** log of the largest ratio between two of the laws at one letter. */
export function localEpsilonOf(laws: readonly Law[]): number {
  const ratios = laws[0]!.map((_, letter) => {
    const masses = laws.map((law) => law[letter]!);
    return Math.max(...masses) / Math.min(...masses);
  });
  return Math.log(Math.max(...ratios));
}

/**
 * `count` inputs' laws of one local randomizer; every shape from randomized response to nearly equal laws.
 */
export function randomizers(count: number): fc.Arbitrary<Law[]> {
  return fc.integer({ min: 2, max: 4 }).chain((letters) => {
    const base = fc.array(fc.double({ min: 0.02, max: 1, noNaN: true }), {
      minLength: letters,
      maxLength: letters,
    });
    const lift = fc.array(fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: letters,
      maxLength: letters,
    });
    const lifts = fc.array(lift, { minLength: count, maxLength: count });
    return fc
      .record({ base, lifts, strength: fc.double({ min: 0.05, max: 3, noNaN: true }) })
      .map(({ base, lifts, strength }) =>
        lifts.map((lift) => normalized(base.map((mass, i) => mass * Math.exp(strength * lift[i]!)))),
      );
  });
}

export function normalized(masses: readonly number[]): Law {
  const total = masses.reduce((a, b) => a + b, 0);
  return masses.map((mass) => mass / total);
}
