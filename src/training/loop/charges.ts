import { openLedger } from "../../accounting/ledger/open-ledger.js";
import type { MechanismEvent, RepeatEvent } from "../../privacy/mechanism-event.js";
import { checkNumber, RANGES } from "../../validate.js";

/** What a run has been charged for so far: a ledger's charges, as a value that checkpoints keep. `charge` returns the next value. */
export class Charges {
  /** Each distinct round once, with its count. */
  readonly entries: readonly RepeatEvent[];

  /**
   * @throws DpError BAD_INPUT or OUT_OF_RANGE an entry is not an event
   */
  constructor(entries: readonly MechanismEvent[] = []) {
    this.entries = openLedger({ entries }).event.of as readonly RepeatEvent[];
  }

  /**
   * The charges after `times` more of `of`.
   *
   * @throws DpError OUT_OF_RANGE times is not a positive integer
   */
  charge(of: MechanismEvent, times: number): Charges {
    const more = checkNumber("charge: times", times, RANGES.positiveInteger);
    return new Charges([...this.entries, { kind: "repeat", times: more, of }]);
  }

  /** Everything as one event, ready for any accountant; nothing at all is the empty sequence. */
  get event(): MechanismEvent {
    const [only] = this.entries;
    return only !== undefined && this.entries.length === 1 ? only : { kind: "sequence", of: this.entries };
  }
}
