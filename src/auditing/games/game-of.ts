import { DpError } from "../../errors.js";
import {
  ADJACENCIES,
  type Adjacency,
  type GaussianEvent,
  type MechanismEvent,
  readEvent,
  type SequenceEvent,
  sensitivityToClip,
} from "../../privacy/index.js";
import type { RandomSource } from "../../random/index.js";
import { checkOneOf, checkOptions } from "../../validate.js";
import type { Game } from "../game.js";
import { laplaceLoss, normalLoss } from "./_internal/additive-noise.js";
import { finiteLoss, type Loss } from "./_internal/finite-loss.js";
import { shuffledResponseLoss } from "./_internal/shuffled-response.js";

/**
 * The game of an event: it draws releases as the event says, on two neighbouring data sets, and scores them by their log-likelihood ratio.
 *
 * The pairs: a report about two values (of `local` the worst one there is); k-ary responses shuffled with those of users who all hold a third
 * answer, or the changed user's where there are two; vectors at distance 2C under replace-one, C otherwise, Poisson-sampled or not. Rounds are independent, their ratios add up.
 *
 * @param event kinds gaussian, local, randomizedResponse, laplaceScalar, gaussianScalar; shuffle of randomizedResponse; poissonSample of gaussian;
 *   repeat and sequence of these
 * @param options.adjacency add-or-remove for sums on a trusted server (gaussian, poissonSample) only
 * @throws DpError BAD_INPUT or OUT_OF_RANGE for a bad event; NOT_APPLICABLE no game is known for it
 * @example
 * const game = gameOf({ kind: "gaussian", noiseToClip: 4 }, { adjacency: "zero-out" });
 * Number.isFinite(await game.trial(true, seededSource(7))); // true
 */
export function gameOf(event: MechanismEvent, options: { readonly adjacency: Adjacency }): EventGame {
  const { adjacency } = checkOptions("gameOf", options);
  checkOneOf("gameOf: adjacency", adjacency, ADJACENCIES);
  return { trial: lossOf(readEvent(event), adjacency) };
}

/** A game that answers at once. */
export interface EventGame extends Game {
  trial(secret: boolean, source: RandomSource): number;
}

function lossOf(event: MechanismEvent, adjacency: Adjacency): Loss {
  switch (event.kind) {
    case "repeat": {
      const loss = lossOf(event.of, adjacency);
      return (secret, source) => {
        let sum = 0;
        for (let time = 0; time < event.times; time++) sum += loss(secret, source);
        return sum;
      };
    }
    case "sequence":
      return sumOf(event, adjacency);
    case "gaussian":
      return normalLoss(noiseMultiplierOf(event, adjacency), { present: 1, absent: 0, rate: 1 });
    case "poissonSample":
      if (event.of.kind !== "gaussian") throw unknownGame(event);
      return normalLoss(noiseMultiplierOf(event.of, adjacency), {
        ...(adjacency === "replace-one" ? { present: 1 / 2, absent: -1 / 2 } : { present: 1, absent: 0 }),
        rate: event.rate,
      });
    default:
      if (adjacency === "add-or-remove") throw unknownGame(event);
      return reportsLoss(event);
  }
}

function sumOf(event: SequenceEvent, adjacency: Adjacency): Loss {
  const losses = event.of.map((each) => lossOf(each, adjacency));
  return (secret, source) => losses.reduce((sum, loss) => sum + loss(secret, source), 0);
}

/** One user's report, or all users' shuffled. */
function reportsLoss(event: MechanismEvent): Loss {
  switch (event.kind) {
    case "local":
      return worstLocalLoss(event.epsilon, event.delta ?? 0);
    case "randomizedResponse": {
      const lie = 1 / (Math.exp(event.epsilon) + event.categories - 1);
      const truth = Math.exp(event.epsilon) * lie;
      const rest = (event.categories - 2) * lie;
      return finiteLoss({ present: [truth, lie, rest], absent: [lie, truth, rest] });
    }
    case "laplaceScalar":
      return laplaceLoss(event.noiseToWidth);
    case "gaussianScalar":
      return normalLoss(event.noiseToWidth, { present: 1, absent: 0, rate: 1 });
    case "shuffle":
      if (event.of.kind !== "randomizedResponse") throw unknownGame(event);
      return shuffledResponseLoss(event.of, event.users);
    default:
      throw unknownGame(event);
  }
}

/** The pair that every (epsilon, delta)-LDP one is a post-processing of: the secret itself with probability delta, else randomized response. */
function worstLocalLoss(epsilon: number, delta: number): Loss {
  const truth = (1 - delta) / (1 + Math.exp(-epsilon));
  const lie = (1 - delta) / (1 + Math.exp(epsilon));
  return finiteLoss({ present: [delta, truth, lie, 0], absent: [0, lie, truth, delta] });
}

function noiseMultiplierOf(event: GaussianEvent, adjacency: Adjacency): number {
  return event.noiseMultiplier ?? event.noiseToClip / sensitivityToClip(adjacency);
}

function unknownGame(event: MechanismEvent): DpError {
  return new DpError(
    "NOT_APPLICABLE",
    `gameOf: no game is known for ${JSON.stringify(event).slice(0, 120)} under the adjacency; write one and audit that`,
    { parameter: "gameOf: event", value: event, allowed: "see its documentation" },
  );
}
