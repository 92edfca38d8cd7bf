import type { BlocksAndDummies, MechanismEvent } from "../../../../../src/privacy/index.js";
import { counted } from "../../../words/counted.js";
import { groupDigits } from "../../../words/group-digits.js";

/** What a shuffle has besides whole reports; nothing where it has nothing. */
export function blocksAndDummiesOf(event: BlocksAndDummies): string {
  const { blocks = 1, joins = "once", dummies = 0, dummiesBy = "shuffler" } = event;
  const cut = blocks === 1 ? "" : `, cut into ${groupDigits(blocks)} blocks`;
  const coins = joins === "per-block" ? " with coins of their own" : "";
  const each = blocks === 1 ? "" : " a block";
  const from = dummiesBy === "users" ? " from users" : "";
  const hidden = dummies === 0 ? "" : `, with ${counted(dummies, "dummy", "dummies")}${from}${each}`;
  return `${cut}${cut && coins}${hidden}`;
}

/** An event's words, in brackets where they are several events'. */
export function grouped(event: MechanismEvent, within: (event: MechanismEvent) => string): string {
  return event.kind === "sequence" ? `(${within(event)})` : within(event);
}
