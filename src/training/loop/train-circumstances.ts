import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { Dataset } from "../data/dataset.js";
import type { SettledConfig } from "../options/protocol-of.js";
import type { TrainingState } from "./training-state.js";

/** What does not change the outcome: threads and hooks; and the data, which does. */
export interface TrainCircumstances {
  /** Training examples, and others to measure accuracy and loss by; see `examplesFrom`. */
  readonly data: Pick<Dataset, "train" | "test">;
  /** Worker threads; default as many as the machine has cores. The outcome does not depend on them. */
  readonly threads?: number | undefined;
  /** Where training starts instead of at random weights, and the weights of the model's frozen layers. */
  readonly pretrained?: PretrainedWeights | undefined;
  /** Goes on from here instead of from fresh weights; a state of a run with the same options. */
  readonly from?: TrainingState | undefined;
  /** Stops after the current round, or the epoch where the protocol allocates one at a time. */
  readonly signal?: AbortSignal | undefined;
  /** Before the first round. */
  readonly onStart?: ((plan: TrainPlan) => void | Promise<void>) | undefined;
  /**
   * Before anything of an event is released, with the event: e.g. `openLedger`'s `charge`, or what makes the
   * charge durable. Where it throws, the run ends there and nothing of the event is released. It must finish
   * before it returns: no promises.
   */
  readonly onCharge?: ((event: MechanismEvent) => void) | undefined;
  readonly onRound?: ((round: number) => void) | undefined;
  /** After every evaluation, with the record last in the state's history; training waits for it. */
  readonly onEvaluation?: ((state: TrainingState) => void | Promise<void>) | undefined;
  /**
   * Before a run that diverged throws: the last state evaluated, charged for the rounds too that led to the
   * divergence.
   */
  readonly onDivergence?: ((state: TrainingState) => void | Promise<void>) | undefined;
}

/** Weights from elsewhere; what they were trained on is no part of a run's guarantee. */
export interface PretrainedWeights {
  /** Of all layers that are trained; default random ones, see `initialWeights`. */
  readonly weights?: Float32Array | undefined;
  /** Of all frozen layers. */
  readonly frozen?: Float32Array | undefined;
}

/** What a run is about to do. */
export interface TrainPlan {
  readonly config: SettledConfig;
  /** The state to go on from. */
  readonly from: TrainingState;
  /** The round to stop after: the last one, or the last that the budget allows. */
  readonly lastRound: number;
  /** Mean number of examples in a round. */
  readonly expectedBatch: number;
}
