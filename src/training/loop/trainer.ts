import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { SettledConfig } from "../options/protocol-of.js";
import type { GaussianNoise, ShuffledSamplings, TargetEpsilon } from "../options/run-config.js";
import type { CldpProtocolOptions, LearningOptions, PrivacyOptions } from "../options/train-options.js";
import type { GradientReport, ReportProtocol } from "../protocols/report-protocol.js";
import type { TrainingState } from "./training-state.js";

/** A protocol whose users send reports through a shuffler, and what its figures are about. */
export type ShuffledProtocolAndPrivacy =
  | { readonly protocol: ShuffledGaussianOptions; readonly privacy: PrivacyOptions & TargetEpsilon }
  | { readonly protocol: CldpProtocolOptions; readonly privacy: PrivacyOptions };

/** Users add Gaussian noise to their reports. */
export type ShuffledGaussianOptions = GaussianNoise &
  {
    [Name in keyof ShuffledSamplings]: { readonly kind: Name } & ShuffledSamplings[Name];
  }[keyof ShuffledSamplings];

/** What to train, and from whose reports. */
export type TrainerOptions = LearningOptions & ShuffledProtocolAndPrivacy & TrainerCircumstances;

/** Whose reports, and who is told. */
export interface TrainerCircumstances {
  /** n, users who may take part; a public number. */
  readonly users: number;
  /** Where training starts instead of at random weights. */
  readonly weights?: Float32Array | undefined;
  /** Goes on from here; a state of a run with the same options. */
  readonly from?: TrainingState | undefined;
  /**
   * Before a round begins, with its event: what makes the charge durable. Where it throws, the round does not
   * begin. It must finish before it returns: no promises.
   */
  readonly onCharge?: ((event: MechanismEvent) => void) | undefined;
}

/** What came of a round's reports. */
export interface Aggregate {
  /** What `aggregate` of the reports gave, of all shards together: such sums add up. */
  readonly sum: Float64Array;
  /**
   * Users whose reports are in it; not the dummies, but for those of absent users who are not silent: who of
   * them joined nobody can tell.
   */
  readonly participants: number;
}

/** Training from reports that are gathered elsewhere: a server's side of `train`. */
export interface Trainer {
  /** The hyperparameters side by side, defaults filled in, with the noise that was settled on. */
  readonly config: SettledConfig;
  /** How the users' devices make reports, and the analyzer adds them up. */
  readonly reports: ReportProtocol<GradientReport>;
  /**
   * After the last round that was updated, and charged for those that began. `state.weights` is what users
   * report on.
   */
  readonly state: TrainingState;
  /**
   * Begins the next round: charges it, before anybody reports. A round that is begun again, because nothing
   * came of it, is charged again.
   *
   * @returns the state, to be kept before the weights are announced
   * @throws DpError BUDGET_EXCEEDED it would exceed `privacy.stopAtEpsilon`; OUT_OF_RANGE all rounds are
   *   done; and whatever `onCharge` throws. The round has not begun then
   */
  begin(): TrainingState;
  /**
   * Steps along the mean of the reports of the round that was begun. Without participants there is no
   * direction: only weight decay and momentum move the weights.
   *
   * @throws DpError BAD_INPUT no round was begun, or the sum has another shape; OUT_OF_RANGE an entry is not
   *   finite, or there are more participants than users; NOT_CONVERGED a weight is no longer finite. The
   *   state is as before then
   */
  update(aggregate: Aggregate): TrainingState;
}
