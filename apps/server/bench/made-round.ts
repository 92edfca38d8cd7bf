import type { OpenedRound } from "../../../src/federated/shuffler/shuffler-store.js";

/** A round of no study that takes uploads of one slot. */
export const MADE_ROUND: OpenedRound = {
  study: "5".repeat(64),
  number: 1,
  announcementId: "a".repeat(64),
  announcement: "{}",
  opening: "{}",
  publicKey: "b".repeat(64),
  closesAt: 0,
  cap: 1e9,
  slots: 1,
  orderKey: new Uint8Array(32),
};
