import type { Adjacency, Assumption, MechanismEvent, Status } from "../../privacy/index.js";
import type { RenyiCurve } from "../core/renyi-curve.js";

/** A Renyi curve with what it is worth. */
export interface RenyiAnalysis {
  readonly curve: RenyiCurve;
  readonly status: Status;
  readonly assumptions: readonly Assumption[];
  readonly source: string;
  /** What else must be said wherever the figure is shown. */
  readonly remark?: string;
}

/** Analyses one event that is neither `repeat` nor `sequence`; throws NOT_APPLICABLE where it cannot. */
export type LeafAnalysis = (event: MechanismEvent, adjacency: Adjacency) => RenyiAnalysis;
