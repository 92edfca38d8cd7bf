import { audit, type Game, gameOf } from "../src/auditing/index.js";
import type { MechanismEvent } from "../src/privacy/index.js";
import { fillNormals, sampleBernoulli, seededSource } from "../src/random/index.js";
import { type Rate, takeTurns } from "./take-turns.js";

const PLAYS = 100_000;

const RESPONSE = { kind: "randomizedResponse", epsilon: 2, categories: 8 } as const;
const NOISE = { kind: "gaussian", noiseToClip: 1 } as const;
const EVENTS: readonly (readonly [string, MechanismEvent])[] = [
  ["Poisson-sampled noise, by its likelihood ratio", { kind: "poissonSample", rate: 0.1, of: NOISE }],
  ["10 shuffled responses", { kind: "shuffle", users: 10, of: RESPONSE }],
  ["10,000 shuffled responses", { kind: "shuffle", users: 10_000, of: RESPONSE }],
  ["10 shuffled Gaussian reports", { kind: "shuffle", users: 10, of: NOISE }],
];

/** Plays of scalar games on one thread, the bound and the trade-off band included. */
export function benchAudit(): Promise<Rate[]> {
  const normal = new Float64Array(1);
  const games: Readonly<Record<string, Game["trial"]>> = {
    "randomized response": (secret, source) => Number(sampleBernoulli(source, secret ? 0.75 : 0.25)),
    "Gaussian noise": (secret, source) => {
      fillNormals(source, normal, 1);
      return normal[0]! + Number(secret);
    },
    ...Object.fromEntries(
      EVENTS.map(([what, event]) => [what, gameOf(event, { adjacency: "replace-one" }).trial]),
    ),
  };
  return takeTurns(
    Object.entries(games).map(([what, trial]) => ({
      what,
      count: PLAYS,
      run: async () => {
        await audit(
          { trial },
          { trials: PLAYS, delta: 1e-5, adjacency: "replace-one", source: seededSource(1) },
        );
      },
    })),
  );
}
