import type { Guarantee } from "../../privacy/index.js";

/** A figure with the adversary that it holds against. One is never shown without the others. */
export interface AdversaryFigure {
  /** Against whom, in words. */
  readonly adversary: string;
  /** What the adversary's figure takes for granted, in words. */
  readonly credits: string;
  readonly guarantee: Guarantee;
}

/** What all rounds of a study spend, by adversary. */
export interface StudyFigures {
  /** Readers of the results, and the analyzer. */
  readonly full: AdversaryFigure;
  /** The analyzer with all other users; and always where anybody may join. */
  readonly dummiesOnly: AdversaryFigure;
  /** A shuffler that follows the protocol, and reads the results. */
  readonly plain: AdversaryFigure;
  /** A malicious shuffler; and one operator in both roles. */
  readonly local: AdversaryFigure;
}
