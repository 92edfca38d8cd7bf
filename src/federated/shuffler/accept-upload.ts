import { DpError } from "../../errors.js";
import { joinBytes } from "../messages/join-bytes.js";
import { splitUpload } from "../messages/report-bytes.js";
import type { OpenedStudy } from "../study/open-study.js";
import { rowKeys } from "./row-keys.js";
import { collects, type ShufflerContext } from "./shuffler-context.js";
import type { Acceptance, ShufflerRound } from "./shuffler-store.js";

/** What a credential's digest is made of, so that it is not that of any other use. */
const LABEL = "croupier-v1/credential";

/** The digest by which a credential is kept: SHA-256 of a label, the study's id and the credential. */
export function credentialDigest(
  { crypto }: Pick<ShufflerContext, "crypto">,
  study: string,
  credential: Uint8Array,
): Promise<Uint8Array> {
  return crypto.sha256(
    joinBytes(new TextEncoder().encode(`${LABEL}/${study}`), Uint8Array.of(0), credential),
  );
}

/**
 * Takes one user's upload into a round: all of its rows or none.
 *
 * @returns where it is in the batch, by this call or by one before
 * @throws DpError BAD_INPUT another length; NOT_AUTHORIZED the credential is not enrolled; CONFLICT part of
 *   it was used in another way; ROUND_CLOSED or ROUND_FULL
 */
export async function acceptUpload(
  context: ShufflerContext,
  { id, study }: OpenedStudy,
  round: ShufflerRound,
  body: Uint8Array,
): Promise<void> {
  const { crypto, store } = context;
  const hasCredential = study.admission === "credentials";
  const { credential, slots } = splitUpload(body, { hasCredential, slots: study.slots });
  const sender =
    credential === undefined ? await crypto.sha256(body) : await credentialDigest(context, id, credential);
  if (hasCredential && !(await store.isEnrolled(id, sender))) throw refusal("NOT_AUTHORIZED");
  const { orderKey } = round;
  if (!collects(context, round) || orderKey === undefined) throw refusal("ROUND_CLOSED");
  const keys = await rowKeys(crypto, orderKey);
  const rows = await Promise.all(
    slots.map(async (bytes, slot) => ({ key: await keys.report(slot, bytes), bytes })),
  );
  const code = CODES[await store.accept(id, round.number, { sender, rows })];
  if (code !== undefined) throw refusal(code);
}

type Refusal = "NOT_AUTHORIZED" | "CONFLICT" | "ROUND_CLOSED" | "ROUND_FULL";

const CODES: Readonly<Record<Acceptance, Refusal | undefined>> = {
  accepted: undefined,
  repeated: undefined,
  conflict: "CONFLICT",
  closed: "ROUND_CLOSED",
  full: "ROUND_FULL",
};

const WORDS: Readonly<Record<Refusal, string>> = {
  NOT_AUTHORIZED: "upload: the credential must be enrolled in this study, is not; ask its owner",
  CONFLICT:
    "upload: part of it must not have been sent in another way, was; send an upload again with the same bytes only",
  ROUND_CLOSED: "upload: the round must collect, does not any more; drop the report",
  ROUND_FULL: "upload: the round must have room, has as many reports as its study allows; drop the report",
};

function refusal(code: Refusal): DpError {
  return new DpError(code, WORDS[code], { parameter: "upload", value: undefined });
}
