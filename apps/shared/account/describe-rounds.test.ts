import { expect, it } from "vitest";
import type { MechanismEvent } from "../../../src/privacy/index.js";
import { describeRounds } from "./describe-rounds.js";

const LOCAL: MechanismEvent = { kind: "local", epsilon: 1 };
const SHUFFLE: MechanismEvent = { kind: "shuffle", users: 100, of: LOCAL };
const POISSON: MechanismEvent = {
  kind: "poissonSample",
  rate: 0.1,
  of: { kind: "gaussian", noiseToClip: 1 },
};
const SENT =
  "of the same users: the figures are user-level, for all that one user sends in them, the same value or another each time.";
const HELD = "of the same records: the figures are for all that one record adds to them.";

it.each<[string, MechanismEvent, string | undefined]>([
  ["one round", SHUFFLE, undefined],
  ["a round that comes once", { kind: "repeat", times: 1, of: SHUFFLE }, undefined],
  ["none", { kind: "repeat", times: 0, of: SHUFFLE }, undefined],
  ["a year of shuffles", { kind: "repeat", times: 365, of: SHUFFLE }, `All 365 rounds are ${SENT}`],
  ["unlike questions", { kind: "sequence", of: [SHUFFLE, LOCAL] }, `Both rounds are ${SENT}`],
  ["training", { kind: "repeat", times: 11_719, of: POISSON }, `All 11,719 rounds are ${HELD}`],
  [
    "both",
    { kind: "sequence", of: [{ kind: "repeat", times: 2, of: POISSON }, SHUFFLE] },
    "All 3 rounds are of the same users or records: the figures are for all that one of them sends or adds to them.",
  ],
])("%s", (_what, event, words) => expect(describeRounds(event)).toBe(words));
