import type { ClaimBasis } from "../claims/compose-claims.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";

/** A Renyi curve and what it rests on. */
export interface RenyiAnalysis extends ClaimBasis {
  readonly curve: RenyiCurve;
  /** Whether high orders take no longer than low ones, so that a search need not shun them. */
  readonly highOrdersAreCheap?: boolean;
}
