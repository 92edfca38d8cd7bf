import { expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { chargedRounds } from "./charged-rounds.js";
import { type RepeatedRound, roundsOf } from "./rounds-of.js";

const LIMITS = { wanted: 1, most: 1 };
const unlike = (count: number): readonly RepeatedRound[] => {
  const of = Array.from(
    { length: count },
    (_, i): MechanismEvent => ({
      kind: "shuffle",
      users: 100,
      of: { kind: "randomizedResponse", epsilon: 1, categories: i + 2 },
    }),
  );
  return roundsOf({ kind: "sequence", of }, "replace-one");
};

it("two different rounds are charged as what they are, however long they take", () => {
  const { rounds, remark } = chargedRounds("pld", unlike(2), LIMITS);
  expect(rounds).toHaveLength(2);
  expect(remark).toBeUndefined();
});

it("more that are not alike are declined, with their number", () => {
  const ask = () => chargedRounds("pld", unlike(3), LIMITS);
  expect(ask).toThrow("it takes too long for 3 different rounds, which are not alike");
});
