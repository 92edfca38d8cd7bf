import { DpError } from "../../errors.js";
import type {
  Adjacency,
  Claim,
  DeltaGuarantee,
  Guarantee,
  MechanismEvent,
  Method,
} from "../../privacy/index.js";
import type { RenyiCurve } from "./renyi-curve.js";

/** One way to compute privacy figures; `guarantees` asks every accountant about an event. */
export interface Accountant {
  readonly method: Method;
  /** May take longer than some 0.1 s: left out of a `quick` report. */
  readonly slow?: boolean;
  /** @throws DpError NOT_APPLICABLE with the reason in words */
  epsilonAtDelta(event: MechanismEvent, query: DeltaQuery): Guarantee;
  /** @throws DpError NOT_APPLICABLE with the reason in words */
  deltaAtEpsilon(event: MechanismEvent, query: EpsilonQuery): DeltaGuarantee;
  /** The whole Renyi curve, where the method works by one. */
  renyiCurve?(event: MechanismEvent, adjacency: Adjacency): RenyiClaim;
}

/** A Renyi curve that says what its figures are worth; of a lower bound it bounds from below. */
export interface RenyiClaim extends RenyiCurve, Claim {}

export interface DeltaQuery {
  readonly adjacency: Adjacency;
  readonly delta: number;
}

export interface EpsilonQuery {
  readonly adjacency: Adjacency;
  readonly epsilon: number;
}

/** The error by which an accountant says that it has nothing to say, and why. */
export function notApplicable(method: string, reason: string): DpError {
  return new DpError("NOT_APPLICABLE", `${method}: ${reason}`, { parameter: "event" });
}
