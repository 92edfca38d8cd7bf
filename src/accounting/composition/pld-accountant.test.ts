import { describe, expect, it } from "vitest";
import { discretePrivacyLoss } from "../../pld/discrete-privacy-loss.js";
import type { MechanismEvent } from "../../privacy/index.js";
import { notApplicable } from "../claims/not-applicable.js";
import { PURE_REPORTS } from "../rounds/coverage.js";
import type { Round } from "../rounds/round.js";
import { lossOfRound, type RoundLoss } from "../rounds/round-loss.js";
import { pldAccountant } from "./pld-accountant.js";

const asked = { adjacency: "replace-one", delta: 1e-3 } as const;

const lossOf = (epsilon: number): RoundLoss => {
  const likely = 1 / (1 + Math.exp(-epsilon));
  const massP = [likely, 1 - likely];
  const loss = discretePrivacyLoss({ massP, massQ: [1 - likely, likely] });
  return { loss, status: "proven", assumptions: [], source: `response at ${epsilon}` };
};

/**
 * An accountant of shuffles, which refuses those of fewer than 10 users; other rounds are charged at epsilon
 * 1.
 */
function accountantOf(others: Round[] = []) {
  return pldAccountant({
    method: "pld",
    ownLosses: lossOfRound({
      method: "pld",
      covers: [{ rounds: ["shuffle"], reports: PURE_REPORTS, adjacencies: ["replace-one"] }],
      lossOf: ({ users }) => {
        if (users < 10) throw notApplicable("pld", "too few users");
        return lossOf(0.5);
      },
    }),
    fallbackLosses: [
      lossOfRound({
        method: "pld",
        covers: [{ rounds: ["shuffle"], reports: PURE_REPORTS, adjacencies: ["replace-one"] }],
        lossOf: (round) => {
          others.push(round);
          return lossOf(1);
        },
      }),
    ],
  });
}

const shuffleOf = (users: number): MechanismEvent => ({
  kind: "shuffle",
  users,
  of: { kind: "local", epsilon: 2 },
});
const sequence = (...of: MechanismEvent[]): MechanismEvent => ({ kind: "sequence", of });

describe("rounds that a rule does not know", () => {
  it("take other rules' losses where it knows one of the rounds", () => {
    const { epsilon } = accountantOf().epsilonAtDelta(sequence(shuffleOf(5), shuffleOf(100)), asked);
    const [likely, unlikely] = [1, -1].map((sign) =>
      [0.5, 1].map((loss) => 1 / (1 + Math.exp(-sign * loss))),
    );
    const product = ([one, other]: readonly number[]): number => one! * other!;
    // At the likeliest outcome of both.
    const exact = Math.log((product(likely!) - asked.delta) / product(unlikely!));
    expect(epsilon.lower).toBeLessThanOrEqual(exact);
    expect(epsilon.upper).toBeGreaterThanOrEqual(exact);
    expect(epsilon.upper).toBeLessThan(exact * (1 + 1e-3));
  });

  it("are not computed where it knows none of them: the first one's reason is given", () => {
    const others: Round[] = [];
    const ask = () => accountantOf(others).epsilonAtDelta(sequence(shuffleOf(5), shuffleOf(6)), asked);
    expect(ask).toThrow("too few users");
    expect(others).toHaveLength(0);
  });
});

it("gives no lower end where one of the losses is the best of a search", () => {
  const accountant = pldAccountant({
    method: "pld",
    ownLosses: lossOfRound({
      method: "pld",
      covers: [{ rounds: ["shuffle"], reports: PURE_REPORTS, adjacencies: ["replace-one"] }],
      lossOf: ({ users }) => ({ ...lossOf(0.5), isUpperOnly: users > 50 }),
    }),
  });
  const [few, many] = [sequence(shuffleOf(5), shuffleOf(6)), sequence(shuffleOf(5), shuffleOf(100))];
  const [exact, searched] = [few, many].map((event) => accountant.epsilonAtDelta(event, asked).epsilon);
  expect(exact!.lower).toBeGreaterThan(0);
  expect(searched).toEqual({ lower: 0, estimate: exact!.upper, upper: exact!.upper });
  const { delta } = accountant.deltaAtEpsilon(many, { adjacency: "replace-one", epsilon: 0.2 });
  expect(delta.lower).toBe(0);
  expect(delta.estimate).toBe(delta.upper);
});
