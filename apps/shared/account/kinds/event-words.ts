import type { MechanismEvent, MechanismKind } from "../../../../src/privacy/index.js";

/** What is said about events of one kind. */
export interface EventWords<Kind extends MechanismKind> {
  /**
   * One in a line. Numbers are rounded to the side where more is spent never less than by the event itself:
   * noise up, rates and local epsilons down.
   *
   * @param within the words of an event inside
   */
  describe(
    event: Extract<MechanismEvent, { readonly kind: Kind }>,
    within: (event: MechanismEvent) => string,
  ): string;
  /**
   * Who takes part in a round: users who send, or records that a release is about; nobody in compositions.
   */
  readonly takesPart: Kind extends "repeat" | "sequence" ? undefined : "user" | "record";
  /** What a calibration finds in a report of this kind; other events have nothing of their own. */
  readonly free: "noise" | "localEpsilon" | undefined;
}
