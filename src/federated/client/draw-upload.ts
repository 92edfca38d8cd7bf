import { type RandomSource, sampleInteger } from "../../random/index.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { fromHex, toHex } from "../messages/hex.js";
import type { AnnouncedToClient } from "../messages/read-announced.js";
import { CREDENTIAL_BYTES } from "../messages/report-bytes.js";
import { changeState, type JoinedStudy, type PendingUpload, withStudy } from "./client-state.js";
import type { ClientStore } from "./client-store.js";
import type { PreparedRound } from "./client-task.js";
import { sealUpload } from "./seal-upload.js";

/** What an upload is made with. */
export interface UploadParts {
  readonly store: ClientStore;
  readonly crypto: CryptoProvider;
  readonly source: RandomSource;
  readonly clock: () => number;
}

/** The study and the round that it is for. */
export interface UploadRound {
  /** Of the study. */
  readonly id: string;
  readonly joined: JoinedStudy;
  readonly announced: AnnouncedToClient;
  readonly delaySeconds: number;
}

/**
 * Draws a round's coin and keeps it, then makes the sealed upload; undefined where the user does not join and
 * sends nothing.
 *
 * The delay counts from the coin: what a report takes to be made does not show. A coin that was kept by an
 * attempt before means that something failed after it: then dummies are sent, and no other coin is drawn. A
 * seeded test, which protects nobody, makes the report again, the same: it stays its simulation's whatever
 * was killed.
 */
export async function drawUpload(
  parts: UploadParts,
  round: UploadRound,
  prepared: PreparedRound,
): Promise<PendingUpload | undefined> {
  const { crypto, source, clock } = parts;
  const { joined, announced, delaySeconds } = round;
  const { joins, isFresh } = await coinOf(parts, round, prepared);
  const start = clock();
  if (!joins && prepared.absentees === "silent") return undefined;
  const dummies = (): readonly Uint8Array[] => prepared.dummies(source);
  const mayReport = isFresh || !source.secure;
  const plaintexts = joins && mayReport ? await prepared.report(source).catch(dummies) : dummies();
  const credential =
    joined.credential === null ? null : fromHex("credential", joined.credential, CREDENTIAL_BYTES);
  const { id: announcementId, announcement } = announced;
  const target = { announcementId, publicKey: announcement.publicKey };
  const body = await sealUpload(crypto, target, plaintexts, credential);
  const taken = prepared.hasCoin ? clock() - start : 0;
  const delayMs = Math.max(0, sampleInteger(source, 1000 * delaySeconds + 1) - taken);
  return { round: announcement.round, announcement: announcementId, body: toHex(body), delayMs };
}

/** The round's coin, and whether it was drawn just now. */
async function coinOf(
  { store, source }: UploadParts,
  { id, announced }: UploadRound,
  prepared: PreparedRound,
): Promise<{ readonly joins: boolean; readonly isFresh: boolean }> {
  if (!prepared.hasCoin) return { joins: true, isFresh: true };
  const drawn = { announcement: announced.id, joins: prepared.joins(source) };
  let isFresh = true;
  const after = await changeState(store, (state) => {
    const study = state.studies[id]!;
    isFresh = study.coin?.announcement !== announced.id;
    return isFresh ? withStudy(state, id, { ...study, coin: drawn }) : state;
  });
  return { joins: after.studies[id]!.coin!.joins, isFresh };
}
