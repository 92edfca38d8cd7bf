import type { ShufflerRound } from "../../../../src/federated/shuffler/shuffler-store.js";

type Ask = (study: string, number: number) => Promise<ShufflerRound | undefined>;

/**
 * For how long another process's change may go unseen; accepting an upload looks at the round's own file in
 * any case.
 */
const FRESH_MS = 100;

/**
 * Rounds as they were read last: every upload asks for its round, and a message to another thread takes
 * longer than all else.
 */
export class KnownRounds {
  readonly #ask: Ask;
  readonly #rounds = new Map<string, { readonly until: number; readonly answer: ReturnType<Ask> }>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  round(study: string, number: number): Promise<ShufflerRound | undefined> {
    const key = `${study} ${number}`;
    const found = this.#rounds.get(key);
    const now = Date.now();
    if (found !== undefined && now < found.until) return found.answer;
    if (this.#rounds.size > 100) this.#rounds.clear();
    const answer = this.#ask(study, number);
    this.#rounds.set(key, { until: now + FRESH_MS, answer });
    answer.catch(() => this.#rounds.delete(key));
    return answer;
  }

  /** Forgets all rounds before and after a change of this process. */
  async changedBy<Result>(change: Promise<Result>): Promise<Result> {
    this.#rounds.clear();
    try {
      return await change;
    } finally {
      this.#rounds.clear();
    }
  }
}
