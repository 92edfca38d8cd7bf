import type {
  Adjacency,
  Claim,
  DeltaGuarantee,
  Guarantee,
  MechanismEvent,
  Method,
} from "../privacy/index.js";
import type { RenyiCurve } from "./claims/renyi-curve.js";
import type { Coverage } from "./rounds/coverage.js";

/** One method that computes privacy figures; `guarantees` evaluates every accountant on an event. */
export interface Accountant {
  readonly method: Method;
  /**
   * The rounds that the method covers; what a theorem demands of their parameters is checked when it is
   * evaluated.
   */
  readonly covers: readonly Coverage[];
  /** Rounds beside them that it composes with its own, in a sequence. */
  readonly joins?: readonly Coverage[];
  /** Where its figures are proven, if that is not wherever it covers. */
  readonly proves?: readonly Coverage[];
  /** Its figures need no other user's honesty: those of methods that do are not added to them. */
  readonly standsAlone?: boolean;
  /** Of methods whose figures are lower ends. */
  readonly side?: "lower";
  /** May take longer than some 0.1 s: left out of a `quick` report. */
  readonly slow?: boolean;
  /** @throws DpError NOT_APPLICABLE with the reason in words */
  epsilonAtDelta(event: MechanismEvent, query: DeltaQuery): Guarantee;
  /** @throws DpError NOT_APPLICABLE with the reason in words */
  deltaAtEpsilon(event: MechanismEvent, query: EpsilonQuery): DeltaGuarantee;
  /** The whole Renyi curve, where the method works by one. */
  renyiCurve?(event: MechanismEvent, adjacency: Adjacency): RenyiClaim;
}

/** A Renyi curve with its claim; of a lower bound it bounds from below. */
export interface RenyiClaim extends RenyiCurve, Claim {}

/** What is the epsilon at this delta? */
export interface DeltaQuery {
  readonly adjacency: Adjacency;
  readonly delta: number;
}

/** What is the delta at this epsilon? */
export interface EpsilonQuery {
  readonly adjacency: Adjacency;
  readonly epsilon: number;
}
