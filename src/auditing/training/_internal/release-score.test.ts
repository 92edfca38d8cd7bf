import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../../privacy/index.js";
import { type Candidate, releaseScore } from "./release-score.js";

const CLIP = 2;
const of = { kind: "gaussian", noiseToClip: 1.5 } as const;
/** (1.5 * 2)^2. */
const VARIANCE = 9;
const present: Candidate = { inner: 3.1, square: 4 };
const absent: Candidate = { inner: -1.7, square: 4 };

const ratioOf = ({ inner, square }: Candidate, variance: number): number =>
  Math.exp((inner - square / 2) / variance);

function scored(
  event: MechanismEvent | undefined,
  participants: number,
  candidates: [Candidate, Candidate?][],
) {
  const score = releaseScore(event, CLIP);
  candidates.forEach(([one, other], round) => {
    score.add({ round, participants, present: one, absent: other });
  });
  return score.total;
}

describe("what releases tell of a canary", () => {
  const poisson = { kind: "poissonSample", rate: 0.3, of } as const;
  const sampled = (rate: number, candidate: Candidate, variance: number): number =>
    Math.log(1 - rate + rate * ratioOf(candidate, variance));

  it("is the log-likelihood ratio of sampled rounds, of whichever two records", () => {
    const zeroed = sampled(0.3, present, VARIANCE);
    expect(scored(poisson, 7, [[present]])).toBeCloseTo(zeroed, 12);
    const replaced = zeroed - sampled(0.3, absent, VARIANCE);
    expect(scored(poisson, 7, [[present, absent], [present]])).toBeCloseTo(replaced + zeroed, 12);
    const permuted = { kind: "weightShuffle", dimension: 9, batchClipRatio: 1, of: poisson } as const;
    expect(scored(permuted, 7, [[present]])).toBeCloseTo(zeroed, 12);
    expect(scored(of, 7, [[present]])).toBeCloseTo(Math.log(ratioOf(present, VARIANCE)), 12);
  });

  it("does not depend on how many joined where nobody sees it, and does where it is public", () => {
    expect(scored(poisson, 0, [[present]])).toBe(scored(poisson, 7, [[present]]));
    const checkIn = { kind: "checkInShuffle", users: 20, checkInRate: 0.4, of } as const;
    expect(scored(checkIn, 5, [[present]])).toBeCloseTo(sampled(5 / 20, present, 5 * VARIANCE), 12);
    expect(scored(checkIn, 0, [[present]])).toBe(0);
    const drawn = { kind: "subsampledShuffle", users: 20, sampled: 5, of } as const;
    expect(scored(drawn, 5, [[present]])).toBe(scored(checkIn, 5, [[present]]));
  });

  it("averages over the rounds of an epoch, of which a record joins one", () => {
    const event = { kind: "randomAllocation", steps: 3, of } as const;
    const [a, b] = [ratioOf(present, VARIANCE), ratioOf(absent, VARIANCE)];
    const zero: Candidate = { inner: 0, square: 0 };
    expect(scored(event, 7, [[present], [zero], [absent]])).toBeCloseTo(Math.log((a + 1 + b) / 3), 12);
    // A second epoch of which a round was seen, and the others may still bring the record.
    const rounds: [Candidate, Candidate?][] = [[zero], [zero], [zero], [present, absent]];
    expect(scored(event, 7, rounds)).toBeCloseTo(Math.log((a + 2) / (b + 2)), 12);
    const far: Candidate = { inner: 1e5, square: 4 };
    expect(scored(event, 7, [[far]])).toBeCloseTo((1e5 - 2) / VARIANCE - Math.log(3), 6);
  });

  it("is the inner products where the law is not known", () => {
    const events: (MechanismEvent | undefined)[] = [
      undefined,
      { kind: "local", epsilon: 1 },
      { kind: "poissonSample", rate: 0.3, of: { kind: "gaussian", noiseMultiplier: 2 } },
    ];
    for (const event of events) {
      expect(scored(event, 7, [[present], [present, absent]])).toBeCloseTo(3.1 + 3.1 + 1.7, 12);
      expect(releaseScore(event, CLIP).rateOf(7)).toBe(0);
    }
  });
});
