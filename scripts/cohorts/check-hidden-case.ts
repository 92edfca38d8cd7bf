import { type HidingBand, hiddenProfile } from "../../src/accounting/shuffle/dummies/hidden-profile.js";
import type { ProfilePoint } from "../../src/pld/pairs/profile-pair.js";
import { type RandomSource, sampleInteger } from "../../src/random/index.js";
import type { HiddenCase } from "./hidden-case.js";
import { simulatedDelta } from "./simulated-delta.js";

/** A bound, and what simulation shows of the truth. */
export interface CheckedCase {
  readonly epsilon: number;
  readonly bound: number;
  readonly lower: number;
  readonly mean: number;
}

const MIN_DELTA = 0.08;
const VISIBLE = 0.02;

/** The bound of the accountants at one epsilon against the simulated truth, in both directions. */
export function checkHiddenCase(
  given: HiddenCase,
  options: { readonly plays: number; readonly failure: number },
  source: RandomSource,
): CheckedCase | undefined {
  const visible = boundsOf(given).filter(({ delta }) => delta > VISIBLE);
  if (visible.length === 0) return undefined;
  const { epsilon, delta: bound } = visible[sampleInteger(source, visible.length)]!;
  const ends = [false, true].map((isBack) =>
    simulatedDelta(given, { ...options, t: Math.exp(epsilon), isBack }, source),
  );
  const [there, back] = ends as [(typeof ends)[0], (typeof ends)[0]];
  return there.lower > back.lower ? { epsilon, bound, ...there } : { epsilon, bound, ...back };
}

function boundsOf(given: HiddenCase): readonly ProfilePoint[] {
  const { radius, blocks, toZero } = given;
  return hiddenProfile({ radius, blocks, toZero, bands: bandsOf(given), leastDelta: MIN_DELTA });
}

/** Given which of the others report. */
function bandsOf({ others, dummies, reporting }: HiddenCase): HidingBand[] {
  const users = others.length + 1;
  switch (reporting.kind) {
    case "all":
      return [{ others: users - 1, dummies, rate: 1, isZeroSent: false, weight: 1 }];
    case "drawn": {
      const { reports } = reporting;
      return [{ others: reports - 1, dummies, rate: reports / users, isZeroSent: false, weight: 1 }];
    }
    case "mixed": {
      const { rate } = reporting;
      return Array.from({ length: users }, (_, reporters) => ({
        others: reporters,
        dummies: dummies + users - 1 - reporters,
        rate,
        isZeroSent: true,
        weight: binomial(users - 1, reporters) * rate ** reporters * (1 - rate) ** (users - 1 - reporters),
      }));
    }
  }
}

function binomial(from: number, size: number): number {
  return size === 0 ? 1 : (binomial(from - 1, size - 1) * from) / size;
}
