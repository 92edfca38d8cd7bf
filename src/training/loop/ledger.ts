import type { MechanismEvent, RepeatEvent } from "../../privacy/mechanism-event.js";
import { checkNumber, RANGES } from "../../validate.js";

/** What a run has let out so far: events with counts, in order. Immutable; `record` returns the longer ledger. */
export class Ledger {
  readonly entries: readonly RepeatEvent[];

  constructor(entries: readonly RepeatEvent[] = []) {
    this.entries = Object.freeze([...entries]);
  }

  /** The ledger after `times` more of `of`; equal neighbours are counted, not listed. */
  record(of: MechanismEvent, times: number): Ledger {
    const more = checkNumber("ledger: times", times, RANGES.positiveInteger);
    const last = this.entries.at(-1);
    return last !== undefined && JSON.stringify(last.of) === JSON.stringify(of)
      ? new Ledger([...this.entries.slice(0, -1), { ...last, times: last.times + more }])
      : new Ledger([...this.entries, { kind: "repeat", times: more, of }]);
  }

  /** Everything as one event, ready for any accountant; nothing at all is the empty sequence. */
  get event(): MechanismEvent {
    const [only] = this.entries;
    return only !== undefined && this.entries.length === 1 ? only : { kind: "sequence", of: this.entries };
  }
}
