import type { Study } from "../study/study.js";

/** Dummies of one slot that are to be sealed. */
export interface DummyOrder {
  readonly study: Study;
  readonly announcementId: string;
  /** Of the round, hexadecimal. */
  readonly publicKey: string;
  readonly round: number;
  readonly slot: number;
  /** Which of the slot's dummies: of no effect but in a seeded test. */
  readonly indices: readonly number[];
}

/**
 * Makes and seals dummies: the sealed bytes, joined, one for each index. In this thread, or in
 * others.
 */
export type MakeDummies = (order: DummyOrder) => Promise<Uint8Array>;
