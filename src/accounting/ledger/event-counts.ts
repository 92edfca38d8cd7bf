import type { MechanismEvent, RepeatEvent, SequenceEvent } from "../../privacy/index.js";
import { roundsInAll } from "../../privacy/rounds-in-all.js";
import { checkNumber, DOMAIN } from "../../validate.js";
import { mergedRounds } from "../rounds/rounds-of.js";

/**
 * A multiset of rounds. Each distinct round is kept once with its count: composition does not depend on the
 * order.
 */
export class EventCounts {
  readonly #counts = new Map<string, RepeatEvent>();
  #rounds = 0;
  /** With what each round counts as. */
  #inAll = 0;
  #event: SequenceEvent | undefined;

  /** How many rounds there are, each repetition counted. */
  get rounds(): number {
    return this.#rounds;
  }

  /** The rounds as one event, in the order of their first occurrence. */
  get event(): SequenceEvent {
    this.#event ??= Object.freeze({ kind: "sequence", of: Object.freeze([...this.#counts.values()]) });
    return this.#event;
  }

  /**
   * Adds an event that `readEvent` returned.
   *
   * @throws DpError OUT_OF_RANGE there would be too many rounds, or too many different ones; nothing is added
   *   then
   */
  add(where: string, event: MechanismEvent): void {
    this.#change(where, event, 1);
  }

  /** Takes back an event that was added. */
  remove(event: MechanismEvent): void {
    this.#change("remove", event, -1);
  }

  #change(where: string, event: MechanismEvent, sign: 1 | -1): void {
    const parts = mergedRounds(event).map((part) => ({ ...part, key: JSON.stringify(part.round) }));
    const more = parts.filter(({ key }) => !this.#counts.has(key)).length;
    checkNumber(`${where}: different rounds in all`, this.#counts.size + more, DOMAIN.differentRounds);
    const inAll = this.#inAll + sign * roundsInAll(event);
    this.#inAll = checkNumber(`${where}: rounds in all`, inAll, DOMAIN.rounds);
    this.#rounds = parts.reduce((sum, { times }) => sum + sign * times, this.#rounds);
    this.#event = undefined;
    for (const { round, times, key } of parts) {
      const count = (this.#counts.get(key)?.times ?? 0) + sign * times;
      if (count === 0) this.#counts.delete(key);
      else this.#counts.set(key, Object.freeze({ kind: "repeat", times: count, of: round }));
    }
  }
}
