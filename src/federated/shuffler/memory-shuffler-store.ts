import { toHex } from "../messages/hex.js";
import { joinBytes } from "../messages/join-bytes.js";
import {
  type Acceptance,
  type ChainPart,
  type OpenedRound,
  type RoundState,
  type ShufflerRound,
  type ShufflerStore,
  type StoredRow,
  UNFINISHED,
  type Upload,
} from "./shuffler-store.js";

/** What the memory holds of a round. */
interface Intake {
  record: ShufflerRound;
  readonly senders: Set<string>;
  /** Of each slot, by the key's hexadecimal. */
  readonly slots: readonly Map<string, Uint8Array>[];
  readonly batches: Map<number, Uint8Array>;
}

const PART_BYTES = 1 << 20;

/** A shuffler's store in memory: for tests and simulations. Nothing survives the process. */
export function memoryShufflerStore(): ShufflerStore {
  return new MemoryShufflerStore();
}

class MemoryShufflerStore implements ShufflerStore {
  readonly #enrolled = new Map<string, Set<string>>();
  readonly #chains = new Map<string, string[]>();
  readonly #weights = new Map<string, Map<string, Uint8Array>>();
  readonly #studies = new Map<string, Map<number, Intake>>();

  async enrol(study: string, digests: readonly Uint8Array[]): Promise<void> {
    const enrolled = this.#enrolled.get(study) ?? new Set();
    for (const digest of digests) enrolled.add(toHex(digest));
    this.#enrolled.set(study, enrolled);
  }

  async isEnrolled(study: string, digest: Uint8Array): Promise<boolean> {
    return this.#enrolled.get(study)?.has(toHex(digest)) ?? false;
  }

  async chainLength(ledger: string): Promise<number> {
    return this.#chains.get(ledger)?.length ?? 0;
  }

  async chain(ledger: string, after: number): Promise<readonly string[]> {
    return this.#chains.get(ledger)?.slice(after) ?? [];
  }

  async openRound(round: OpenedRound, { ledger, after, entries }: ChainPart): Promise<boolean> {
    const chain = this.#chains.get(ledger) ?? [];
    const intakes = [...(this.#studies.get(round.study)?.values() ?? [])];
    const all = [...this.#studies.values()].flatMap((study) => [...study.values()]);
    const isOpen = intakes.some(({ record }) => record.state === "collecting" || record.state === "closed");
    const isLate = intakes.some(({ record }) => record.number >= round.number);
    const isUsed = all.some(({ record }) => record.publicKey === round.publicKey);
    if (chain.length !== after || isOpen || isLate || isUsed) return false;
    this.#chains.set(ledger, [...chain, ...entries]);
    const study = this.#studies.get(round.study) ?? new Map<number, Intake>();
    this.#studies.set(round.study, study);
    study.set(round.number, {
      record: { ...round, state: "collecting", reports: undefined, outcome: undefined, result: undefined },
      senders: new Set(),
      slots: Array.from({ length: round.slots }, () => new Map()),
      batches: new Map(),
    });
    return true;
  }

  async round(study: string, number: number): Promise<ShufflerRound | undefined> {
    return this.#studies.get(study)?.get(number)?.record;
  }

  async rounds(study: string): Promise<readonly ShufflerRound[]> {
    const records = [...(this.#studies.get(study)?.values() ?? [])].map(({ record }) => record);
    return records.sort((a, b) => a.number - b.number);
  }

  async lastRound(study: string): Promise<ShufflerRound | undefined> {
    return (await this.rounds(study)).at(-1);
  }

  async unfinishedRounds(study: string): Promise<readonly ShufflerRound[]> {
    return (await this.rounds(study)).filter(({ state }) => UNFINISHED.includes(state));
  }

  async keepWeights(study: string, sha256: string, bytes: Uint8Array): Promise<void> {
    const kept = this.#weights.get(study) ?? new Map<string, Uint8Array>();
    this.#weights.set(study, kept);
    if (!kept.has(sha256)) kept.set(sha256, bytes.slice());
  }

  async weights(study: string, sha256: string): Promise<Uint8Array | undefined> {
    return this.#weights.get(study)?.get(sha256)?.slice();
  }

  async dropWeights(study: string, kept: readonly string[]): Promise<void> {
    const weights = this.#weights.get(study) ?? new Map<string, Uint8Array>();
    for (const sha256 of [...weights.keys()]) if (!kept.includes(sha256)) weights.delete(sha256);
  }

  async accept(study: string, number: number, { sender, rows }: Upload): Promise<Acceptance> {
    const intake = this.#studies.get(study)?.get(number);
    if (intake?.record.state !== "collecting") return "closed";
    const { senders, slots, record } = intake;
    const known = rows.map(({ key }, slot) => slots[slot]!.has(toHex(key)));
    const isKnown = senders.has(toHex(sender));
    if (isKnown && known.every(Boolean)) return "repeated";
    if (isKnown || known.some(Boolean)) return "conflict";
    if (senders.size >= record.cap) return "full";
    senders.add(toHex(sender));
    for (const [slot, { key, bytes }] of rows.entries()) slots[slot]!.set(toHex(key), bytes.slice());
    return "accepted";
  }

  async addDummies(study: string, number: number, slot: number, rows: readonly StoredRow[]): Promise<void> {
    const intake = this.#intake(study, number, ["collecting", "closed"]);
    const stored = intake?.slots[slot];
    for (const { key, bytes } of stored === undefined ? [] : rows) {
      if (!stored!.has(toHex(key))) stored!.set(toHex(key), bytes.slice());
    }
  }

  async hasRows(
    study: string,
    number: number,
    slot: number,
    keys: readonly Uint8Array[],
  ): Promise<readonly boolean[]> {
    const stored = this.#studies.get(study)?.get(number)?.slots[slot];
    return keys.map((key) => stored?.has(toHex(key)) ?? false);
  }

  async isFull(study: string, number: number): Promise<boolean> {
    const intake = this.#studies.get(study)?.get(number);
    return intake !== undefined && intake.senders.size >= intake.record.cap;
  }

  async close(study: string, number: number): Promise<void> {
    const intake = this.#intake(study, number, ["collecting"]);
    if (intake === undefined) return;
    intake.record = { ...intake.record, state: "closed", reports: intake.senders.size };
  }

  async *rows(study: string, number: number, slot: number): AsyncIterable<Uint8Array> {
    const stored = this.#studies.get(study)?.get(number)?.slots[slot] ?? new Map<string, Uint8Array>();
    let [part, size]: [Uint8Array[], number] = [[], 0];
    for (const key of [...stored.keys()].sort()) {
      part.push(stored.get(key)!);
      size += stored.get(key)!.length;
      if (size < PART_BYTES) continue;
      yield joinBytes(...part);
      part = [];
      size = 0;
    }
    if (size > 0) yield joinBytes(...part);
  }

  async writeBatch(
    study: string,
    number: number,
    slot: number,
    parts: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const written: Uint8Array[] = [];
    for await (const part of parts) written.push(part.slice());
    this.#intake(study, number, ["closed"])?.batches.set(slot, joinBytes(...written));
  }

  async readBatch(
    study: string,
    number: number,
    slot: number,
    offset: number,
    length: number,
  ): Promise<Uint8Array> {
    const bytes = this.#studies.get(study)?.get(number)?.batches.get(slot);
    return bytes?.slice(offset, offset + length) ?? new Uint8Array();
  }

  async endIntake(
    study: string,
    number: number,
    state: "released" | "cancelled",
    outcome: string,
  ): Promise<boolean> {
    const intake = this.#intake(study, number, state === "released" ? ["closed"] : ["collecting", "closed"]);
    if (intake === undefined) return false;
    const { reports = intake.senders.size } = intake.record;
    intake.record = { ...intake.record, state, reports, outcome, orderKey: undefined };
    intake.senders.clear();
    for (const slot of intake.slots) slot.clear();
    if (state === "cancelled") intake.batches.clear();
    return true;
  }

  async drop(
    study: string,
    number: number,
    state: "done" | "expired",
    result: string | undefined,
  ): Promise<boolean> {
    const intake = this.#intake(study, number, ["released"]);
    if (intake === undefined) return false;
    intake.record = { ...intake.record, state, result };
    intake.batches.clear();
    return true;
  }

  /** The round, where it is in one of the states. */
  #intake(study: string, number: number, states: readonly RoundState[]): Intake | undefined {
    const intake = this.#studies.get(study)?.get(number);
    return intake !== undefined && states.includes(intake.record.state) ? intake : undefined;
  }
}
