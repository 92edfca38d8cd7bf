import type { Study } from "../study/study.js";

/** Dummies of one slot that are to be sealed. */
export interface DummyOrder {
  readonly study: Study;
  readonly announcementId: string;
  /** Of the round, hexadecimal. */
  readonly publicKey: string;
  readonly slot: number;
  readonly count: number;
}

/**
 * Makes and seals dummies: joined sealed bytes, `count` times the slot's sealed length. In this thread, or in
 * others.
 */
export type MakeDummies = (order: DummyOrder) => Promise<Uint8Array>;
