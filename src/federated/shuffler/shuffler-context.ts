import type { CryptoProvider, KeyPair } from "../crypto/crypto-provider.js";
import { notFound } from "../messages/router.js";
import type { OpenedStudy } from "../study/open-study.js";
import type { MakeDummies } from "./make-dummies.js";
import type { ShufflerRound, ShufflerStore } from "./shuffler-store.js";

/** What the shuffler's parts share. */
export interface ShufflerContext {
  readonly crypto: CryptoProvider;
  readonly store: ShufflerStore;
  readonly keys: KeyPair;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly makeDummies: MakeDummies;
  /** By id. */
  readonly studies: ReadonlyMap<string, OpenedStudy>;
  /** Ids of the announcements whose rounds have all of their dummies, as far as this process knows. */
  readonly withDummies: Set<string>;
}

/** @throws DpError NOT_FOUND */
export function studyOf({ studies }: ShufflerContext, id: string | undefined): OpenedStudy {
  const found = studies.get(id ?? "");
  if (found === undefined) throw notFound("study", "the id of a study of this shuffler");
  return found;
}

/** The number of a round in a path. @throws DpError NOT_FOUND */
export function roundNumber(text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw notFound("round", "a number from 1 on");
}

/** @throws DpError NOT_FOUND */
export async function roundOf(
  { store }: ShufflerContext,
  study: string,
  number: number,
): Promise<ShufflerRound> {
  const round = await store.round(study, number);
  if (round === undefined) throw notFound("round", "the number of a round that was announced");
  return round;
}

/** Whether a round takes uploads now: by the shuffler's clock only. */
export function collects({ now }: ShufflerContext, round: ShufflerRound): boolean {
  return round.state === "collecting" && now() < round.closesAt;
}

/** The round of a study that takes uploads now. */
export async function collectingRound(
  context: ShufflerContext,
  study: string,
): Promise<ShufflerRound | undefined> {
  const last = await context.store.lastRound(study);
  return last !== undefined && collects(context, last) ? last : undefined;
}
