import { DpError } from "../../errors.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import type { OpenedStudy } from "../study/open-study-with.js";
import type { Announcement, Opening } from "./documents.js";
import { readAnnouncement, readOpening } from "./read-documents.js";
import { documentId, openDocument, readSigned } from "./signed-document.js";

/** A round that both parties signed. */
export interface AnnouncedToClient {
  readonly id: string;
  readonly announcement: Announcement;
  readonly opening: Opening;
}

/**
 * Reads what the shuffler serves of a round.
 *
 * @throws DpError BAD_SIGNATURE or BAD_INPUT; REFUSED it belongs to another study, or the countersignature to
 *   another announcement
 */
export async function readAnnounced(
  crypto: CryptoProvider,
  { id: studyId, study }: OpenedStudy,
  documents: unknown,
): Promise<AnnouncedToClient> {
  const { announcement: first, opening: second } = (documents ?? {}) as Record<string, unknown>;
  const signed = readSigned("announcement", first);
  const announcement = readAnnouncement(
    "announcement",
    await openDocument(crypto, "announcement", signed, study.analyzer.publicKey),
  );
  const opening = readOpening(
    "opening",
    await openDocument(crypto, "opening", second, study.shuffler.publicKey),
  );
  const id = await documentId(crypto, "announcement", signed.payload);
  const belongs = announcement.study === studyId && announcement.ledger === study.population;
  if (!belongs || opening.announcement !== id || announcement.round > 2 ** 31) {
    const message =
      "announcement: must be of the study that was joined and countersigned by its shuffler, is not; nothing is sent";
    throw new DpError("REFUSED", message, { parameter: "announcement", value: id });
  }
  return { id, announcement, opening };
}
