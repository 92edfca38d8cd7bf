import type { Claim, MechanismEvent } from "../../../privacy/index.js";
import type { Bearings } from "../bearing.js";
import type { Report, Round, RoundKind } from "../round.js";

/** A round of one kind. */
export type RoundOf<Kind extends RoundKind> = Extract<Round, { readonly kind: Kind }>;

/**
 * Rounds of one kind, as accounting has them; how they amplify is each method's. Rounds spend what they do by
 * their counts one by one or, where these depend on each other, by a round that stands for two.
 *
 * Dropping reports, by number or each with a probability, is post-processing; fewer users are a cohort of
 * which some gave their reports away.
 */
export interface RoundRow<Kind extends RoundKind> {
  readonly words: string;
  readonly bearings: Bearings<RoundOf<Kind>>;
  readonly join?: (side: Claim["side"], one: RoundOf<Kind>, other: RoundOf<Kind>) => RoundOf<Kind>;
  /** Whether a draw decides that a user or record takes part, or in which batch. */
  isDrawn(round: RoundOf<Kind>): boolean;
}

/** The same, with how an event is read that has reports inside. */
export interface EventRoundRow<Kind extends Exclude<RoundKind, "report">> extends RoundRow<Kind> {
  read(event: Extract<MechanismEvent, { readonly kind: Kind }>, report: Report): RoundOf<Kind>;
  /**
   * How often the event's round runs: blocks with coins of their own, or that all users send, are rounds of
   * their own.
   */
  roundsOfBlocks(event: Extract<MechanismEvent, { readonly kind: Kind }>): number;
}
