/**
 * Theorems 1 and 2 of docs/theorems/hidden-transposition.md themselves, by enumeration over small channels.
 */
import { describe, expect, it } from "vitest";
import { sampleUniform, seededSource } from "../../../random/index.js";

type Law = readonly number[];

const ALPHABET = 3;
const MULTISETS = [1, 2, 3, 4, 5].map((size) => multisets(ALPHABET, size));

/** All counts of `size` reports over the alphabet. */
function multisets(letters: number, size: number): number[][] {
  if (letters === 1) return [[size]];
  return Array.from({ length: size + 1 }, (_, count) =>
    multisets(letters - 1, size - count).map((rest) => [count, ...rest]),
  ).flat();
}

/** The law of the counts of independent reports. */
function shuffled(reports: readonly Law[]): number[] {
  let law = new Map([[Array(ALPHABET).fill(0).join(), 1]]);
  for (const report of reports) {
    const next = new Map<string, number>();
    for (const [counts, mass] of law) {
      for (let letter = 0; letter < ALPHABET; letter++) {
        const more = counts.split(",").map((count, i) => Number(count) + (i === letter ? 1 : 0));
        next.set(more.join(), (next.get(more.join()) ?? 0) + mass * report[letter]!);
      }
    }
    law = next;
  }
  return MULTISETS[reports.length - 1]!.map((counts) => law.get(counts.join())!);
}

const hockeyStick = (x: number, p: Law, q: Law): number =>
  p.reduce((sum, mass, i) => sum + Math.max(0, mass - x * q[i]!), 0);

const mean = (laws: readonly Law[]): number[] =>
  laws[0]!.map((_, i) => laws.reduce((sum, law) => sum + law[i]!, 0) / laws.length);

/** Every choice of `size` rows of the channel, in rising order. */
function choices(channel: readonly Law[], size: number, from = 0): Law[][] {
  if (size === 0) return [[]];
  return channel
    .slice(from)
    .flatMap((row, i) => choices(channel, size - 1, from + i).map((rest) => [row, ...rest]));
}

/** Psi_m(x), exactly, for one pair: the largest E[(mean of xi)_+] over the others' rows. */
function psi(channel: readonly Law[], [p, q]: readonly [Law, Law], x: number, copies: number): number {
  const contribution = (row: Law): [number, number][] =>
    row.map((mass, letter) => [(p[letter]! - x * q[letter]!) / mass, mass]);
  return Math.max(
    ...choices(channel, copies).map((rows) => {
      let sums: [number, number][] = [[0, 1]];
      for (const row of rows) {
        sums = sums.flatMap(([value, mass]) =>
          contribution(row).map(([more, weight]): [number, number] => [value + more, mass * weight]),
        );
      }
      return sums.reduce((sum, [value, mass]) => sum + mass * Math.max(0, value / copies), 0);
    }),
  );
}

/** G_k(M) for j candidates, exactly: the largest mean H_M(s_J || s) over all candidates and others. */
function meanExcess(channel: readonly Law[], j: number, k: number, level: number): number {
  return Math.max(
    ...choices(channel, j).flatMap((candidates) =>
      choices(channel, k).map((others) => {
        const laws = candidates.map((candidate) => shuffled([candidate, ...others]));
        const average = mean(laws);
        return laws.reduce((sum, law) => sum + hockeyStick(level, law, average), 0) / j;
      }),
    ),
  );
}

/** The bounds (a) and (b), of `neighbours` whose unshuffled divergence is `alone`. */
function* bounds(
  alone: number,
  x: number,
  psiOf: (copies: number) => number,
  excessOf: (level: number) => number,
  j: number,
): Iterable<number> {
  const psiFrom = (copies: number): number => (copies === 0 ? Infinity : psiOf(copies));
  for (const level of [1, 1.2, 1.5, 2]) {
    const excess = excessOf(level);
    yield psiFrom(Math.floor(j / level)) + excess * (alone + x - 1);
    for (const share of [0.1, 0.25, 0.5]) {
      yield psiFrom(Math.floor(((1 - share) * j) / level)) + (1 + 1 / share) * excess * alone;
    }
  }
}

function randomChannel(seed: number, sharpness: number): Law[] {
  const source = seededSource(seed);
  return Array.from({ length: 3 }, () => {
    const row = Array.from({ length: ALPHABET }, () => Math.exp(sharpness * (sampleUniform(source) - 0.5)));
    const total = row.reduce((sum, mass) => sum + mass, 0);
    return row.map((mass) => mass / total);
  });
}

const CHANNELS = [1, 2, 4].flatMap((sharpness) => [1, 2, 3].map((seed) => [seed, sharpness] as const));

describe("the hidden transposition, channel by channel", () => {
  it.each(CHANNELS)(
    "Theorem 1, seed %i, sharpness %d: every cohort of up to four others",
    { tags: ["slow"] },
    (seed, sharpness) => {
      const channel = randomChannel(seed, sharpness);
      const pair = [channel[0]!, channel[1]!] as const;
      let tightest = 0;
      for (const [j, k] of [
        [1, 0],
        [2, 0],
        [3, 0],
        [4, 0],
        [2, 1],
        [3, 1],
        [2, 2],
      ] as const) {
        for (const x of [1, 1.1, 1.5]) {
          const truth = Math.max(
            ...choices(channel, j + k).map((others) =>
              hockeyStick(x, shuffled([pair[0], ...others]), shuffled([pair[1], ...others])),
            ),
          );
          const psiOf = (copies: number): number => psi(channel, pair, x, copies);
          const excessOf = (level: number): number => meanExcess(channel, j, k, level);
          const least = Math.min(...bounds(hockeyStick(x, ...pair), x, psiOf, excessOf, j));
          expect(truth).toBeLessThanOrEqual(least + 1e-12);
          if (least > 1e-9) tightest = Math.max(tightest, truth / least);
        }
      }
      expect(tightest).toBeGreaterThan(0.5); // not for want of a sharp bound
    },
  );

  it.each(CHANNELS)("Theorem 2, seed %i, sharpness %d: all candidates and others", (seed, sharpness) => {
    const channel = randomChannel(seed, sharpness);
    for (const [candidates, j, k] of [
      [2, 2, 0],
      [2, 2, 1],
      [3, 2, 0],
    ] as const) {
      for (const x of [1, 1.1, 1.5]) {
        const truth = meanExcess(channel, candidates, j + k, x);
        const psiOf = (copies: number): number =>
          Math.max(...channel.flatMap((p) => channel.map((q) => psi(channel, [p, q], x, copies))));
        const alone = meanExcess(channel, candidates, 0, x);
        const excessOf = (level: number): number => meanExcess(channel, j, k, level);
        const least = Math.min(...bounds(alone, x, psiOf, excessOf, j));
        expect(truth).toBeLessThanOrEqual(least + 1e-12);
      }
    }
  });
});
