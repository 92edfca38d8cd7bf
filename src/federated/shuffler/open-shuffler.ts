import { DpError } from "../../errors.js";
import { checkArray, checkFunction, checkOptions } from "../../validate.js";
import { checkCrypto, checkKeyPair } from "../crypto/check-parts.js";
import type { CryptoProvider, KeyPair } from "../crypto/crypto-provider.js";
import { toHex } from "../messages/hex.js";
import { CREDENTIAL_BYTES } from "../messages/report-bytes.js";
import { text } from "../messages/schema.js";
import type { SignedDocument } from "../messages/signed-document.js";
import { closesWhenFull, nextLookMs } from "../study/closing.js";
import { type OpenedStudy, openStudy } from "../study/open-study.js";
import { credentialDigest } from "./accept-upload.js";
import { completeDummies, dummiesHere } from "./dummies.js";
import { endClosedRound } from "./end-round.js";
import type { MakeDummies } from "./make-dummies.js";
import { privateHandler } from "./private-handler.js";
import { publicHandler } from "./public-handler.js";
import type { Shuffler } from "./shuffler.js";
import { type ShufflerContext, studyOf } from "./shuffler-context.js";
import type { ShufflerRound, ShufflerStore } from "./shuffler-store.js";

/** What a shuffler is opened with. */
export interface ShufflerOptions {
  readonly studies: readonly SignedDocument[];
  /** Ed25519; the public one stands in the studies. */
  readonly keys: KeyPair;
  readonly store: ShufflerStore;
  readonly crypto: CryptoProvider;
  /** What the analyzer shows on the private door. */
  readonly token: string;
  /** Milliseconds since 1970; the platform's clock by default. */
  readonly now?: () => number;
  /** In this thread by default. */
  readonly makeDummies?: MakeDummies;
}

const DAY_MS = 86_400_000;

/**
 * Opens a shuffler over its store; `tick` it at once, since a crash may have left something to do.
 *
 * @throws DpError BAD_SIGNATURE, BAD_INPUT or OUT_OF_RANGE of a study; REFUSED a study names another
 *   shuffler's key
 */
export async function openShuffler(options: ShufflerOptions): Promise<Shuffler> {
  const { store, token, now = Date.now } = checkOptions("openShuffler", options);
  const crypto = checkCrypto("openShuffler: crypto", options.crypto);
  const keys = checkKeyPair("openShuffler: keys", options.keys);
  const { makeDummies = dummiesHere(crypto) } = options;
  text(1000)("openShuffler: token", token);
  checkFunction("openShuffler: now", now);
  const opened = await Promise.all(
    checkArray("openShuffler: studies", options.studies).map((each) => openStudy(crypto, each)),
  );
  for (const { id, study } of opened) {
    if (study.shuffler.publicKey !== toHex(keys.publicKey)) throw ofAnother(id);
  }
  const studies = new Map(opened.map((each) => [each.id, each]));
  const context: ShufflerContext = { crypto, store, keys, now, makeDummies, studies, withDummies: new Set() };
  let last: Promise<unknown> = Promise.resolve();
  return {
    publicHandler: publicHandler(context),
    privateHandler: privateHandler(context, token),
    async enrol(id, credentials) {
      studyOf(context, id);
      for (const { length } of credentials) if (length !== CREDENTIAL_BYTES) throw notACredential(length);
      const digests = await Promise.all(credentials.map((each) => credentialDigest(context, id, each)));
      await store.enrol(id, digests);
    },
    tick(signal) {
      const turn = last.then(() => tickAll(context, signal));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function tickAll(context: ShufflerContext, signal?: AbortSignal): Promise<number | undefined> {
  let next: number | undefined;
  for (const opened of context.studies.values()) {
    for (const round of await context.store.unfinishedRounds(opened.id)) {
      if (signal?.aborted) return next;
      await tickRound(context, opened, round, signal);
    }
    const last = await context.store.lastRound(opened.id);
    if (last?.state !== "collecting") continue;
    next = Math.min(next ?? Infinity, last.closesAt, context.now() + nextLookMs(opened.study));
  }
  return next;
}

async function tickRound(
  context: ShufflerContext,
  opened: OpenedStudy,
  round: ShufflerRound,
  signal?: AbortSignal,
): Promise<void> {
  const { store, now } = context;
  const { study, number, state, closesAt } = round;
  if (state === "collecting" && now() < closesAt) await addDummiesOnce(context, opened, round, signal);
  if (state === "collecting" && (await isOver(context, opened, round))) await store.close(study, number);
  const current = (await store.round(study, number))!;
  if (current.state === "closed") await endClosedRound(context, opened, current, signal);
  if (current.state === "released" && now() >= closesAt + opened.study.retentionDays * DAY_MS)
    await store.drop(study, number, "expired", undefined);
}

/** A round that collects is looked at again and again; what is stored stays. */
async function addDummiesOnce(
  context: ShufflerContext,
  opened: OpenedStudy,
  round: ShufflerRound,
  signal?: AbortSignal,
): Promise<void> {
  const { withDummies } = context;
  if (withDummies.has(round.announcementId)) return;
  if (await completeDummies(context, opened, round, signal)) withDummies.add(round.announcementId);
}

/** By the clock, or since all who may take part have. */
async function isOver(
  { store, now }: ShufflerContext,
  { study }: OpenedStudy,
  { study: id, number, closesAt }: ShufflerRound,
): Promise<boolean> {
  return now() >= closesAt || (closesWhenFull(study) && (await store.isFull(id, number)));
}

function ofAnother(id: string): DpError {
  const message = `openShuffler: study ${id} must name this shuffler's key, names another; change keys or leave it out`;
  return new DpError("REFUSED", message, { parameter: "studies", value: id });
}

function notACredential(value: number): DpError {
  const allowed = `${CREDENTIAL_BYTES} bytes`;
  return new DpError(
    "BAD_INPUT",
    `enrol: a credential must be ${allowed}, got ${value}; draw them at random`,
    {
      parameter: "credentials",
      value,
      allowed,
    },
  );
}
