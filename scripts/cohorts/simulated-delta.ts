import { type RandomSource, sampleUniform } from "../../src/random/index.js";
import { type Blocks, type HiddenCase, sampleNormal } from "./hidden-case.js";

/** Who reports, and with which probability. */
interface Pattern {
  readonly weight: number;
  readonly present: readonly boolean[];
}

/** The messages of each block. */
type Messages = readonly (readonly (readonly number[])[])[];

/**
 * A lower bound of delta at t of the case's two data sets, from one to the other, by simulation: below the
 * truth with the probability 1 - failure.
 *
 * The empirical Bernstein bound of Maurer and Pontil 2009, Theorem 4, of (1 - t q / p)_+ under p.
 */
export function simulatedDelta(
  given: HiddenCase,
  { t, plays, failure, isBack }: SimulationOptions,
  source: RandomSource,
): { readonly mean: number; readonly lower: number } {
  const [from, to] = isBack ? [given.replacement, given.record] : [given.record, given.replacement];
  const patterns = patternsOf(given);
  const [mine, theirs] = [from, to].map((own) => [own, ...given.others]) as [Blocks[], Blocks[]];
  let sum = 0;
  let squares = 0;
  for (let play = 0; play < plays; play++) {
    const messages = drawMessages(given, mine, patterns, source);
    const value = Math.max(
      0,
      1 - (t * densityOf(messages, theirs, patterns)) / densityOf(messages, mine, patterns),
    );
    sum += value;
    squares += value * value;
  }
  const mean = sum / plays;
  const variance = Math.max(0, (squares - plays * mean * mean) / (plays - 1));
  const log = Math.log(2 / failure);
  return { mean, lower: mean - Math.sqrt((2 * variance * log) / plays) - (7 * log) / (3 * (plays - 1)) };
}

export interface SimulationOptions {
  readonly t: number;
  readonly plays: number;
  readonly failure: number;
  /** From the replacement to the record. */
  readonly isBack: boolean;
}

function patternsOf({ others, reporting }: HiddenCase): Pattern[] {
  const users = others.length + 1;
  const subsets = Array.from({ length: 2 ** users }, (_, bits) =>
    Array.from({ length: users }, (__, user) => (bits >> user) % 2 === 1),
  );
  const sizeOf = (present: readonly boolean[]): number => present.filter(Boolean).length;
  switch (reporting.kind) {
    case "all":
      return [{ weight: 1, present: subsets.at(-1)! }];
    case "mixed": {
      const { rate } = reporting;
      return subsets.map((present) => {
        const size = sizeOf(present);
        return { weight: rate ** size * (1 - rate) ** (users - size), present };
      });
    }
    case "drawn": {
      const drawn = subsets.filter((present) => sizeOf(present) === reporting.reports);
      return drawn.map((present) => ({ weight: 1 / drawn.length, present }));
    }
  }
}

function drawPattern(patterns: readonly Pattern[], place: number): Pattern {
  let sum = 0;
  for (const pattern of patterns) {
    sum += pattern.weight;
    if (place <= sum) return pattern;
  }
  return patterns.at(-1)!;
}

function drawMessages(
  { dummies, reporting, blocks }: HiddenCase,
  records: readonly Blocks[],
  patterns: readonly Pattern[],
  source: RandomSource,
): Messages {
  const pattern = drawPattern(patterns, sampleUniform(source));
  const absent = reporting.kind === "mixed" ? pattern.present.filter((each) => !each).length : 0;
  return Array.from({ length: blocks }, (_, block) => {
    const zero = records[0]![block]!.map(() => 0);
    const centres = records.filter((__, user) => pattern.present[user]).map((record) => record[block]!);
    const all = [...centres, ...Array.from({ length: dummies + absent }, () => zero)];
    return all.map((centre) => centre.map((each) => each + sampleNormal(source)));
  });
}

/** Relative to messages of pure noise. */
function densityOf(messages: Messages, records: readonly Blocks[], patterns: readonly Pattern[]): number {
  const ratios = messages.map((block, b) =>
    records.map((record) => block.map((message) => ratioOf(message, record[b]!))),
  );
  return patterns.reduce((sum, { weight, present }) => {
    const product = ratios.reduce(
      (all, rows) =>
        all *
        meanOverOrders(
          rows.filter((_, user) => present[user]),
          messages[0]!.length,
        ),
      weight,
    );
    return sum + product;
  }, 0);
}

function ratioOf(message: readonly number[], centre: readonly number[]): number {
  let exponent = 0;
  for (let i = 0; i < centre.length; i++) exponent += centre[i]! * (message[i]! - centre[i]! / 2);
  return Math.exp(exponent);
}

/**
 * The mean, over all ways to give the rows different columns, of the products; the other columns are dummies.
 */
function meanOverOrders(rows: readonly (readonly number[])[], columns: number): number {
  let sums = new Float64Array(2 ** columns);
  sums[0] = 1;
  let ways = 1;
  for (const [i, row] of rows.entries()) {
    const next = new Float64Array(2 ** columns);
    for (let used = 0; used < sums.length; used++) {
      if (sums[used] === 0) continue;
      for (let column = 0; column < columns; column++) {
        if ((used >> column) % 2 === 0) next[used | (1 << column)]! += sums[used]! * row[column]!;
      }
    }
    sums = next;
    ways *= columns - i;
  }
  return sums.reduce((total, each) => total + each, 0) / ways;
}
