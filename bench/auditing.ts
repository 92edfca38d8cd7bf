import { audit, type Game } from "../src/auditing/index.js";
import { fillNormals, sampleBernoulli, seededSource } from "../src/random/index.js";
import { type Rate, takeTurns } from "./take-turns.js";

const PLAYS = 100_000;

/** Plays of scalar games on one thread, the bound and the trade-off band included. */
export function benchAudit(): Promise<Rate[]> {
  const normal = new Float64Array(1);
  const games: Readonly<Record<string, Game["trial"]>> = {
    "randomized response": (secret, source) => Number(sampleBernoulli(source, secret ? 0.75 : 0.25)),
    "Gaussian noise": (secret, source) => {
      fillNormals(source, normal, 1);
      return normal[0]! + Number(secret);
    },
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
