import { expect, it } from "vitest";
import type { MechanismEvent } from "../../../src/privacy/index.js";
import { describeEvent } from "./describe-event.js";

const NOISE = { kind: "gaussian", noiseToClip: 1.10001 } as const;

it.each<[string, MechanismEvent]>([
  ["Gaussian noise 1.101 C", NOISE],
  ["Gaussian noise multiplier 9.481", { kind: "gaussian", noiseMultiplier: 9.4801 }],
  ["local epsilon 1.999, delta 1.234e-6", { kind: "local", epsilon: 1.9999, delta: 1.23456e-6 }],
  [
    "shuffle of 60,000 users, randomized response of 4 categories, epsilon 2",
    { kind: "shuffle", users: 60_000, of: { kind: "randomizedResponse", epsilon: 2, categories: 4 } },
  ],
  [
    "7 x shuffle of 60 out of 60,000 users, local epsilon 2",
    {
      kind: "repeat",
      times: 7,
      of: { kind: "subsampledShuffle", users: 60_000, sampled: 60, of: { kind: "local", epsilon: 2 } },
    },
  ],
  [
    "shuffle of 500 users who check in at rate 0.5 or else send a dummy, cut into 16 blocks with coins of their own, with 1,000 dummies from users a block, Gaussian noise 1.101 C",
    {
      kind: "checkInShuffle",
      users: 500,
      checkInRate: 0.5,
      absentees: "dummy",
      blocks: 16,
      joins: "per-block",
      dummies: 1000,
      dummiesBy: "users",
      of: NOISE,
    },
  ],
  [
    "shuffle of 500 users, with 1 dummy, Gaussian noise 1.101 C",
    { kind: "shuffle", users: 500, dummies: 1, of: NOISE },
  ],
  [
    "shuffle of 500 users who check in at rate 0.1234, Gaussian noise 1.101 C",
    { kind: "checkInShuffle", users: 500, checkInRate: 0.12349, of: NOISE },
  ],
  [
    "2 x (Poisson sample at rate 0.01, Gaussian noise 1.101 C; then random allocation to 2 of 10 batches, Gaussian noise 1.101 C)",
    {
      kind: "repeat",
      times: 2,
      of: {
        kind: "sequence",
        of: [
          { kind: "poissonSample", rate: 0.01, of: NOISE },
          { kind: "randomAllocation", steps: 10, joined: 2, of: NOISE },
        ],
      },
    },
  ],
  [
    "weights shuffled (dimension 1,000, batch clip ratio 0.1) after Gaussian noise 1.101 C",
    { kind: "weightShuffle", dimension: 1000, batchClipRatio: 0.1, of: NOISE },
  ],
  ["nothing", { kind: "sequence", of: [] }],
])("%s", (words, event) => expect(describeEvent(event)).toBe(words));
