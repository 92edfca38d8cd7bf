import type {
  AnalyzerStore,
  LedgerChange,
  RoundDocument,
  StoredState,
  WrappedKey,
} from "./analyzer-store.js";

/**
 * An analyzer's store in memory: for tests and simulations. Nothing survives the process, the private keys
 * included.
 */
export function memoryAnalyzerStore(): AnalyzerStore {
  return new MemoryAnalyzerStore();
}

class MemoryAnalyzerStore implements AnalyzerStore {
  readonly #ledgers = new Map<string, string[]>();
  readonly #documents = new Map<string, string>();
  readonly #states = new Map<string, StoredState>();
  readonly #keys = new Map<string, WrappedKey>();

  async length(ledger: string): Promise<number> {
    return this.#ledgers.get(ledger)?.length ?? 0;
  }

  async entries(ledger: string, after: number): Promise<readonly string[]> {
    return this.#ledgers.get(ledger)?.slice(after) ?? [];
  }

  async commit(change: LedgerChange): Promise<boolean> {
    const { ledger, after, entries, key, eraseKey, documents, state } = change;
    const before = this.#ledgers.get(ledger) ?? [];
    if (before.length !== after) return false;
    this.#ledgers.set(ledger, [...before, ...entries]);
    if (key !== undefined) this.#keys.set(placeOf(key.study, key.round), key);
    if (eraseKey !== undefined) this.#keys.delete(placeOf(eraseKey.study, eraseKey.round));
    for (const { study, round, name, text } of documents ?? []) {
      this.#documents.set(`${placeOf(study, round)} ${name}`, text);
    }
    if (state !== undefined) this.#states.set(state.study, { ...state, bytes: state.bytes.slice() });
    return true;
  }

  async state(study: string): Promise<StoredState | undefined> {
    return this.#states.get(study);
  }

  async document(study: string, round: number, name: RoundDocument): Promise<string | undefined> {
    return this.#documents.get(`${placeOf(study, round)} ${name}`);
  }

  async key(study: string, round: number): Promise<WrappedKey | undefined> {
    return this.#keys.get(placeOf(study, round));
  }

  async keys(): Promise<readonly WrappedKey[]> {
    return [...this.#keys.values()];
  }

  async rewrap(keys: readonly WrappedKey[]): Promise<boolean> {
    const places = new Set(keys.map(({ study, round }) => placeOf(study, round)));
    if (places.size !== this.#keys.size || ![...places].every((place) => this.#keys.has(place))) return false;
    for (const key of keys) this.#keys.set(placeOf(key.study, key.round), key);
    return true;
  }
}

function placeOf(study: string, round: number): string {
  return `${study} ${round}`;
}
