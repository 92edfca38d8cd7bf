import type { BlocksAndDummies, MechanismEvent } from "../../../../../src/privacy/index.js";
import { groupDigits } from "../../../words/group-digits.js";

/** What a shuffle has besides whole reports; nothing where it has nothing. */
export function blocksAndDummiesOf(event: BlocksAndDummies): string {
  const { blocks = 1, joins = "once", dummies = 0, dummiesBy = "shuffler" } = event;
  const cut = blocks === 1 ? "" : `, cut into ${groupDigits(blocks)} blocks`;
  const coins = joins === "per-block" ? " with coins of their own" : "";
  const each = blocks === 1 ? "" : " a block";
  const from = dummiesBy === "users" ? " from users" : "";
  const noun = dummies === 1 ? "dummy" : "dummies";
  const hidden = dummies === 0 ? "" : `, with ${groupDigits(dummies)} ${noun}${from}${each}`;
  return `${cut}${cut && coins}${hidden}`;
}

/** Users, counted. */
export function usersOf(count: number): string {
  return `${groupDigits(count)} ${count === 1 ? "user" : "users"}`;
}

/** An event's words, in brackets where they are several events'. */
export function grouped(event: MechanismEvent, within: (event: MechanismEvent) => string): string {
  return event.kind === "sequence" ? `(${within(event)})` : within(event);
}
