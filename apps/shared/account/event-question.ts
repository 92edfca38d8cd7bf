import type { MechanismEvent } from "../../../src/privacy/index.js";
import type { Question } from "./answer.js";

/** A question about figures of an event. */
export interface EventQuestion extends Question {
  readonly event: MechanismEvent;
  /** What was sampled how often, in the words of the question, where they say more than the event. */
  readonly title?: string | undefined;
  /** Every figure and refusal; by default the best ones. */
  readonly all: boolean;
}
