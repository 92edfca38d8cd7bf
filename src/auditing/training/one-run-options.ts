import type { RandomSource } from "../../random/index.js";
import type { ManyCanaries } from "../canaries/canary-directions.js";
import type { TrainingGameOptions } from "./training-game-options.js";

/** A training run that is audited by itself, with many canaries. */
export interface OneRunOptions extends Omit<TrainingGameOptions, "canary" | "attack"> {
  /** m: examples 0 to m - 1 of the protocol's; an integer >= 2. The data come behind them. */
  readonly canaries: number;
  /** Each in an entry of its own, as long as there are entries, or signs drawn at random; default dirac. */
  readonly kind?: ManyCanaries;
  /**
   * How many are guessed, an even number from 2 to m; default a twentieth of them. It is fixed before the
   * run.
   */
  readonly guesses?: number;
  /** δ of the claim and of the bound, [0, 1). */
  readonly delta: number;
  /** The probability that the bound is true, (0, 1); default 0.95. */
  readonly confidence?: number;
  /** ε that is claimed at delta, nats, [0, ∞). */
  readonly claim?: number;
  /** Of the coins, the canaries and the run; default `secureSource()`. */
  readonly source?: RandomSource;
  /** Threads that compute gradients of the data; default 1. */
  readonly threads?: number;
  /** After every round, with the number of rounds done. */
  readonly onRound?: (round: number) => void;
}
